import { can, roleOf } from '../../../src/contract/permissions.ts';
import { entities } from '../../../src/contract/sync-limits.ts';
import type { EntityName } from '../../../src/contract/sync.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import type { Row } from '../../../src/client/local/rows.ts';
import { refKey } from '../../../src/client/sync/optimistic.ts';
import { pass } from '../../../src/client/sync/pass.ts';
import { newDevice, type Device } from './devices.ts';
import { devicesWithOldApp } from './old-apps.ts';
import { textOf } from './oracle-views.ts';
import { withFullPages } from './small-limits.ts';
import { peopleWindow, userIds } from './simulated-shop.ts';
import type { Story } from './story.ts';

/**
 * Checks that each device has the rows of a new device of its user with the same app, and the new device the server's
 * tickets.
 */
export async function checkDevices(story: Story): Promise<void> {
  const appOf = ({ userId, name }: Device) => `${userId} ${devicesWithOldApp.has(name)}`;
  for (const devices of Map.groupBy(story.devices, appOf).values()) {
    const fresh = newDevice({ ...story, wrapTransport: undefined }, devices[0]!.name, 1);
    const [tab] = fresh.tabs;
    story.scheduler.spawn(() => pass(tab!.db, tab!.environment));
    await withFullPages(() => story.scheduler.drain());
    for (const device of devices) for (const entity of entities) await compare(story, device, tab!.db, entity);
    await compareTickets(story, fresh);
    await checkClosedValues(story, fresh);
    await checkPeople(story, fresh);
    tab!.db.close();
  }
}

async function compare(story: Story, { tabs, name }: Device, fresh: LocalDatabase, entity: EntityName): Promise<void> {
  const { db } = tabs[0]!;
  const mayBeTrimmed = trimmedTables.has(entity) && (await db.fact('trimmedAt')) !== undefined;
  const here = await serverRowsOn(db, entity);
  const there = new Map((await fresh.rows(entity).toArray()).map((row) => [String(row.id), row]));
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [mine, theirs] = [here.get(key) ?? null, there.get(key) ?? null];
    if (textOf(mine) === textOf(theirs) || (mine === null && mayBeTrimmed)) continue;
    if (theirs === null && (await isKeptUser(story, entity, mine))) continue;
    story.faults.push(`${faultOf(mine, theirs)}: ${refKey({ table: entity, key })} on ${name}`);
  }
}

const faultOf = (mine: Row | null, theirs: Row | null): string =>
  mine === null ? 'missing' : theirs === null ? 'not on a new device' : 'not up to date';

/** Tables from which a full device deletes rows. */
const trimmedTables: ReadonlySet<EntityName> = new Set(['orders', 'ledger', 'notifications']);

/** The server's rows on this device, without the device's pending changes. */
export async function serverRowsOn(db: LocalDatabase, entity: EntityName): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>((await db.rows(entity).toArray()).map((row) => [String(row.id), row]));
  for (const { table, key, row } of await db.shadow.toArray()) {
    if (table !== entity) continue;
    if (row) rows.set(key, row);
    else rows.delete(key);
  }
  return rows;
}

async function compareTickets({ server, faults }: Story, { tabs, name, role, userId }: Device): Promise<void> {
  const query = server.db.selectFrom('tickets').select(['id', 'status', 'subject']).where('deleted_at', 'is', null);
  const real = await (can(role, 'tickets.work') ? query : query.where('user_id', '=', userId)).orderBy('id').execute();
  const held = await tabs[0]!.db.tickets.orderBy('id').toArray();
  const texts = (rows: { id: string; status: string; subject: string }[]) =>
    JSON.stringify(rows.map(({ id, status, subject }) => [id, status, subject]));
  if (texts(real) !== texts(held)) faults.push(`a new device like ${name} receives other tickets than the server has`);
  if (role === 'user' && held.some((ticket) => ticket.user_id !== userIds.amina))
    faults.push(`another customer's ticket on ${name}`);
  const notes = await tabs[0]!.db.responses.filter(({ is_internal: isNote }) => isNote === true).count();
  if (role === 'user' && held.some((ticket) => ticket.tags ?? ticket.snoozed_until))
    faults.push(`internals on ${name}`);
  if (role === 'user' && notes > 0) faults.push(`${notes} internal notes on ${name}`);
}

/** Checks that a device has costs and users only if its role may read them (V-08). */
async function checkClosedValues({ faults }: Story, { tabs, name, role }: Device): Promise<void> {
  const { db } = tabs[0]!;
  const costs = await db.products.filter(({ cost }) => cost !== undefined).count();
  if (costs > 0 && !can(role, 'money')) faults.push(`${costs} costs on ${name}`);
  const people = await db.people.filter((one) => one.role === 'user' || one.email !== '').count();
  if (people > 0 && !can(role, 'people')) faults.push(`${people} users on ${name}`);
}

/** Whether a row is a user as the server has them: a device keeps those whose orders or tickets it had. */
async function isKeptUser({ server }: Story, entity: EntityName, mine: Row | null): Promise<boolean> {
  if (entity !== 'people' || mine === null) return false;
  const { id, name, email } = mine as unknown as { id: number; name: string; email: string };
  const query = server.db.selectFrom('users').select('id').where('deleted_at', 'is', null);
  const user = await query.where('id', '=', id).where('name', '=', name).where('email', '=', email).execute();
  return user.length === 1;
}

/** Checks that a new device of an admin has the newest users, those who work on tickets, and those of its rows (D-12). */
async function checkPeople({ server, faults }: Story, { tabs, name, role }: Device): Promise<void> {
  if (!can(role, 'people')) return;
  const { db } = tabs[0]!;
  const users = await server.db
    .selectFrom('users')
    .select(['id', 'role_id'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const owners = new Set([...(await db.orders.toArray()), ...(await db.tickets.toArray())].map((row) => row.user_id));
  const isWanted = (user: { id: number; role_id: number }, at: number) =>
    at < peopleWindow || can(roleOf(user), 'tickets.work') || owners.has(user.id);
  const expected = users.filter(isWanted).map(({ id }) => id);
  const held = (await db.people.toArray()).map(({ id }) => id).toSorted((a, b) => b - a);
  if (expected.join() !== held.join())
    faults.push(`a new device like ${name} has the users ${held.join()}, not ${expected.join()}`);
}
