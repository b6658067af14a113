import type { Table } from 'dexie';
import type { EntityName } from '../../contract/sync.ts';
import type { LocalDatabase } from './database.ts';
import { followTable } from './follow-table.ts';
import { readKeys } from './read-keys.ts';
import { RowColumns, type Entry, type RowFilter } from './row-columns.ts';
import { isStorageError } from './storage-errors.ts';

/** Rows read at once: folding their texts takes a few milliseconds, and between two portions the page may draw. */
const portion = 125;

/** Milliseconds from a failure of the storage to the next try. */
const triedAgainAfter = 1_000;

/** Lists of ids kept for the next page of the same list. */
const listsKept = 8;

/** The part of an index that holds all rows with their texts. */
const searchPart = 'search';

/** What an index keeps of the rows of one table, and which part of them it must read for a filter. */
export interface IndexPlan<Id extends string | number, Stored> {
  table: EntityName;
  /** All that memory keeps of a row but for its text. */
  entryOf(row: Stored): Entry<Id>;
  textOf(row: Stored): string;
  /** The name of what must be in memory before a filter without search can be answered. */
  partOf(values: RowFilter['values']): string;
  /** Reads a part out of the database's indexes; null where the rows themselves must be read. */
  readPart?(db: LocalDatabase, part: string): Promise<Entry<Id>[]>;
}

/** The rows in memory at one moment. */
export interface RowsNow<Id> {
  /** The ids of the rows that a filter leaves, in order; null until they are in memory. */
  find(filter: RowFilter): readonly Id[] | null;
}

/**
 * The rows of one table as columns in memory, so that a filter or a search through thousands of them takes a few
 * milliseconds. Only what was asked for is read. Every change of the table, from this tab, another one or the service
 * worker, reads the changed rows again, and those only.
 */
export class RowIndex<Id extends string | number, Stored> {
  private readonly db: LocalDatabase;
  private readonly plan: IndexPlan<Id, Stored>;
  private readonly listeners = new Set<() => void>();
  private readonly changed = new Set<Id>();
  private readonly wanted = new Set<string>();
  private parts = new Set<string>();
  private columns = new RowColumns<Id>();
  private now = this.snapshot();
  private isStale = false;
  private isBusy = false;
  private unfollow: (() => void) | null = null;

  constructor(db: LocalDatabase, plan: IndexPlan<Id, Stored>) {
    this.db = db;
    this.plan = plan;
  }

  /** What is in memory: another object after every change. */
  readonly getNow = (): RowsNow<Id> => this.now;

  /** The part that a filter needs in memory. */
  partOf({ search, values }: RowFilter): string {
    return search.trim() === '' ? this.plan.partOf(values) : searchPart;
  }

  /** Brings a part into memory and keeps it current; calls back after every change. Gives what ends it. */
  follow(part: string, listener: () => void): () => void {
    this.unfollow ??= followTable(this.db, this.plan.table, this.onChange);
    this.wanted.add(part);
    this.listeners.add(listener);
    this.update();
    return () => void this.listeners.delete(listener);
  }

  /** A list asks again for each of its pages, so lists without search are kept until the next change. */
  private snapshot(): RowsNow<Id> {
    const lists = new Map<string, readonly Id[]>();
    const find = (filter: RowFilter): readonly Id[] => {
      if (filter.search !== '') return this.columns.find(filter);
      const name = JSON.stringify(filter.values);
      const ids = lists.get(name) ?? this.columns.find(filter);
      if (lists.size < listsKept) lists.set(name, ids);
      return ids;
    };
    return { find: (filter) => (this.has(this.partOf(filter)) ? find(filter) : null) };
  }

  private has(part: string): boolean {
    return this.parts.has(part) || this.parts.has(searchPart);
  }

  private readonly onChange = (keys: readonly unknown[] | null): void => {
    if (this.listeners.size === 0 && !this.db.isOpen()) return this.forget();
    if (!keys) this.isStale = true;
    else for (const key of keys) this.changed.add(key as Id);
    this.update();
  };

  /** After a sign-out nothing of a person stays in memory. */
  private forget(): void {
    this.unfollow?.();
    this.unfollow = null;
    for (const known of [this.wanted, this.parts, this.changed]) known.clear();
    this.columns = new RowColumns();
    this.now = this.snapshot();
  }

  /** One step at a time, as long as there is a listener; what changes meanwhile is read in the next step. */
  private update(): void {
    if (this.listeners.size === 0 || this.isBusy) return;
    const step = this.nextStep();
    if (step) void this.run(step);
  }

  private nextStep(): (() => Promise<void>) | null {
    if (this.isStale) return () => this.readAgain();
    const missing = [...this.wanted].find((part) => !this.has(part));
    if (missing !== undefined) return () => this.readMissing(missing);
    return this.changed.size > 0 ? () => this.readChanges() : null;
  }

  /** After a failure everything counts as not read, and is read again a little later. */
  private async run(step: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    try {
      await step();
    } catch (thrown) {
      this.isStale = true;
      setTimeout(() => this.update(), triedAgainAfter);
      if (!isStorageError(thrown)) throw thrown;
      return;
    } finally {
      this.isBusy = false;
    }
    this.now = this.snapshot();
    for (const listener of this.listeners) listener();
    this.update();
  }

  /** Until everything is read again, what was known before is the answer. */
  private async readAgain(): Promise<void> {
    this.isStale = false;
    this.changed.clear();
    const columns = new RowColumns<Id>();
    const parts = new Set(this.wanted.has(searchPart) ? [searchPart] : this.wanted);
    for (const part of parts) await this.readPart(columns, part);
    this.columns = columns;
    this.parts = parts;
  }

  private async readMissing(part: string): Promise<void> {
    await this.readPart(this.columns, part);
    this.parts.add(part);
  }

  private async readPart(columns: RowColumns<Id>, part: string): Promise<void> {
    if (part !== searchPart && this.plan.readPart) return columns.put(await this.plan.readPart(this.db, part));
    let rows = await this.rows.limit(portion).toArray();
    while (rows.length > 0) {
      columns.put(rows.map((row) => this.entryOf(row, part === searchPart)));
      const { id } = this.plan.entryOf(rows.at(-1)!);
      rows = await this.rows.where(':id').above(id).limit(portion).toArray();
    }
  }

  private async readChanges(): Promise<void> {
    const keys = [...this.changed];
    this.changed.clear();
    const rows = await readKeys(this.rows, keys);
    this.columns.remove(keys.filter((_, at) => rows[at] === undefined));
    const isSearched = this.parts.has(searchPart);
    this.columns.put(rows.filter((row) => row !== undefined).map((row) => this.entryOf(row, isSearched)));
  }

  private get rows(): Table<Stored, Id> {
    return this.db.table(this.plan.table);
  }

  private entryOf(row: Stored, isSearched: boolean): Entry<Id> {
    const entry = this.plan.entryOf(row);
    return isSearched ? { ...entry, text: this.plan.textOf(row) } : entry;
  }
}
