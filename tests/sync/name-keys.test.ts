import { cmp, Dexie, RangeSet, rangesOverlap, type ObservabilitySet } from 'dexie';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerRow } from '../../src/contract/balance.ts';
import { keysOf, mergeKeys } from '../../src/client/local/name-keys.ts';
import { readRowsByKey } from '../../src/client/local/read-rows-by-key.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { recordReads } from './count-reads.ts';
import { deviceOf, sara, ticketChange } from './support.ts';

const uuid = (id: number) => `0193aaaa-0000-7000-8000-${String(id).padStart(12, '0')}`;

/** Runs `act`; returns the keys in each notification of Dexie about a table, null for one without keys. */
async function notificationsDuring(
  db: LocalDatabase,
  table: string,
  act: () => Promise<unknown>,
): Promise<(unknown[] | null)[]> {
  const notifications: (unknown[] | null)[] = [];
  const listen = (parts: ObservabilitySet) => {
    const set = parts[`idb://${db.name}/${table}/`];
    // Other tabs get the set as plain data.
    if (set) notifications.push(keysOf(structuredClone(set)));
  };
  Dexie.on('storagemutated', listen);
  await act();
  Dexie.on.storagemutated.unsubscribe(listen);
  return notifications;
}

test.each([1, 49, 50, 125, 500])('one notification names the keys of %i rows of an answer', async (count) => {
  const { db } = await deviceOf(sara);
  const ids = Array.from({ length: count }, (_, at) => uuid(at + 1));

  const notifications = await notificationsDuring(db, 'tickets', () =>
    db.transaction('rw', db.syncTables, () =>
      storeServerRows(
        db,
        ids.toReversed().map((id) => ticketChange(id, 1)),
      ),
    ),
  );

  expect(notifications).toEqual([ids]);
});

test('one notification is sent for many compound keys, and names none of them', async () => {
  const { db } = await deviceOf(sara);
  const shadows = Array.from({ length: 60 }, (_, at) => ({
    table: 'tickets' as const,
    key: uuid(at % 55),
    row: null,
    rev: 1,
  }));

  const notifications = await notificationsDuring(db, 'shadow', () => db.shadow.bulkPut(shadows));

  // No list shows a table with compound keys.
  expect(notifications).toEqual([null]);
  expect(await db.shadow.count()).toBe(55);
});

test('`keysOf` returns the keys that were added to a set, in order, and null when the set has keys that cannot be listed', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(50), fc.string({ maxLength: 2 }))), (added) => {
      const set = new RangeSet().addKeys(added);
      expect(keysOf(set)).toEqual([...new Set(added)].sort(cmp));
      const withIds = new RangeSet().add(set).add(new RangeSet(1000, 1002));
      expect(keysOf(withIds)).toEqual([...new Set([...added, 1000, 1001, 1002])].sort(cmp));
      const unlisted = [new RangeSet(1000, 1_000_000), new RangeSet(1000.5, 1002), new RangeSet('x', 'y')];
      for (const range of unlisted) expect(keysOf(new RangeSet().add(set).add(range))).toBeNull();
    }),
  );
});

test('neighbouring rows are read in one request, scattered rows by their keys, always in the requested order', async () => {
  const { db } = await deviceOf(sara);
  const change = (id: number) => ticketChange(uuid(id), 1);
  await storeServerRows(
    db,
    Array.from({ length: 200 }, (_, at) => change(at + 1)),
  );
  const { requests, rows } = await recordReads(db);
  const ids = async (wanted: number[]) =>
    (await readRowsByKey(db.tickets, wanted.map(uuid))).map((row) => row && Number(String(row.id).slice(-12)));

  expect(await ids([9, 7, 300, 8])).toEqual([9, 7, undefined, 8]);
  expect(requests.tickets).toBe(2);
  expect(await ids([60, 58, 59, 61])).toEqual([60, 58, 59, 61]);
  expect(requests.tickets).toBe(3);
  expect(await ids([1, 100, 200])).toEqual([1, 100, 200]);
  // Per call: a range of at most two rows a key, then, where that is not all, the rows by key.
  expect(rows.tickets).toBeLessThanOrEqual(8 + 3 + 4 + 6 + 3);
});

interface KeyNode {
  from: unknown;
  to: unknown;
  l: KeyNode | null;
  r: KeyNode | null;
}

const rangesIn = (node: KeyNode | null): unknown[] =>
  node ? [...rangesIn(node.l), [node.from, node.to], ...rangesIn(node.r)] : [];

test('ids in sequence are reported as one range, so that live queries can take over thousands of them', async () => {
  const { db } = await deviceOf(sara);
  const ids = [...Array.from({ length: 3_000 }, (_, at) => at + 1), 5_000, 5_001, 7_000];
  let ranges: unknown[] = [];
  const listen = (parts: ObservabilitySet) => {
    const set = parts[`idb://${db.name}/ledger/`];
    if (set) ranges = rangesIn(set as unknown as KeyNode);
  };
  Dexie.on('storagemutated', listen);
  await db.ledger.bulkPut(ids.toReversed().map((id) => ({ id }) as LedgerRow));
  Dexie.on.storagemutated.unsubscribe(listen);

  expect(ranges).toEqual([
    [1, 3_000],
    [5_000, 5_001],
    [7_000, 7_000],
  ]);
});

test('the keys of two changes together are those of both, or everything where one has no keys', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1 });
  const setOf = (values: number[]) => values.reduce((set, value) => set.addKey(value), new RangeSet());
  const merged = (a: object, b: object) => mergeKeys(structuredClone({ ...a }), structuredClone({ ...b })) as RangeSet;

  fc.assert(
    fc.property(keys, keys, (a, b) => {
      expect(keysOf(merged(setOf(a), setOf(b)))).toEqual([...new Set([...a, ...b])].toSorted(cmp));
      const all = merged(setOf(a), new RangeSet('a', 'b'));
      expect(keysOf(all)).toBe(null);
      expect(rangesOverlap(new RangeSet(7), all)).toBe(true);
    }),
  );
});
