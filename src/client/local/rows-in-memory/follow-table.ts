import { Dexie, type ObservabilitySet } from 'dexie';
import type { EntityName } from '../../../contract/sync.ts';
import type { LocalDatabase } from '../database.ts';
import { keysOf } from '../name-keys.ts';
import { writtenRowsOf } from './page-database.ts';
import { nextMoment } from './written-rows.ts';

/** A change of a table. */
export type TableChange =
  /** Rows that this tab has written, by key; undefined where a row was deleted. */
  | { rows: ReadonlyMap<unknown, unknown> }
  /** Keys of rows that changed elsewhere; null when any row may have changed. */
  | { keys: readonly unknown[] | null };

/**
 * Calls `onChange` after every change of a table by this tab, another tab or the service worker; returns a function to
 * unsubscribe.
 */
export function followTable(db: LocalDatabase, table: EntityName, onChange: (change: TableChange) => void): () => void {
  let lastElsewhere = 0;
  const onMutated = (parts: ObservabilitySet): void => {
    const touched = parts[`idb://${db.name}/${table}/`];
    if (!touched) return;
    const written = writtenRowsOf(db, parts, table);
    // If another tab's event arrived while this tab was writing, the order of the two changes is unknown.
    if (written && written.since > lastElsewhere) return onChange({ rows: written.rows });
    lastElsewhere = nextMoment();
    onChange({ keys: keysOf(touched) });
  };
  Dexie.on('storagemutated', onMutated);
  return () => Dexie.on.storagemutated.unsubscribe(onMutated);
}
