import { entities } from '../../../src/contract/sync-limits.ts';
import type { EntityName } from '../../../src/contract/sync.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import type { Row } from '../../../src/client/local/rows.ts';
import { nameOf } from '../../../src/client/sync/fold.ts';
import { pass } from '../../../src/client/sync/pass.ts';
import { newDevice, type Device } from './devices.ts';
import { textOf } from './oracle-views.ts';
import { withFullPages } from './small-limits.ts';
import { people } from './stage.ts';
import type { Story } from './story.ts';

/** Every device has what a new device of the same person is given, and that is what the server's tables hold. */
export async function judgeDevices(story: Story): Promise<void> {
  for (const device of story.devices) {
    const fresh = newDevice({ ...story, spoil: undefined }, device.name, 1);
    const [tab] = fresh.tabs;
    story.scheduler.spawn(() => pass(tab!.db, tab!.outside));
    await withFullPages(() => story.scheduler.drain());
    for (const entity of entities) await compare(story, device, tab!.db, entity);
    await compareTickets(story, fresh);
    tab!.db.close();
  }
}

async function compare(
  { faults }: Story,
  { tabs, name }: Device,
  fresh: LocalDatabase,
  entity: EntityName,
): Promise<void> {
  const { db } = tabs[0]!;
  const mayMiss = trimmed.has(entity) && (await db.fact('trimmedAt')) !== undefined;
  const here = await known(db, entity);
  const there = new Map((await fresh.rows(entity).toArray()).map((row) => [String(row.id), row]));
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [mine, theirs] = [here.get(key) ?? null, there.get(key) ?? null];
    if (textOf(mine) === textOf(theirs) || (mine === null && mayMiss)) continue;
    const what = mine === null ? 'missing' : theirs === null ? 'a ghost' : 'stale';
    faults.push(`${what}: ${nameOf({ table: entity, key })} on ${name}`);
  }
}

/** Tables that a full device makes room in. */
const trimmed: ReadonlySet<EntityName> = new Set(['orders', 'ledger', 'notifications']);

/** The server's rows as this device knows them, also under what waits. */
async function known(db: LocalDatabase, entity: EntityName): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>((await db.rows(entity).toArray()).map((row) => [String(row.id), row]));
  for (const { table, key, row } of await db.shadow.toArray()) {
    if (table !== entity) continue;
    if (row) rows.set(key, row);
    else rows.delete(key);
  }
  return rows;
}

async function compareTickets({ stage, faults }: Story, { tabs, name, role, userId }: Device): Promise<void> {
  const query = stage.db.selectFrom('tickets').select(['id', 'status', 'subject']).where('deleted_at', 'is', null);
  const real = await (role === 'admin' ? query : query.where('user_id', '=', userId)).orderBy('id').execute();
  const held = await tabs[0]!.db.tickets.orderBy('id').toArray();
  const texts = (rows: { id: string; status: string; subject: string }[]) =>
    JSON.stringify(rows.map(({ id, status, subject }) => [id, status, subject]));
  if (texts(real) !== texts(held)) faults.push(`a new device like ${name} is given other tickets than there are`);
  if (role === 'user' && held.some((ticket) => ticket.user_id !== people.amina))
    faults.push(`somebody else's ticket on ${name}`);
}
