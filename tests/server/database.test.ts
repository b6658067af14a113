import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { continueIds } from '../../src/server/platform/database/sequences.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { cleanUp } from '../../src/server/platform/cleanup.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const day = 86_400_000;

// The table `house` holds names with values: these tests add rows of their own to it.

const ledgerRowOf = (server: TestServer, key: string, before: number, amount: number) => ({
  user_id: server.users.amina.id,
  kind: 'add',
  amount_cents: amount,
  before_cents: before,
  after_cents: before + amount,
  order_id: null,
  cycle: null,
  actor_id: 1,
  note: null,
  currency: 'EUR',
  key,
  created_at: server.clock.now,
  hash: '',
});

test('OF-30 the database itself refuses to change or delete a ledger row, and to add one with a used key or a wrong sum', async () => {
  const server = await startTestServer();
  const { db } = server.services;
  await db
    .insertInto('ledger')
    .values(ledgerRowOf(server, 'a', 0, 500))
    .execute();

  await expect(db.updateTable('ledger').set({ note: 'other' }).execute()).rejects.toThrow('append-only');
  await expect(db.deleteFrom('ledger').execute()).rejects.toThrow('append-only');
  await expect(
    db
      .insertInto('ledger')
      .values(ledgerRowOf(server, 'a', 500, 1))
      .execute(),
  ).rejects.toThrow(/unique/i);
  await expect(
    db
      .insertInto('ledger')
      .values({ ...ledgerRowOf(server, 'b', 500, 1), after_cents: 502 })
      .execute(),
  ).rejects.toThrow(/adds_up|check/i);
  expect(await db.selectFrom('ledger').select('note').execute()).toEqual([{ note: null }]);
});

test('OF-30 the database itself refuses a balance below zero', async () => {
  const server = await startTestServer();

  const below = server.services.db
    .updateTable('users')
    .set({ balance_cents: -1 })
    .where('id', '=', server.users.amina.id);

  await expect(below.execute()).rejects.toThrow(/check/i);
});

test('a transaction is stored as a whole or not at all', async () => {
  const server = await startTestServer();

  const broken = inTransaction(server.services.db, async (tx) => {
    await tx.insertInto('house').values({ name: 'half', value: '1' }).execute();
    await tx.insertInto('house').values({ name: 'half', value: '2' }).execute();
  });

  await expect(broken).rejects.toThrow(/unique/i);
  expect(await server.services.reader.selectFrom('house').selectAll().where('name', '=', 'half').execute()).toEqual([]);
});

test('fifty simultaneous transactions on one row lose no update', async () => {
  const server = await startTestServer();
  await server.services.db.insertInto('house').values({ name: 'count', value: '0' }).execute();

  const add = () =>
    inTransaction(server.services.db, async (tx) => {
      // Locks the row before it is read.
      await tx
        .updateTable('house')
        .set((row) => ({ value: row.ref('value') }))
        .where('name', '=', 'count')
        .execute();
      const { value } = await tx
        .selectFrom('house')
        .select('value')
        .where('name', '=', 'count')
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('house')
        .set({ value: String(Number(value) + 1) })
        .where('name', '=', 'count')
        .execute();
    });
  await Promise.all(Array.from({ length: 50 }, add));

  expect(
    await server.services.reader.selectFrom('house').select('value').where('name', '=', 'count').executeTakeFirst(),
  ).toEqual({ value: '50' });
});

test('text is sorted byte by byte and returned as it was stored', async () => {
  const server = await startTestServer();
  const words = ['z', 'a', 'é', 'Z', 'ب', '😀', "o'k; --", '%_'];
  for (const [number, value] of words.entries())
    await server.services.db
      .insertInto('house')
      .values({ name: `t${number}`, value })
      .execute();

  const rows = await server.services.reader
    .selectFrom('house')
    .select('value')
    .where('name', 'like', 't_')
    .orderBy('value')
    .execute();

  const expected = words.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(rows.map(({ value }) => value)).toEqual(expected);
});

test('new ids continue after the highest id that was inserted explicitly', async () => {
  const server = await startTestServer();
  const category = {
    description: null,
    parent_id: null,
    is_active: 1,
    search_text: '',
    sort_key: '',
    created_at: 0,
    updated_at: 0,
  };
  await server.services.db
    .insertInto('categories')
    .values({ id: 70, title: 'Tea', ...category })
    .execute();

  await continueIds(server.services.db, server.kind);

  const next = server.services.db
    .insertInto('categories')
    .values({ title: 'Coffee', ...category })
    .returning('id');
  expect(await next.executeTakeFirst()).toEqual({ id: 71 });
});

test('numbers past 2^53 are an error, not a wrong amount', async () => {
  const server = await startTestServer();

  const big = sql<{ n: number }>`select 9007199254740993 as n`.execute(server.services.reader);

  await expect(big).rejects.toThrow(RangeError);
});

test('D-5 the clean-up deletes outcomes after 180 days, but never those of orders and of cancelled keys', async () => {
  const server = await startTestServer();
  const { db, now } = server.services;
  const outcome = { user_id: server.users.amina.id, fingerprint: '', status: 200, code: 'SUCCESS', refusal: null };
  const old = { ...outcome, state: 'done' as const, created_at: now() - 181 * day };
  await db
    .insertInto('outcomes')
    .values([
      { ...old, key: 'ticket', touched: '["tickets:1"]' },
      { ...old, key: 'order', touched: '["orders:1"]' },
      { ...old, key: 'cancelled', state: 'sealed', touched: '[]' },
      { ...old, key: 'young', touched: '[]', created_at: now() - 179 * day },
    ])
    .execute();

  await cleanUp(db, now());

  const kept = await db.selectFrom('outcomes').select('key').orderBy('key').execute();
  expect(kept.map(({ key }) => key)).toEqual(['cancelled', 'order', 'young']);
});

test('the clean-up removes feed rows of deletions after 90 days, and stores the highest removed number as the floor', async () => {
  const server = await startTestServer();
  const { db, now } = server.services;
  const row = { scope: 'catalog', entity: 'products', rev: 2 };
  await db
    .insertInto('feed')
    .values([
      { ...row, key: '1', seq: 7, deleted: 1, changed_at: now() - 91 * day },
      { ...row, key: '2', seq: 8, deleted: 0, changed_at: now() - 91 * day },
      { ...row, key: '3', seq: 9, deleted: 1, changed_at: now() - 89 * day },
    ])
    .execute();

  await cleanUp(db, now());

  expect(await db.selectFrom('feed').select('seq').orderBy('seq').execute()).toEqual([{ seq: 8 }, { seq: 9 }]);
  expect(await db.selectFrom('feed_head').select('floor').execute()).toEqual([{ floor: 7 }]);
});
