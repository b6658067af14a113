import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { adjust } from '../../src/server/ledger/ledger.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openWithoutMigrating } from '../../src/server/platform/database/open.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { createDevice } from '../support/device.ts';
import { documentedHashes } from '../support/ledger-rows.ts';
import { emptyInstallation } from '../support/programs.ts';
import { actAs, credit, putProduct, readAccount } from '../support/shop.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const keyed = () => ({ 'Idempotency-Key': randomUUID() });

test(`OF-30 after simultaneous orders, adjustments and returns each row has the hash of the row before it, on ${databaseKind}`, async () => {
  const { amina, karim, sara } = server.users;
  const tea = await putProduct(server.services, { price: 3 });
  for (const person of [amina, karim]) await credit(server.services, person, 90);
  const order = async (who: 'amina' | 'karim'): Promise<number> =>
    (await server.as(who).post('/api/orders', { product_id: tea.id }, keyed())).body.order.id;
  const change = (userId: number, at: number) =>
    actAs(server.services, sara, (transaction) =>
      adjust(transaction, { userId, kind: at % 2 ? 'add' : 'subtract', cents: at + 1, note: `№ ${at} "شاي"` }),
    );

  const placed = await Promise.all(Array.from({ length: 24 }, (_, at) => order(at % 3 ? 'amina' : 'karim')));
  await Promise.all([
    ...placed.map((id) => server.as('sara').post(`/api/orders/${id}`, { status: 'refunded' }, keyed())),
    ...Array.from({ length: 12 }, (_, at) => change(at % 4 ? amina.id : karim.id, at)),
    ...Array.from({ length: 12 }, (_, at) => order(at % 3 ? 'amina' : 'karim')),
  ]);

  for (const person of [amina, karim]) {
    const { lines } = await readAccount(server.services, person);
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.map(({ hash }) => hash)).toEqual(documentedHashes(lines));
  }
  expect((await findFaults(server.services.reader)).faults).toEqual([]);
});

test('OF-30 S2B-26 the history and the sync give devices the currency and the hash of each row', async () => {
  const { amina } = server.users;
  await credit(server.services, amina, 20);
  await credit(server.services, amina, 5);
  const { lines } = await readAccount(server.services, amina);
  const expected = lines.map(({ id, currency, hash }) => ({ id, currency, hash }));

  const { data } = (await server.as('amina').get('/api/app/balance/history')).body.data;
  const device = createDevice(server.as('amina'));
  await device.catchUp();
  const { history } = (await server.as('sara').get(`/api/users/${amina.id}/balance/history`)).body;

  expect(data.toReversed()).toMatchObject(expected);
  expect(history.toReversed()).toMatchObject(expected);
  expect(expected.map(({ id }) => device.row('ledger', id))).toMatchObject(expected);
});

test('OF-30 the migration gives the rows of earlier versions their hashes, and the ledger stays append-only', async () => {
  const { db, kind, close } = await openWithoutMigrating(
    readSettings(await emptyInstallation()).database,
    () => undefined,
  );
  await migrate(db, kind, '0012-currency');
  const users = [1, 2, 3];
  for (const id of users)
    await sql`insert into users (id, name, email, role_id, is_active, locale, search_text, sort_key, created_at, updated_at, balance_cents)
      values (${id}, 'A', ${id}, 1, 1, 'fr', 'a', 'a', 1, 1, 900)`.execute(db);
  for (let at = 0; at < 9; at++)
    for (const id of users)
      await sql`insert into ledger (user_id, kind, amount_cents, before_cents, after_cents, key, created_at, currency, note)
        values (${id}, 'add', 100, ${at * 100}, ${at * 100 + 100}, ${`${id} ${at}`}, ${at}, 'TND', ${at % 2 ? null : 'été'})`.execute(
        db,
      );

  await migrate(db, kind);

  expect((await findFaults(db)).faults).toEqual([]);
  const rows = await db.selectFrom('ledger').selectAll().orderBy('id').execute();
  for (const id of users) {
    const lines = rows.filter(({ user_id }) => user_id === id);
    expect(lines.map(({ hash }) => hash)).toEqual(documentedHashes(lines));
  }
  await expect(db.updateTable('ledger').set({ hash: '' }).execute()).rejects.toThrow('append-only');
  await expect(db.deleteFrom('ledger').execute()).rejects.toThrow('append-only');
  await close();
});

test(`OF-30 movements that are committed during a check are no faults, and a wrong balance is found among them, on ${databaseKind}`, async () => {
  const { amina, karim, sara } = server.users;
  const add = (userId: number) =>
    actAs(server.services, sara, (transaction) => adjust(transaction, { userId, kind: 'add', cents: 100, note: null }));
  await add(amina.id);
  await add(karim.id);
  await server.services.db
    .updateTable('users')
    .set(({ eb }) => ({ balance_cents: eb('balance_cents', '+', 1) }))
    .where('id', '=', karim.id)
    .execute();
  let movements = 0;
  // One movement after each answer of the database.
  const busy = server.services.reader.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      movements += 1;
      await add(amina.id);
      return result;
    },
  });

  const { faults } = await findFaults(busy);

  expect(movements).toBeGreaterThan(5);
  expect(faults).toEqual([`user ${karim.id}: balance 1.01, ledger 1, difference 0.01`]);
});
