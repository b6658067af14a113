import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { openPageDatabase } from '../../src/client/local/rows-in-memory/page-database.ts';
import { orderIndexOf, ticketIndexOf } from '../../src/client/local/rows-in-memory/row-indexes.ts';
import { readFirstTickets } from '../../src/client/features/tickets/ticket-source.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { recordReads } from './count-reads.ts';
import { nextRev, none, order, ticket, uuid, watch } from './list-rows.ts';
import { deviceOf, sara } from './support.ts';

/** A device with this many orders and tickets, in one answer of the server. */
async function deviceWith(count: number): Promise<LocalDatabase> {
  const { db } = await deviceOf(sara);
  await storeRows(db, 1, count);
  return db;
}

/** The same person's database, opened twice. */
function twoTabs(): [LocalDatabase, LocalDatabase] {
  const factory = { indexedDB: new IDBFactory(), IDBKeyRange };
  return [openPageDatabase(sara.id, factory), openPageDatabase(sara.id, factory)];
}

/** Stores the rows `from` to `to` of both tables, as one answer of the server. */
const storeRows = (db: LocalDatabase, from: number, to: number): Promise<void> =>
  db.transaction('rw', db.syncTables, () =>
    storeServerRows(
      db,
      Array.from({ length: to - from + 1 }, (_, at) => from + at).flatMap((id) => [
        { entity: 'orders' as const, key: String(id), rev: nextRev(), row: order(id, 'new') },
        { entity: 'tickets' as const, key: uuid(id), rev: nextRev(), row: ticket(id, 'new', 10 + (id % 10)) },
      ]),
    ),
  );

test.each(['orders', 'tickets'] as const)('after a change of 100 %s, their list reads no row again', async (table) => {
  const db = await deviceWith(400);
  const index = table === 'orders' ? orderIndexOf(db) : ticketIndexOf(db);
  const everything = { search: '', values: none };
  const words = { search: 'card came', values: none };
  for (const filter of [everything, words]) watch(index as never, filter);
  await expect.poll(() => index.getSnapshot().find(words)).not.toBeNull();
  const { rows } = await recordReads(db);
  const before = index.getSnapshot();

  await storeRows(db, 351, 450);

  await expect.poll(() => index.getSnapshot().find(everything)).toHaveLength(450);
  expect(index.getSnapshot()).not.toBe(before);
  // Storing the answer reads the rows that it replaces; the list itself takes the written rows.
  expect(rows[table]).toBeLessThanOrEqual(101);
});

test('a list reads the rows that another tab has changed, and no others', async () => {
  const [db, other] = twoTabs();
  await storeRows(db, 1, 200);
  const index = ticketIndexOf(db);
  watch(index as never, { search: '', values: none });
  await expect.poll(() => index.getSnapshot().find({ search: '', values: none })).toHaveLength(200);
  const { rows } = await recordReads(db);

  await storeRows(other, 141, 240);

  await expect.poll(() => index.getSnapshot().find({ search: '', values: none })).toHaveLength(240);
  expect(rows.tickets).toBeLessThanOrEqual(100);
});

test('counting the orders of a status reads no row and builds no search texts', async () => {
  const db = await deviceWith(60);
  const index = orderIndexOf(db);
  const { rows, requests } = await recordReads(db);

  watch(index as never, { search: '', values: { status: ['completed'] } });

  await expect.poll(() => index.getSnapshot().find({ search: '', values: { status: ['completed'] } })).toEqual([]);
  expect([requests.orders, rows.orders]).toEqual([1, 0]);
  expect(index.getSnapshot().find({ search: 'card', values: none })).toBeNull();
});

test('after a change of one order, the orders of its status are not read again', async () => {
  const db = await deviceWith(60);
  const index = orderIndexOf(db);
  const open = { search: '', values: { status: ['new', 'processing'] } };
  watch(index as never, open);
  await expect.poll(() => index.getSnapshot().find(open)).toHaveLength(60);
  const { rows } = await recordReads(db);

  await perform(db, 'order.status', { order_id: 7, from: 'new', to: 'delivered' });

  await expect.poll(() => index.getSnapshot().find(open)).toHaveLength(59);
  // Only the changed order itself.
  expect(rows.orders).toBe(1);
});

test('a page of tickets by status needs no index in memory, a search does', async () => {
  const db = await deviceWith(60);
  await perform(db, 'ticket.status', { ticket_id: uuid(7), from: 'new', to: 'closed' });

  const filter = { search: '', values: { status: ['new', 'open'], type: [] }, page: 2, perPage: 10 };
  const first = await readFirstTickets(db, filter);

  const wanted = (await db.tickets.toArray())
    .filter(({ status }) => status === 'new')
    .toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1));
  expect(first).toEqual({ rows: wanted.slice(10, 20), total: 59 });
  expect(await readFirstTickets(db, { ...filter, search: 'card' })).toBeUndefined();
});

test('the index of a closed database is emptied', async () => {
  const [db, other] = twoTabs();
  await storeRows(db, 1, 3);
  const index = orderIndexOf(db);
  const stop = watch(index as never, { search: '', values: none });
  await expect.poll(() => index.getSnapshot().find({ search: '', values: none })).toHaveLength(3);
  stop();
  db.close();
  await storeRows(other, 4, 4);

  await expect.poll(() => index.getSnapshot().find({ search: '', values: none })).toBeNull();
});
