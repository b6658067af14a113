import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepared } from '../../src/server/platform/database/prepared.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, openWorld } from '../support/world.ts';

const nameOfPerson = prepared((db, value: { id: number }) =>
  db.selectFrom('users').select(['id', 'name']).where('id', '=', value.id),
);

test('a prepared query gets its values each time, inside a transaction and outside', async () => {
  const { means, people, close } = await openWorld();
  const { amina, karim } = people;

  expect(await nameOfPerson(means.reader, { id: amina.id })).toMatchObject([{ name: amina.name }]);
  expect(await nameOfPerson(means.reader, { id: karim.id })).toMatchObject([{ name: karim.name }]);
  const seen = await inTransaction(means.db, async (tx) => {
    await tx.updateTable('users').set({ name: 'Amina B.' }).where('id', '=', amina.id).execute();
    return nameOfPerson(tx, { id: amina.id });
  });

  expect(seen).toMatchObject([{ name: 'Amina B.' }]);
  expect(await nameOfPerson(means.reader, { id: 0 })).toEqual([]);
  await close();
});

test('a prepared query without the names of its columns is an error', async () => {
  const { means, close } = await openWorld();
  const all = prepared((db, value: { id: number }) => db.selectFrom('users').selectAll().where('id', '=', value.id));

  await expect(all(means.reader, { id: 1 })).rejects.toThrow('names its columns');
  await close();
});

test.runIf(databaseKind === 'postgres')('a connection of PostgreSQL plans a prepared query once', async () => {
  const { means, close } = await openWorld();

  const plans = await inTransaction(means.db, async (tx) => {
    for (const id of [1, 2, 3]) await nameOfPerson(tx, { id });
    return sql<{ calls: string }>`
      select generic_plans + custom_plans as calls from pg_prepared_statements where statement like 'select "id", "name" from "users"%'
    `.execute(tx);
  });

  expect(plans.rows).toEqual([{ calls: 3 }]);
  await close();
});

test('orders go on while another node adds columns to what they read and write', async () => {
  const { means, people, as, close } = await openWorld();
  const tea = await putProduct(means);
  await credit(means, people.amina, 100);
  const order = () => as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  const before = await order();

  for (const table of ['users', 'products', 'orders', 'order_items', 'ledger', 'outcomes', 'sessions'])
    await sql`alter table ${sql.table(table)} add column of_tomorrow text`.execute(means.db);

  expect([before.status, (await order()).status, (await order()).status]).toEqual([200, 200, 200]);
  expect((await as('amina').get('/api/orders')).body.total).toBe(3);
  await close();
});

test.runIf(databaseKind === 'postgres')(
  'a list that is filtered in ever new shapes leaves no plans behind',
  async () => {
    const { means, as, close } = await openWorld();
    const plansWith = async (parameters: number) => {
      const text = `%"orders"."status" in (%$${parameters}%`;
      const found = await sql<{ plans: number }>`
      select count(*) as plans from pg_prepared_statements where statement like ${text}
    `.execute(means.db);
      return found.rows[0]!.plans;
    };

    for (const count of [2, 7, 30])
      await as('amina').get(`/api/orders?status=${Array.from({ length: count }, () => 'new').join()}`);

    // The plan of the usual list stays on this connection; no other one does.
    expect([await plansWith(3), await plansWith(8)]).toEqual([1, 0]);
    await close();
  },
);
