import type { Change, EntityName } from '../../contract/sync.ts';

/** A row as a device keeps it. */
type Row = Record<string, unknown> & { rev: number };

/** A row on its way to a device. */
export const changeOf = (entity: EntityName, key: string | number, row: Row): Change => ({
  entity,
  key: String(key),
  rev: row.rev,
  row,
});

/** One change for each key asked for, in that order; a key without a row is gone, or not for this person. */
export function changesFor(
  entity: EntityName,
  keys: readonly string[],
  rows: readonly (Row & { id: unknown })[],
): Change[] {
  const found = new Map(rows.map((row) => [String(row.id), row]));
  return keys.map((key) => {
    const row = found.get(key);
    return row ? changeOf(entity, key, row) : { entity, key, rev: 0, row: null };
  });
}

/** The keys that are numbers; others name nothing. */
export const numericKeys = (keys: readonly string[]): number[] => keys.map(Number).filter(Number.isSafeInteger);
