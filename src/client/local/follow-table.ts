import { Dexie, type ObservabilitySet } from 'dexie';
import type { EntityName } from '../../contract/sync.ts';
import type { LocalDatabase } from './database.ts';
import { keysOf } from './name-keys.ts';

/**
 * Calls back after every change of a table, from this tab, another one or the service worker: with the keys of the
 * rows that changed, or null when it may be any of them. Gives what ends it.
 */
export function followTable(
  db: LocalDatabase,
  table: EntityName,
  onChange: (keys: readonly unknown[] | null) => void,
): () => void {
  const onMutated = (parts: ObservabilitySet): void => {
    const touched = parts[`idb://${db.name}/${table}/`];
    if (touched) onChange(keysOf(touched));
  };
  Dexie.on('storagemutated', onMutated);
  return () => Dexie.on.storagemutated.unsubscribe(onMutated);
}
