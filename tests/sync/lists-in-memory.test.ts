import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderStatuses } from '../../src/contract/order-rules.ts';
import { ticketStatuses } from '../../src/contract/ticket-rules.ts';
import type { Order } from '../../src/contract/orders.ts';
import { directions, orderSorts } from '../../src/contract/sorts.ts';
import type { TicketRow } from '../../src/contract/tickets.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { orderIndexOf, orderText, ticketIndexOf } from '../../src/client/local/rows-in-memory/row-indexes.ts';
import { fold, matches } from '../../src/contract/search.ts';
import { resetCache, storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { nextRev, none, order, ticket, uuid, watch } from './list-rows.ts';
import { deviceOf, sara } from './support.ts';

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

async function storeAnswer(db: LocalDatabase, news: News | null, table: 'orders' | 'tickets'): Promise<void> {
  await db.transaction('rw', db.syncTables, async () => {
    if (!news) return resetCache(db, null);
    for (const { id, status, hour } of news) {
      const row = status && (table === 'orders' ? order(id, status) : ticket(id, status, hour));
      const key = table === 'orders' ? String(id) : uuid(id);
      await storeServerRows(db, [{ entity: table, key, rev: nextRev(), row: row || null }]);
    }
  });
}

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
      const wanted = filters.map(({ search: words, values }) =>
        stored
          .filter((row) => values.status.length === 0 || values.status.includes(row.status))
          .filter((row) => matches(orderText(row), words))
          .map(({ id }) => id),
      );
      await expect.poll(() => filters.map((filter) => index.getSnapshot().find(filter))).toEqual(wanted);
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
      await expect
        .poll(() => filters.map((filter) => index.getSnapshot().find(filter)))
        .toEqual([
          found(() => true),
          found((row) => ['new', 'open'].includes(row.status) && matches(text(row), search)),
          found((row) => matches(text(row), search)),
        ]);
      db.close();
    }),
    { numRuns: 40 },
  );
});

test('S2K-11 the order index keeps each chosen order after every change on the device, newest first among equals', async () => {
  const chosen = fc.record({
    by: fc.constantFrom(...(Object.keys(orderSorts) as (keyof typeof orderSorts)[])),
    direction: fc.constantFrom(...directions),
  });
  await fc.assert(
    fc.asyncProperty(historyOf(orderStatuses), chosen, async (history, sort) => {
      const { db } = await deviceOf(sara);
      const index = orderIndexOf(db);
      await storeAnswer(db, [{ id: 5, status: 'new', hour: 10 }], 'orders');
      const filters = ['', 'card'].map((search) => ({ search, values: none, sort }));
      for (const filter of filters) watch(index as never, filter);

      for (const news of history) {
        await storeAnswer(db, news, 'orders');
        // Makes the order, so that the next change moves rows in it.
        index.getSnapshot().find(filters[0]!);
      }

      const keyOf = {
        date: ({ id }: Order) => id,
        amount: ({ total_price: price }: Order) => price,
        customer: ({ user_name: name }: Order) => fold(name),
        status: ({ status }: Order) => orderStatuses.indexOf(status),
      }[sort.by];
      const usual = (await db.orders.toArray())
        .toReversed()
        .toSorted(
          (a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))) * (orderSorts[sort.by] === 'asc' ? 1 : -1),
        );
      const wanted = (sort.direction === orderSorts[sort.by] ? usual : usual.toReversed()).map(({ id }) => id);
      await expect
        .poll(() => filters.map((filter) => index.getSnapshot().find(filter)))
        .toEqual(filters.map(() => wanted));
      db.close();
    }),
    { numRuns: 40 },
  );
});
