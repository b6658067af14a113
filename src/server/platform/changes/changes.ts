import type { Change, EntityName } from '../../../contract/sync.ts';

/** A row as a device stores it. */
type Row = Record<string, unknown> & { rev: number };

/** A row as it is sent to a device. */
export const changeOf = (entity: EntityName, key: string | number, row: Row): Change => ({
  entity,
  key: String(key),
  rev: row.rev,
  row,
});

/** One change for each requested key, in that order; a key without a row is deleted or not visible to this user. */
export function changesFor(
  entity: EntityName,
  keys: readonly string[],
  rows: readonly (Row & { id: unknown })[],
): Change[] {
  const rowsByKey = new Map(rows.map((row) => [String(row.id), row]));
  return keys.map((key) => {
    const row = rowsByKey.get(key);
    return row ? changeOf(entity, key, row) : { entity, key, rev: 0, row: null };
  });
}

/** The keys that are numbers; other keys match no row. */
export const numericKeys = (keys: readonly string[]): number[] => keys.map(Number).filter(Number.isSafeInteger);
