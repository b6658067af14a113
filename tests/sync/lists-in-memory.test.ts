import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { orderStatuses } from '../../src/contract/order-rules.ts';
import { ticketStatuses } from '../../src/contract/ticket-rules.ts';
import type { TicketRow } from '../../src/contract/tickets.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { openPageDatabase } from '../../src/client/local/page-database.ts';
import type { RowFilter } from '../../src/client/local/row-columns.ts';
import type { RowIndex } from '../../src/client/local/row-index.ts';
import { orderIndexOf, orderText, ticketIndexOf } from '../../src/client/local/row-indexes.ts';
import { fold, matches } from '../../src/contract/search.ts';
import { readFirstTickets } from '../../src/client/features/tickets/ticket-source.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { emptyCache, storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { recordReads } from './count-reads.ts';
import { deviceOf, sara, ticketRow } from './support.ts';

/** One answer of the server: new, changed and deleted records; the status of a deleted one is null. */
type News = { id: number; status: string | null; hour: number }[];

const newsOf = (statuses: readonly string[]) =>
  fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      status: fc.option(fc.constantFrom(...statuses), { freq: 4 }),
      hour: fc.integer({ min: 10, max: 15 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
/** Answers, one after another; null resets the device's cache. */
const historyOf = (statuses: readonly string[]) =>
  fc.array(fc.option(newsOf(statuses), { freq: 6 }), { minLength: 1, maxLength: 8 });

let rev = 1;

async function storeAnswer(db: LocalDatabase, news: News | null, table: 'orders' | 'tickets'): Promise<void> {
  await db.transaction('rw', db.syncTables, async () => {
    if (!news) return emptyCache(db, []);
    for (const { id, status, hour } of news) {
      const row = status && (table === 'orders' ? order(id, status) : ticket(id, status, hour));
      const key = table === 'orders' ? String(id) : uuid(id);
      await storeServerRows(db, [{ entity: table, key, rev: rev++, row: row || null }]);
    }
  });
}

const order = (id: number, status: string) => ({
  id,
  status,
  items: [{ product_name: `Card ${id % 3}`, variant_name: null }],
  user_name: null,
  message: status,
  created_at: `2026-11-20T10:00:${id + 10}.000Z`,
});
const uuid = (id: number) => `0193aaaa-0000-7000-8000-${String(id).padStart(12, '0')}`;
const ticket = (id: number, status: string, hour: number) => ({
  ...ticketRow(uuid(id)),
  status,
  content: `It came at ${hour} ${status}`,
  created_at: `2026-11-20T${hour}:00:00.000Z`,
});

const none: RowFilter['values'] = {};

/** Loads the part of the index that a filter needs, as a list on the screen does. */
const watch = <Id extends string | number>(index: RowIndex<Id, never>, filter: RowFilter): (() => void) =>
  index.follow(index.partOf(filter), () => undefined);

test('the order index finds orders by status and words after every change on the device', async () => {
  const searched = fc.constantFrom('', 'card', 'card 1', '#1', 'new');
  const chosen = fc.constantFrom(null, ...orderStatuses);
  await fc.assert(
    fc.asyncProperty(historyOf(orderStatuses), chosen, searched, async (history, status, search) => {
      const { db } = await deviceOf(sara);
      const index = orderIndexOf(db);
      await storeAnswer(db, [{ id: 5, status: 'new', hour: 10 }], 'orders');
      const filters = [null, 'new', status].flatMap((one) =>
        ['', search].map((words) => ({ search: words, values: { status: one === null ? [] : [one] } })),
      );
      for (const filter of filters) watch(index as never, filter);

      for (const news of history) await storeAnswer(db, news, 'orders');

      const stored = (await db.orders.toArray()).toReversed();
      await vi.waitFor(() => {
        for (const { search: words, values } of filters) {
          const wanted = stored
            .filter((row) => values.status.length === 0 || values.status.includes(row.status))
            .filter((row) => matches(orderText(row), words));
          expect(index.getSnapshot().find({ search: words, values })).toEqual(wanted.map(({ id }) => id));
        }
      });
      db.close();
    }),
    { numRuns: 40 },
  );
});

test('the ticket index finds tickets, newest first, by status, type and words after every change on the device', async () => {
  const searched = fc.constantFrom('', 'came', 'came 12', 'amina new', '#1042');
  await fc.assert(
    fc.asyncProperty(historyOf(ticketStatuses), searched, async (history, search) => {
      const { db } = await deviceOf(sara);
      const index = ticketIndexOf(db);
      await storeAnswer(db, [{ id: 5, status: 'new', hour: 12 }], 'tickets');
      const filters = [
        { search: '', values: none },
        { search, values: { status: ['new', 'open'] } },
        { search, values: { type: ['order'] } },
      ];
      for (const filter of filters) watch(index as never, filter);

      for (const news of history) await storeAnswer(db, news, 'tickets');

      const stored = (await db.tickets.orderBy('created_at').toArray()).toReversed();
      const text = ({ subject, content, user_name }: TicketRow) => fold(`#1042 ${subject} ${content} ${user_name}`);
      const found = (kept: (row: TicketRow) => boolean) =>
        stored
          .filter(kept)
          .toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1))
          .map(({ id }) => id);
      await vi.waitFor(() => {
        const now = filters.map((filter) => index.getSnapshot().find(filter));
        expect(now).toEqual([
          found(() => true),
          found((row) => ['new', 'open'].includes(row.status) && matches(text(row), search)),
          found((row) => matches(text(row), search)),
        ]);
      });
      db.close();
    }),
    { numRuns: 40 },
  );
});

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
        { entity: 'orders' as const, key: String(id), rev: rev++, row: order(id, 'new') },
        { entity: 'tickets' as const, key: uuid(id), rev: rev++, row: ticket(id, 'new', 10 + (id % 10)) },
      ]),
    ),
  );

