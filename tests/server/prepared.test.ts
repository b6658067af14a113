import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepared } from '../../src/server/platform/database/prepared.ts';
import type { Services } from '../../src/server/platform/context.ts';
import { poolSize } from '../../src/server/platform/database/postgres.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, startTestServer } from '../support/test-server.ts';

const nameOfPerson = prepared((db, value: { id: number }) =>
  db.selectFrom('users').select(['id', 'name']).where('id', '=', value.id),
);

test('a prepared query gets its values each time, inside a transaction and outside', async () => {
  const { services, users, close } = await startTestServer();
  const { amina, karim } = users;

  expect(await nameOfPerson(services.reader, { id: amina.id })).toMatchObject([{ name: amina.name }]);
  expect(await nameOfPerson(services.reader, { id: karim.id })).toMatchObject([{ name: karim.name }]);
  const seen = await inTransaction(services.db, async (tx) => {
    await tx.updateTable('users').set({ name: 'Amina B.' }).where('id', '=', amina.id).execute();
    return nameOfPerson(tx, { id: amina.id });
  });

  expect(seen).toMatchObject([{ name: 'Amina B.' }]);
  expect(await nameOfPerson(services.reader, { id: 0 })).toEqual([]);
  await close();
});

test('a prepared query without the names of its columns is an error', async () => {
  const { services, close } = await startTestServer();
  const withoutColumnNames = prepared((db, value: { id: number }) =>
    db.selectFrom('users').selectAll().where('id', '=', value.id),
  );

  await expect(withoutColumnNames(services.reader, { id: 1 })).rejects.toThrow('must name its columns');
  await close();
});

test.runIf(databaseKind === 'postgres')('a PostgreSQL connection prepares a query once for all its calls', async () => {
  const { services, close } = await startTestServer();

  const statements = await inTransaction(services.db, async (tx) => {
    for (const id of [1, 2, 3]) await nameOfPerson(tx, { id });
    return sql<{ calls: string }>`
      select generic_plans + custom_plans as calls from pg_prepared_statements where statement like 'select "id", "name" from "users"%'
    `.execute(tx);
  });

  expect(statements.rows).toEqual([{ calls: 3 }]);
  await close();
});

test('orders go on after another node has added columns to their tables', async () => {
  const { services, users, as, close } = await startTestServer();
  const tea = await putProduct(services);
  await credit(services, users.amina, 100);
  const order = () => as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  const before = await order();

  for (const table of ['users', 'products', 'orders', 'order_items', 'ledger', 'outcomes', 'sessions'])
    await sql`alter table ${sql.table(table)} add column of_tomorrow text`.execute(services.db);

  expect([before.status, (await order()).status, (await order()).status]).toEqual([200, 200, 200]);
  expect((await as('amina').get('/api/orders')).body.total).toBe(3);
  await close();
});

test.runIf(databaseKind === 'postgres')(
  'a list that is filtered by many values leaves no prepared statement on a connection',
  async () => {
    const { services, as, close } = await startTestServer();

    for (const count of [2, 7, 30])
      await as('amina').get(`/api/orders?status=${Array.from({ length: count }, () => 'new').join()}`);

    // A list of 2 statuses stays prepared on the connection that ran it; longer lists are prepared on none.
    expect(await countStatements(services, 3)).toBeGreaterThan(0);
    expect([await countStatements(services, 8), await countStatements(services, 31)]).toEqual([0, 0]);
    await close();
  },
);

/** Counts the prepared order lists with this many parameters on all connections of the pool. */
async function countStatements({ db }: Services, parameters: number): Promise<number> {
  const text = `%"orders"."status" in (%$${parameters}%`;
  const allHeld = Promise.withResolvers<void>();
  let held = 0;
  const counts = Array.from({ length: poolSize }, () =>
    db.connection().execute(async (connection) => {
      if (++held === poolSize) allHeld.resolve();
      await allHeld.promise;
      const found = await sql<{ plans: number }>`
        select count(*) as plans from pg_prepared_statements where statement like ${text}
      `.execute(connection);
      return found.rows[0]!.plans;
    }),
  );
  return (await Promise.all(counts)).reduce((sum, plans) => sum + plans, 0);
}
