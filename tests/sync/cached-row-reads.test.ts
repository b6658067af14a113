import { liveQuery } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { TicketRow } from '../../src/contract/tickets.ts';
import { readRows } from '../../src/client/lists/list-source.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { openPageDatabase } from '../../src/client/local/rows-in-memory/page-database.ts';
import { recordReads } from './count-reads.ts';
import { sara, ticketRow } from './support.ts';
import { writeInAnotherTab } from './write-in-another-tab.ts';

const uuid = (id: number) => `0193aaaa-0000-7000-8000-${String(id).padStart(12, '0')}`;
const ticket = (id: number, subject = 'No code'): TicketRow => ticketRow(uuid(id), { subject }) as unknown as TicketRow;
const page = [1, 2, 3].map(uuid);

/** The same user's database in two tabs, with three tickets. */
async function twoTabs(): Promise<[LocalDatabase, LocalDatabase]> {
  const factory = { indexedDB: new IDBFactory(), IDBKeyRange };
  const tabs: [LocalDatabase, LocalDatabase] = [openPageDatabase(sara.id, factory), openPageDatabase(sara.id, factory)];
  onTestFinished(() => tabs.forEach((tab) => tab.close()));
  await tabs[0].tickets.bulkPut([1, 2, 3].map((id) => ticket(id)));
  return tabs;
}

/** The subjects that a live page of tickets shows. */
function follow(db: LocalDatabase): { subjects: string[] | null } {
  const shown: { subjects: string[] | null } = { subjects: null };
  const live = liveQuery(() => readRows(db.tickets, page)).subscribe((rows) => {
    shown.subjects = rows.map(({ subject }) => subject);
  });
  onTestFinished(() => live.unsubscribe());
  return shown;
}

test('a page shows what its own tab writes and deletes without reading its rows again', async () => {
  const [db] = await twoTabs();
  const { requests } = await recordReads(db);
  const shown = follow(db);
  await expect.poll(() => shown.subjects).toHaveLength(3);
  const before = requests.tickets;

  await db.tickets.bulkPut([ticket(2, 'Late'), ticket(9)]);
  await expect.poll(() => shown.subjects).toEqual(['No code', 'Late', 'No code']);

  expect(before).toBe(1);
  expect(requests.tickets).toBe(1);

  await db.tickets.delete(uuid(1));
  await expect.poll(() => shown.subjects).toEqual(['Late', 'No code']);
});

test('a page shows what another tab has written', async () => {
  const [db, other] = await twoTabs();
  const shown = follow(db);
  await expect.poll(() => shown.subjects).toHaveLength(3);

  await other.tickets.put(ticket(2, 'Late'));
  await expect.poll(() => shown.subjects).toEqual(['No code', 'Late', 'No code']);

  await other.tickets.clear();
  await expect.poll(() => shown.subjects).toEqual([]);
});

test('a row that another tab changed while this one was writing is shown as the database has it', async () => {
  const [db] = await twoTabs();
  const shown = follow(db);
  await expect.poll(() => shown.subjects).toHaveLength(3);

  await db.transaction('rw', db.tickets, async () => {
    await db.tickets.put(ticket(2, 'Late'));
    writeInAnotherTab(db, ticket(2, 'Later'));
  });

  await expect.poll(() => shown.subjects).toEqual(['No code', 'Later', 'No code']);
  expect((await readRows(db.tickets, page)).map(({ subject }) => subject)).toEqual(['No code', 'Later', 'No code']);
});

test('a transaction reads its rows from the database, not from the cache', async () => {
  const [db] = await twoTabs();
  const shown = follow(db);
  await expect.poll(() => shown.subjects).toHaveLength(3);
  const { rows } = await recordReads(db);

  const read = await db.transaction('rw', db.tickets, async () => {
    await db.tickets.put(ticket(2, 'Late'));
    return db.tickets.bulkGet(page);
  });

  expect(read.map((row) => row?.subject)).toEqual(['No code', 'Late', 'No code']);
  await expect.poll(() => shown.subjects).toEqual(['No code', 'Late', 'No code']);
  const before = rows.tickets ?? 0;
  await db.transaction('r', db.tickets, () => db.tickets.bulkGet(page));
  expect(rows.tickets).toBe(before + 3);
});

test('a database that was closed has no cached rows', async () => {
  const [db] = await twoTabs();
  await readRows(db.tickets, page);
  const { rows } = await recordReads(db);

  await readRows(db.tickets, page);
  await readRows(db.tickets, page);

  expect(rows.tickets).toBe(3);
});

test('the pages of two tabs show the stored rows after any changes of both', async () => {
  const change = fc.record({
    tab: fc.nat(1),
    how: fc.constantFrom('put', 'delete', 'clear', 'cancel', 'together'),
    id: fc.integer({ min: 1, max: 4 }),
    subject: fc.constantFrom('A', 'B', 'C'),
    isAwaited: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const tabs = await twoTabs();
      const shown = tabs.map(follow);
      const done: Promise<unknown>[] = [];
      for (const { tab, how, id, subject, isAwaited } of changes) {
        done.push(makeChange(tabs[tab]!, how, ticket(id, subject)));
        if (isAwaited) await done.at(-1);
      }
      await Promise.all(done);

      const stored = (await tabs[0].tickets.toArray()).filter(({ id }) => page.includes(id));
      const expected = stored.map(({ subject }) => subject);
      await expect.poll(() => shown.map(({ subjects }) => subjects), { interval: 5 }).toEqual([expected, expected]);
    }),
    { numRuns: 25 },
  );
});

async function makeChange(db: LocalDatabase, how: string, row: TicketRow): Promise<unknown> {
  if (how === 'put') return db.tickets.put(row);
  if (how === 'delete') return db.tickets.delete(row.id);
  if (how === 'clear') return db.tickets.clear();
  return db
    .transaction('rw', db.tickets, async (transaction) => {
      await db.tickets.bulkPut([row, { ...row, id: uuid(3) }]);
      if (how === 'cancel') transaction.abort();
    })
    .catch(() => undefined);
}