test.each(['orders', 'tickets'] as const)('after a change of 100 %s, their list reads no row again', async (table) => {
  const db = await deviceWith(400);
  const index = table === 'orders' ? orderIndexOf(db) : ticketIndexOf(db);
  const everything = { search: '', values: none };
  const words = { search: 'card came', values: none };
  for (const filter of [everything, words]) watch(index as never, filter);
  await vi.waitFor(() => expect(index.getSnapshot().find(words)).not.toBeNull());
  const { rows } = await recordReads(db);
  const before = index.getSnapshot();

  await storeRows(db, 351, 450);

  await vi.waitFor(() => expect(index.getSnapshot().find(everything)).toHaveLength(450));
  expect(index.getSnapshot()).not.toBe(before);
  // Storing the answer reads the rows that it replaces; the list itself takes the written rows.
  expect(rows[table]).toBeLessThanOrEqual(101);
});

test('a list reads the rows that another tab has changed, and no others', async () => {
  const [db, other] = twoTabs();
  await storeRows(db, 1, 200);
  const index = ticketIndexOf(db);
  watch(index as never, { search: '', values: none });
  await vi.waitFor(() => expect(index.getSnapshot().find({ search: '', values: none })).toHaveLength(200));
  const { rows } = await recordReads(db);

  await storeRows(other, 141, 240);

  await vi.waitFor(() => expect(index.getSnapshot().find({ search: '', values: none })).toHaveLength(240));
  expect(rows.tickets).toBeLessThanOrEqual(100);
});

test('counting the orders of a status reads no row and builds no search texts', async () => {
  const db = await deviceWith(60);
  const index = orderIndexOf(db);
  const { rows, requests } = await recordReads(db);

  watch(index as never, { search: '', values: { status: ['completed'] } });

  await vi.waitFor(() =>
    expect(index.getSnapshot().find({ search: '', values: { status: ['completed'] } })).toEqual([]),
  );
  expect([requests.orders, rows.orders]).toEqual([1, 0]);
  expect(index.getSnapshot().find({ search: 'card', values: none })).toBeNull();
});

test('after a change of one order, the orders of its status are not read again', async () => {
  const db = await deviceWith(60);
  const index = orderIndexOf(db);
  const open = { search: '', values: { status: ['new', 'processing'] } };
  watch(index as never, open);
  await vi.waitFor(() => expect(index.getSnapshot().find(open)).toHaveLength(60));
  const { rows } = await recordReads(db);

  await perform(db, 'order.status', { order_id: 7, from: 'new', to: 'delivered' });

  await vi.waitFor(() => expect(index.getSnapshot().find(open)).toHaveLength(59));
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
  await vi.waitFor(() => expect(index.getSnapshot().find({ search: '', values: none })).toHaveLength(3));
  stop();
  db.close();
  await storeRows(other, 4, 4);

  await vi.waitFor(() => expect(index.getSnapshot().find({ search: '', values: none })).toBeNull());
});
