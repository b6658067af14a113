import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SyncAnswer } from '../../src/contract/sync.ts';
import { entities, entitiesUnlessNamed } from '../../src/contract/sync-limits.ts';
import { createDevice, openTicketMutation } from '../support/device.ts';
import { newTable, startLaterServer, type LaterServer } from '../support/new-table.ts';
import { credit } from '../support/shop.ts';
import type { TestUserName } from '../support/test-server.ts';

/** Before the later server adds its table. */
const entitiesOfThisVersion = entities.length;

let server: LaterServer;
beforeEach(async () => void (server = await startLaterServer()));
afterEach(() => server.close());

/** A device that names these tables; without names it is one of an app from before requests named them. */
const device = (who: TestUserName, entities?: string[]) => Object.assign(createDevice(server.as(who)), { entities });
const allTables = [...entitiesUnlessNamed, newTable];
/** One bit for each of these tables, by its place among all: the new one is the last. */
const bitsOfAll = 2 ** entitiesUnlessNamed.length - 1 + 2 ** entitiesOfThisVersion;

const rowsIn = ({ older, changes, results }: SyncAnswer) => [
  ...older,
  ...changes,
  ...results.flatMap(({ rows }) => rows),
];
const tablesIn = (answers: readonly SyncAnswer[]) => new Set(answers.flatMap(rowsIn).map(({ entity }) => entity));
const resets = (answers: readonly SyncAnswer[]) => answers.map(({ reset }) => reset);

describe.each([
  ['an app from before requests named tables', undefined],
  ['an app that names the tables of this version', [...entitiesUnlessNamed]],
  ['an app that names a table that no server knows', [...entitiesUnlessNamed, 'coupons']],
])('D-27 %s', (_name, entities) => {
  test('gets no row of a new table: not with its first load, not with changes, not with results', async () => {
    const { id } = server.users.amina;
    await server.putParcel(id, 'p1');
    const phone = device('amina', entities);

    const first = await phone.catchUp();
    await server.putParcel(id, 'p2');
    await server.putParcel(id, 'p3');
    const later = await phone.catchUp([openTicketMutation(undefined, { subject: 'p3' })]);

    expect(later[0]!.results).toMatchObject([{ status: 200 }]);
    expect(tablesIn([...first, ...later])).toEqual(new Set(['account', 'tickets']));
    expect(first[0]!.total).toBe(1);
    expect(resets([...first, ...later])).not.toContain(true);
    expect(phone.cursor).toMatch(/^v1\.user\.\d+$/);
  });
});

test('D-27 an app that names the new table gets its rows, in the first load, as changes and as results', async () => {
  const { id } = server.users.amina;
  await server.putParcel(id, 'p1');
  const phone = device('amina', allTables);

  const [first] = await phone.catchUp();
  await server.putParcel(id, 'p2');
  const [changed] = await phone.catchUp();
  const [pushed] = await phone.catchUp([openTicketMutation(undefined, { subject: 'p2' })]);

  expect(first!.older.map(({ entity }) => entity)).toEqual(['account', newTable]);
  expect(first!.total).toBe(2);
  expect(changed!.changes).toMatchObject([{ entity: newTable, key: 'p2' }]);
  expect(pushed!.results[0]!.rows).toContainEqual(expect.objectContaining({ entity: newTable, key: 'p2' }));
  expect(phone.cursor).toMatch(new RegExp(String.raw`^v2\.user\.\.${bitsOfAll}\.\d+$`));
});

test('D-27 an updated app that names a new table loads everything again, once, and keeps what it has not sent', async () => {
  const { id } = server.users.amina;
  await server.putParcel(id, 'p1');
  const phone = device('amina');
  await phone.catchUp();

  phone.entities = allTables;
  const unsent = openTicketMutation(undefined, { subject: 'p1' });
  const [first, ...rest] = await phone.catchUp([unsent]);
  const [again] = await phone.catchUp([unsent]);

  expect(first).toMatchObject({ reset: true, more: true });
  expect(resets(rest)).not.toContain(true);
  expect(again!.results).toMatchObject([{ status: 200 }]);
  expect(phone.keys(newTable)).toEqual(['p1']);
  expect(phone.keys('tickets')).toHaveLength(1);
});

test('D-27 an app that names other tables than before must load again, in either direction', async () => {
  const phone = device('amina', allTables);
  await phone.catchUp();

  phone.entities = ['orders', 'account'];
  const [fewer] = await phone.catchUp();
  phone.entities = ['account', 'orders', 'orders'];
  const [sameInOtherOrder] = await phone.catchUp();
  phone.entities = undefined;
  const [none] = await phone.catchUp();
  phone.entities = [];
  const [nothing, ...rest] = await phone.catchUp();

  expect(resets([fewer!, sameInOtherOrder!, none!, nothing!])).toEqual([true, false, true, true]);
  expect(rest.flatMap(rowsIn)).toEqual([]);
});

test('D-27 OF-15 an app that begins to name the tables it has stored goes on from its cursor, also in its first load', async () => {
  const phone = device('amina');
  const first = await phone.exchange();
  phone.entities = [...entitiesUnlessNamed];
  const next = await phone.exchange();

  expect(next.reset).toBe(false);
  expect(next.cursor).toBe(first.cursor);
});

test('D-27 the sizes of windows stay in the cursor of a device that names its tables', async () => {
  const phone = device('amina', allTables);
  await phone.catchUp();
  const { windows } = (await server.as('sara').get('/api/shop/windows')).body;
  await server.as('sara').post('/api/shop/windows', { ...windows, orders: 300 });

  const answers = await phone.catchUp();
  const later = await phone.catchUp();

  expect(resets([...answers, ...later])).toEqual([true, false, false]);
  expect(phone.cursor).toMatch(new RegExp(String.raw`^v2\.user\.300-\d+-\d+-\d+\.${bitsOfAll}\.\d+$`));
});

test('D-27 customers come with orders only to an admin’s device that stores users', async () => {
  await credit(server.services, server.users.amina, 50);
  const { services } = server;
  const [withUsers, withoutUsers] = [device('sara', ['tickets', 'people']), device('sara', ['tickets'])];
  for (const one of [withUsers, withoutUsers]) await one.catchUp();
  await services.db.updateTable('users').set({ name: 'Amina B.' }).where('id', '=', server.users.amina.id).execute();
  await device('amina').exchange([openTicketMutation()]);

  expect([...tablesIn(await withUsers.catchUp())].toSorted()).toEqual(['people', 'tickets']);
  expect([...tablesIn(await withoutUsers.catchUp())]).toEqual(['tickets']);
});

test('D-27 a device may name 50 tables', async () => {
  const named = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
  const phone = device('amina');

  expect((await phone.postSync({ entities: named(50) })).status).toBe(200);
  expect((await phone.postSync({ entities: named(51) })).body).toMatchObject({
    code: 'INVALID_FIELDS',
    errors: { entities: ['invalid'] },
  });
});
