import type { DBCore, DBCoreMutateRequest, DBCoreTable, ObservabilitySet } from 'dexie';

/** The rows that one transaction has written to one table. */
export interface Written {
  /** The rows by key; undefined where a row was deleted. */
  rows: ReadonlyMap<unknown, unknown>;
  /** The moment (`nextMoment`) of the first write. */
  since: number;
}

let moment = 0;

/** Returns an increasing number that orders events in this tab. */
export const nextMoment = (): number => ++moment;

/**
 * Collects the rows that each transaction of one database writes. After the commit, lists of this tab take them from
 * here instead of reading them again.
 */
export class WrittenRows {
  /** Called with each commit, before Dexie's event. */
  onCommit: ((written: WrittenTables) => void) | null = null;
  /** By the object that Dexie passes to the listeners of its event. */
  private readonly committed = new WeakMap<object, WrittenTables>();

  /** The Dexie middleware that collects the rows. */
  readonly create = (core: DBCore): DBCore => {
    const writing: WritesByTransaction = new WeakMap();
    return {
      ...core,
      transaction: (stores, mode, options) => {
        const transaction = core.transaction(stores, mode, options) as IDBTransaction;
        // This listener runs before Dexie's own, which is added later and fires Dexie's event.
        if (mode === 'readwrite') transaction.addEventListener('complete', () => this.commit(transaction, writing));
        return transaction;
      },
      table: (name) => collecting(core.table(name), writing),
    };
  };

  /** Returns the rows that caused one of Dexie's events; undefined when they are not known. */
  rowsOfEvent(parts: ObservabilitySet, table: string): Written | undefined {
    return this.committed.get(parts)?.get(table) ?? undefined;
  }

  private commit(
    transaction: IDBTransaction & { mutatedParts?: ObservabilitySet },
    writing: WritesByTransaction,
  ): void {
    const tables = writing.get(transaction);
    if (tables) this.onCommit?.(tables);
    if (tables && transaction.mutatedParts) this.committed.set(transaction.mutatedParts, tables);
  }
}

/** The rows that a transaction has written, by table; null where a write failed or its rows are not known. */
export type WrittenTables = Map<string, (Written & { rows: Map<unknown, unknown> }) | null>;
type WritesByTransaction = WeakMap<object, WrittenTables>;

const collecting = (table: DBCoreTable, writing: WritesByTransaction): DBCoreTable => ({
  ...table,
  mutate(request) {
    const tables = writing.get(request.trans) ?? new Map();
    writing.set(request.trans, tables);
    collect(table, request, tables);
    return table.mutate(request).then(
      (answer) => {
        if (answer.numFailures > 0) tables.set(table.name, null);
        return answer;
      },
      (error: unknown) => {
        tables.set(table.name, null);
        throw error;
      },
    );
  },
});

function collect({ name, schema }: DBCoreTable, request: DBCoreMutateRequest, tables: WrittenTables): void {
  const written = tables.get(name) ?? { rows: new Map<unknown, unknown>(), since: nextMoment() };
  if (tables.get(name) !== null) tables.set(name, written);
  const { extractKey } = schema.primaryKey;
  if (request.type === 'deleteRange' || !extractKey) return void tables.set(name, null);
  if (request.type === 'delete') return request.keys.forEach((key) => written.rows.set(key, undefined));
  for (const row of request.values) written.rows.set(extractKey(row), row);
}
