import { cmp, Dexie, RangeSet, rangesOverlap, type ObservabilitySet } from 'dexie';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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

test('`keysOf` returns the keys that were added to a set, in order, and null when the set has a range', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(50), fc.string({ maxLength: 2 }))), (added) => {
      const set = new RangeSet().addKeys(added);
      expect(keysOf(set)).toEqual([...new Set(added)].sort(cmp));
      expect(keysOf(new RangeSet().add(set).add(new RangeSet(1000, 2000)))).toBeNull();
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

test('the keys of two changes together are those of both, or everything where one has no keys', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1 });
  const setOf = (values: number[]) => values.reduce((set, value) => set.addKey(value), new RangeSet());
  const merged = (a: object, b: object) => mergeKeys(structuredClone({ ...a }), structuredClone({ ...b })) as RangeSet;

  fc.assert(
    fc.property(keys, keys, (a, b) => {
      expect(keysOf(merged(setOf(a), setOf(b)))).toEqual([...new Set([...a, ...b])].toSorted(cmp));
      const all = merged(setOf(a), new RangeSet(1, 5));
      expect(keysOf(all)).toBe(null);
      expect(rangesOverlap(new RangeSet(7), all)).toBe(true);
    }),
  );
});
