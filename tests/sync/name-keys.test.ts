import { cmp, Dexie, RangeSet, type ObservabilitySet } from 'dexie';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysOf } from '../../src/client/local/name-keys.ts';
import { readKeys } from '../../src/client/local/read-keys.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { recordReads } from './count-reads.ts';
import { deviceOf, sara, ticketChange } from './support.ts';

const uuid = (id: number) => `0193aaaa-0000-7000-8000-${String(id).padStart(12, '0')}`;

/** What Dexie tells this tab and the others about one table, of all changes made by `act`. */
async function toldOf(db: LocalDatabase, table: string, act: () => Promise<unknown>): Promise<(unknown[] | null)[]> {
  const told: (unknown[] | null)[] = [];
  const listen = (parts: ObservabilitySet) => {
    const set = parts[`idb://${db.name}/${table}/`];
    // Other tabs get it as plain data.
    if (set) told.push(keysOf(structuredClone(set)));
  };
  Dexie.on('storagemutated', listen);
  await act();
  Dexie.on.storagemutated.unsubscribe(listen);
  return told;
}

test.each([1, 49, 50, 125, 500])('%i rows of one answer are told by their keys', async (count) => {
  const { db } = await deviceOf(sara);
  const ids = Array.from({ length: count }, (_, at) => uuid(at + 1));

  const told = await toldOf(db, 'tickets', () =>
    db.transaction('rw', db.syncTables, () =>
      takeRows(
        db,
        ids.toReversed().map((id) => ticketChange(id, 1)),
      ),
    ),
  );

  expect(told).toEqual([ids]);
});

test('rows of one key twice and rows of composed keys are told once each', async () => {
  const { db } = await deviceOf(sara);
  const shadows = Array.from({ length: 60 }, (_, at) => ({
    table: 'tickets' as const,
    key: uuid(at % 55),
    row: null,
    rev: 1,
  }));

  const told = await toldOf(db, 'shadow', () => db.shadow.bulkPut(shadows));

  // A composed key is no key of a list.
  expect(told).toEqual([null]);
  expect(await db.shadow.count()).toBe(55);
});

test('the keys of a set are those that were added, in order; a range of several is none', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(50), fc.string({ maxLength: 2 }))), (added) => {
      const set = new RangeSet().addKeys(added);
      expect(keysOf(set)).toEqual([...new Set(added)].sort(cmp));
      expect(keysOf(new RangeSet().add(set).add(new RangeSet(1000, 2000)))).toBeNull();
    }),
  );
});

test('rows that lie together are read in one request, scattered ones by their keys, each in the order asked for', async () => {
  const { db } = await deviceOf(sara);
  const change = (id: number) => ticketChange(uuid(id), 1);
  await takeRows(
    db,
    Array.from({ length: 200 }, (_, at) => change(at + 1)),
  );
  const { requests, rows } = await recordReads(db);
  const ids = async (wanted: number[]) =>
    (await readKeys(db.tickets, wanted.map(uuid))).map((row) => row && Number(String(row.id).slice(-12)));

  expect(await ids([9, 7, 300, 8])).toEqual([9, 7, undefined, 8]);
  expect(requests.tickets).toBe(2);
  expect(await ids([60, 58, 59, 61])).toEqual([60, 58, 59, 61]);
  expect(requests.tickets).toBe(3);
  expect(await ids([1, 100, 200])).toEqual([1, 100, 200]);
  expect(rows.tickets).toBeLessThanOrEqual(8 + 3 + 4 + 6 + 3);
});
