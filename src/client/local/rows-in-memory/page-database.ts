import type { ObservabilitySet } from 'dexie';
import { openDatabase, type DatabaseFactory, type LocalDatabase } from '../database.ts';
import { CachedRowReads } from './cached-row-reads.ts';
import { WrittenRows, type Written } from './written-rows.ts';

const writtenOf = new WeakMap<LocalDatabase, WrittenRows>();
const cachedOf = new WeakMap<LocalDatabase, CachedRowReads>();

/**
 * Opens the user's database for a page, whose lists use the rows that the page writes without reading them again. The
 * service worker has no lists and uses `openDatabase`.
 */
export function openPageDatabase(userId: number, factory?: DatabaseFactory): LocalDatabase {
  const db = openDatabase(userId, factory);
  const written = new WrittenRows();
  const cached = new CachedRowReads(db.name, written);
  // Below `nameKeys`, which has level -2.
  db.use({ stack: 'dbcore', name: 'writtenRows', level: -3, create: written.create });
  db.use({ stack: 'dbcore', name: 'cachedRowReads', level: -4, create: cached.create });
  db.onClose = () => cached.forget();
  writtenOf.set(db, written);
  cachedOf.set(db, cached);
  return db;
}

/** Returns the current rows of these keys, in their order, where all of them are in memory; undefined otherwise. */
export const rowsInMemory = <Row>(db: LocalDatabase, table: string, keys: readonly unknown[]): Row[] | undefined =>
  cachedOf.get(db)?.peek(table, keys) as Row[] | undefined;

/** Returns the rows of a table that this page wrote, for one of Dexie's events; undefined when they are not known. */
export const writtenRowsOf = (db: LocalDatabase, parts: ObservabilitySet, table: string): Written | undefined =>
  writtenOf.get(db)?.rowsOfEvent(parts, table);
