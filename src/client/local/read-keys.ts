import type { Table } from 'dexie';

/**
 * Reads the rows of these keys, in their order; undefined where there is none. Rows that changed together mostly lie
 * together, so one request for the range between the keys is tried first: a request for each key takes far longer.
 */
export async function readKeys<Row, Key extends string | number>(
  table: Table<Row, Key>,
  keys: readonly Key[],
): Promise<(Row | undefined)[]> {
  if (keys.length < 3) return table.bulkGet([...keys]);
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : 1));
  const most = keys.length * 2;
  const near = await table.where(':id').between(sorted[0], sorted.at(-1), true, true).limit(most).toArray();
  if (near.length === most) return table.bulkGet([...keys]);
  const { keyPath } = table.schema.primKey;
  const byKey = new Map(near.map((row) => [(row as Record<string, unknown>)[String(keyPath)], row]));
  return keys.map((key) => byKey.get(key));
}
