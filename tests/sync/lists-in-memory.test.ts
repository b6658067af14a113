import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { orderStatuses } from '../../src/contract/orders.ts';
import { ticketStatuses } from '../../src/contract/tickets.ts';
import { OrderLists } from '../../src/client/features/orders/order-lists.ts';
import { TicketIndex, type Entry } from '../../src/client/features/tickets/ticket-index.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { emptyCache, takeRows } from '../../src/client/sync/view.ts';
import { deviceOf, sara, ticketRow } from './support.ts';

/** What the server tells in one answer: records that came, changed or went. */
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
/** Answers one after the other; null begins the device's copy anew. */
const historyOf = (statuses: readonly string[]) =>
  fc.array(fc.option(newsOf(statuses), { freq: 6 }), { minLength: 1, maxLength: 8 });

let rev = 1;

async function take(db: LocalDatabase, news: News | null, told: 'orders' | 'tickets'): Promise<void> {
  await db.transaction('rw', db.syncTables, async () => {
    if (!news) return emptyCache(db, []);
    for (const { id, status, hour } of news) {
      const row = status && (told === 'orders' ? order(id, status) : ticket(id, status, hour));
      const key = told === 'orders' ? String(id) : uuid(id);
      await takeRows(db, [{ entity: told, key, rev: rev++, row: row || null }]);
    }
  });
}

const order = (id: number, status: string) => ({
  id,
  status,
  items: [],
  created_at: `2026-11-20T10:00:${id + 10}.000Z`,
});
const uuid = (id: number) => `0193aaaa-0000-7000-8000-${String(id).padStart(12, '0')}`;
const ticket = (id: number, status: string, hour: number) => ({
  ...ticketRow(uuid(id)),
  status,
  created_at: `2026-11-20T${hour}:00:00.000Z`,
});

test('the ids of orders by status follow every change of the device', async () => {
  await fc.assert(
    fc.asyncProperty(historyOf(orderStatuses), fc.constantFrom(null, ...orderStatuses), async (history, status) => {
      const { db } = await deviceOf(sara);
      const lists = new OrderLists(db);
      await take(db, [{ id: 5, status: 'new', hour: 10 }], 'orders');
      const stop = [null, 'new' as const, status].map((one) => lists.follow(one, () => undefined));

      for (const news of history) await take(db, news, 'orders');

      const stored = (await db.orders.toArray()).toReversed();
      await vi.waitFor(() => {
        for (const one of [null, 'new' as const, status]) {
          const wanted = stored.filter((row) => one === null || row.status === one).map(({ id }) => id);
          expect(lists.idsNow(one)).toEqual(wanted);
        }
      });
      for (const end of stop) end();
      db.close();
    }),
    { numRuns: 40 },
  );
});

test('the tickets in memory follow every change of the device, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(historyOf(ticketStatuses), async (history) => {
      const { db } = await deviceOf(sara);
      const index = new TicketIndex(db);
      await take(db, [{ id: 5, status: 'new', hour: 12 }], 'tickets');
      const stop = index.subscribe(() => undefined);

      for (const news of history) await take(db, news, 'tickets');

      const told = ({ id, status, created_at }: Entry) => `${created_at} ${id} ${status}`;
      const stored = (await db.tickets.toArray()).map(told);
      await vi.waitFor(() => {
        expect(index.entriesNow()?.map(told)).toEqual(stored.toSorted().toReversed());
      });
      stop();
      db.close();
    }),
    { numRuns: 40 },
  );
});
