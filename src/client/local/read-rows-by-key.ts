import type { Table } from 'dexie';

/**
 * Reads the rows of these keys, in the order of the keys; undefined where there is no row. First tries one request for
 * the range of the keys: rows that change together mostly have close keys, and a request per key takes far longer.
 */
export async function readRowsByKey<Row, Key extends string | number>(
  table: Table<Row, Key>,
  keys: readonly Key[],
): Promise<(Row | undefined)[]> {
  if (keys.length < 3) return table.bulkGet([...keys]);
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : 1));
  const limit = keys.length * 2;
  const near = await table.where(':id').between(sorted[0], sorted.at(-1), true, true).limit(limit).toArray();
  if (near.length === limit) return table.bulkGet([...keys]);
  const { keyPath } = table.schema.primKey;
  const byKey = new Map(near.map((row) => [(row as Record<string, unknown>)[String(keyPath)], row]));
  return keys.map((key) => byKey.get(key));
}
