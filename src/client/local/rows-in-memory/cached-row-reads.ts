import { Dexie, type DBCore, type DBCoreGetManyRequest, type DBCoreTable, type ObservabilitySet } from 'dexie';
import { keysOf } from '../name-keys.ts';
import { nextMoment, type WrittenTables, type WrittenRows } from './written-rows.ts';

/** Tables whose rows are cached, at most `rowsMax` of each. */
const cachedTables = ['orders', 'tickets'];
const rowsMax = 500;

/** The caches that hold rows, by the name of their database. */
const cachesByDatabase = new Map<string, Set<CachedRowReads>>();

Dexie.on('storagemutated', (parts) => {
  for (const part in parts) {
    const [, name, table] = /^idb:\/\/(.+)\/(\w+)\/$/.exec(part) ?? [];
    for (const cache of cachesByDatabase.get(name!) ?? []) cache.onChanged(table!, parts);
  }
});

/**
 * Caches rows that lists have recently read by key, so that a live query that runs again after a change does not read
 * them again. A commit of this tab replaces rows; rows that change elsewhere are dropped.
 */
export class CachedRowReads {
  private readonly databaseName: string;
  private readonly written: WrittenRows;
  private readonly tables = new Map(cachedTables.map((table) => [table, emptyTable()]));

  constructor(databaseName: string, written: WrittenRows) {
    this.databaseName = databaseName;
    this.written = written;
    written.onCommit = (tables) => this.takeCommitted(tables);
  }

  /** The Dexie middleware that answers reads by key from memory. */
  readonly create = (core: DBCore): DBCore => ({
    ...core,
    table: (name) => {
      const cached = this.tables.get(name);
      const table = core.table(name);
      if (!cached) return table;
      const getMany: DBCoreTable['getMany'] = (request) =>
        isMultiStep(request.trans) ? table.getMany(request) : this.getMany(table, cached, request);
      return { ...table, getMany };
    },
  });

  /** Returns the rows of these keys, in their order, where all of them are in memory. */
  peek(table: string, keys: readonly unknown[]): unknown[] | undefined {
    const rows = this.tables.get(table)?.rows;
    return rows && keys.every((key) => rows.has(key)) ? keys.map((key) => rows.get(key)) : undefined;
  }

  /** Called with each of Dexie's events: drops the rows that another tab or the service worker has changed. */
  onChanged(table: string, parts: ObservabilitySet): void {
    const cached = this.tables.get(table);
    if (!cached || this.written.rowsOfEvent(parts, table)) return;
    cached.changedElsewhere = nextMoment();
    drop(cached, keysOf(parts[`idb://${this.databaseName}/${table}/`]!));
  }

  /** Drops all rows, and gets no more of Dexie's events until rows are read again. */
  forget(): void {
    for (const cached of this.tables.values()) drop(cached, null);
    const caches = cachesByDatabase.get(this.databaseName);
    caches?.delete(this);
    if (caches?.size === 0) cachesByDatabase.delete(this.databaseName);
  }

  private takeCommitted(written: WrittenTables): void {
    for (const [name, change] of written) {
      const cached = this.tables.get(name);
      if (!cached) continue;
      const isNewest = change && change.since > cached.changedElsewhere;
      if (!isNewest) drop(cached, change && [...change.rows.keys()]);
      else for (const [key, row] of change.rows) replace(cached, key, row);
      cached.version++;
    }
  }

  private async getMany(table: DBCoreTable, cached: CachedTable, request: DBCoreGetManyRequest): Promise<unknown[]> {
    // Live queries get Dexie's events before `onChanged`, which must run before the cache is read.
    await Promise.resolve();
    if (request.keys.every((key) => cached.rows.has(key))) return request.keys.map((key) => cached.rows.get(key));
    const { version } = cached;
    const rows = (await table.getMany(request)) as unknown[];
    if (version === cached.version) this.store(cached, request.keys, rows);
    return rows;
  }

  private store(cached: CachedTable, keys: readonly unknown[], rows: readonly unknown[]): void {
    cachesByDatabase.set(this.databaseName, (cachesByDatabase.get(this.databaseName) ?? new Set()).add(this));
    for (const [at, row] of rows.entries()) if (row !== undefined) cached.rows.set(keys[at], row);
    for (const key of cached.rows.keys()) if (cached.rows.size > rowsMax) cached.rows.delete(key);
  }
}

/**
 * Returns whether a transaction may have several steps. Its reads must then see one state of the database and bypass
 * the cache.
 */
function isMultiStep(transaction: unknown): boolean {
  const { mode, _explicit } = transaction as IDBTransaction & { _explicit?: boolean };
  return mode !== 'readonly' || _explicit === true;
}

interface CachedTable {
  rows: Map<unknown, unknown>;
  /** The number of changes; rows that were read before the last one may be outdated. */
  version: number;
  /** The moment of the last change that this tab did not make. */
  changedElsewhere: number;
}

const emptyTable = (): CachedTable => ({ rows: new Map(), version: 0, changedElsewhere: 0 });

function drop(cached: CachedTable, keys: readonly unknown[] | null): void {
  cached.version++;
  if (keys) for (const key of keys) cached.rows.delete(key);
  else cached.rows.clear();
}

function replace({ rows }: CachedTable, key: unknown, row: unknown): void {
  if (row === undefined) rows.delete(key);
  else if (rows.has(key)) rows.set(key, row);
}
