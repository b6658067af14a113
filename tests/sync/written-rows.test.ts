import { Dexie, RangeSet } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TicketRow } from '../../src/contract/tickets.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { followTable, type TableChange } from '../../src/client/local/rows-in-memory/follow-table.ts';
import { openPageDatabase } from '../../src/client/local/rows-in-memory/page-database.ts';
import { RowColumns, type RowFilter } from '../../src/client/local/rows-in-memory/row-columns.ts';
import { rowsPerTask } from '../../src/client/local/rows-in-memory/row-index.ts';
import { ticketIndexOf } from '../../src/client/local/rows-in-memory/row-indexes.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { recordReads } from './count-reads.ts';
import { writeInAnotherTab } from './write-in-another-tab.ts';
import { deviceOf, sara, ticketChange, ticketRow } from './support.ts';

const uuid = (id: number) => `0193aaaa-0000-7000-8000-${String(id).padStart(12, '0')}`;
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => uuid(from + at));
const everything: RowFilter = { search: '', values: {} };
const closed: RowFilter = { search: '', values: { status: ['closed'] } };
const words: RowFilter = { search: 'card', values: {} };

let rev = 1;

/** Stores tickets as one answer of the server. */
const storeTickets = (db: LocalDatabase, tickets: readonly string[]): Promise<void> =>
  db.transaction('rw', db.syncTables, () =>
    storeServerRows(
      db,
      tickets.map((id) => ticketChange(id, ++rev)),
    ),
  );

/** A device with this many tickets, and a list of them in memory. */
async function listOf(count: number, filter = everything) {
  const { db } = await deviceOf(sara);
  await storeTickets(db, ids(1, count));
  const list = await openList(db, filter);
  return { db, list };
}

async function openList(db: LocalDatabase, filter: RowFilter) {
  const index = ticketIndexOf(db);
  index.follow(index.partOf(filter), () => undefined);
  await expect.poll(() => index.getSnapshot().find(filter)).not.toBeNull();
  return (wanted = filter) => index.getSnapshot().find(wanted);
}

const closedTicket = (id: string): TicketRow => ({ ...(ticketRow(id) as unknown as TicketRow), status: 'closed' });

test('a list takes what its own tab has written and reads no row for it', async () => {
  const { db, list } = await listOf(300);
  const { requests } = await recordReads(db);

  await db.transaction('rw', db.tickets, async () => {
    await db.tickets.bulkPut(ids(1, 30).map(closedTicket));
    await db.tickets.put(closedTicket(uuid(301)));
    await db.tickets.bulkDelete(ids(29, 40));
  });

  await expect.poll(() => list(closed)).toHaveLength(29);
  expect(list()).toHaveLength(289);
  expect(requests.tickets ?? 0).toBe(0);
});

test('a transaction that is cancelled changes no list', async () => {
  const { db, list } = await listOf(3);

  await db
    .transaction('rw', db.tickets, async (transaction) => {
      await db.tickets.put(closedTicket(uuid(1)));
      transaction.abort();
    })
    .catch(() => undefined);
  await db.tickets.put(closedTicket(uuid(2)));

  await expect.poll(() => list(closed)).toEqual([uuid(2)]);
});

test('rows of a write call that failed in part are read again', async () => {
  const { db, list } = await listOf(3);

  await db.transaction('rw', db.tickets, () =>
    db.tickets.bulkAdd([closedTicket(uuid(3)), closedTicket(uuid(4))]).catch(() => undefined),
  );

  await expect.poll(() => list(closed)).toEqual([uuid(4)]);
  expect(list()).toHaveLength(4);
});

test('a row that another tab changed while this one was writing is shown as the database has it', async () => {
  const { db, list } = await listOf(200);
  const resolved: RowFilter = { search: '', values: { status: ['resolved'] } };

  await db.transaction('rw', db.tickets, async () => {
    await db.tickets.put(closedTicket(uuid(7)));
    writeInAnotherTab(db, { ...closedTicket(uuid(7)), status: 'resolved' });
  });

  await expect.poll(() => list(resolved)).toEqual([uuid(7)]);
  // Once the list has a later change, it has all of what its own tab wrote before.
  await db.tickets.put(closedTicket(uuid(8)));
  await expect.poll(() => list(closed)).toContain(uuid(8));
  expect([list(closed), list(resolved)]).toEqual([[uuid(8)], [uuid(7)]]);
});

test('a list does not take what its own tab has written when another tab changed the table meanwhile', async () => {
  const { db } = await deviceOf(sara);
  const changes: TableChange[] = [];
  onTestFinished(followTable(db, 'tickets', (change) => changes.push(change)));

  await db.transaction('rw', db.tickets, async () => {
    await db.tickets.put(closedTicket(uuid(7)));
    Dexie.on.storagemutated.fire({ [`idb://${db.name}/tickets/`]: new RangeSet().addKeys([uuid(7)]) });
  });
  await db.tickets.put(closedTicket(uuid(8)));

  // The row of the other tab may be the newer one, so it is read again.
  expect(changes).toEqual([{ keys: [uuid(7)] }, { keys: [uuid(7)] }, { rows: expect.any(Map) }]);
});

test('a list ignores what is written to another device of the same user', async () => {
  const { db, list } = await listOf(3);
  const other = openPageDatabase(sara.id, { indexedDB: new IDBFactory(), IDBKeyRange });

  await other.tickets.put(closedTicket(uuid(2)));

  await new Promise((later) => setTimeout(later, 20));
  expect(list(closed)).toEqual([]);
  expect(list()).toHaveLength(3);
  db.close();
  other.close();
});

/** Measures the most rows that a list takes in one task of the event loop. */
function rowsInOneTask(): { most: number } {
  const seen = { most: 0 };
  let now = 0;
  const put = RowColumns.prototype.put;
  const spy = vi.spyOn(RowColumns.prototype, 'put').mockImplementation(function (this: RowColumns<never>, entries) {
    now += entries.length;
    seen.most = Math.max(seen.most, now);
    // Every read from the database and every pause between two slices takes longer than these microtasks.
    void afterMicrotasks().then(() => (now = 0));
    put.call(this, entries);
  });
  onTestFinished(() => spy.mockRestore());
  return seen;
}

async function afterMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

test.each([
  ['for a filter', everything],
  ['for a search', words],
])('1,000 tickets %s are loaded in slices, so that the page can draw between them', async (_, filter) => {
  const { db } = await deviceOf(sara);
  await storeTickets(db, ids(1, 1000));
  const seen = rowsInOneTask();

  const list = await openList(db, filter);

  expect(list(everything)).toHaveLength(1000);
  expect(seen.most).toBeLessThanOrEqual(rowsPerTask);
});

test('500 tickets of one answer are added to a list in slices', async () => {
  const { db, list } = await listOf(10, words);
  const seen = rowsInOneTask();

  await storeTickets(db, ids(11, 510));

  await expect.poll(() => list(everything)).toHaveLength(510);
  expect(seen.most).toBeLessThanOrEqual(rowsPerTask);
});
