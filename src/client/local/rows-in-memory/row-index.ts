import { createSignal } from '../../base/signal.ts';
import type { Table } from 'dexie';
import type { LocalDatabase } from '../database.ts';
import { DueRows } from './due-rows.ts';
import { followTable, type TableChange } from './follow-table.ts';
import type { IndexPlan } from './index-plan.ts';
import { readRowsByKey } from '../read-rows-by-key.ts';
import { RowColumns, type Entry, type RowFilter } from './row-columns.ts';
import { nextTask, slicesOf } from '../slices.ts';
import { isStorageError } from '../storage-errors.ts';

/**
 * Rows read or folded in one task, which takes a few milliseconds; between two tasks the page can draw.
 *
 * @internal Exported for tests: they count the rows of a task.
 */
export const rowsPerTask = 64;

/** Entries from a database index taken in one task; they need no folding. */
const entriesPerTask = 2000;

/** Maximum number of written rows kept while a step is under way; of further ones only the keys are kept. */
const writtenKept = 512;

/** Milliseconds from a storage error to the next try. */
const retryDelayMs = 1_000;

/** Maximum number of lists of ids kept for the next page of the same list. */
const listsKept = 8;

/** The part of an index that holds all rows with their texts. */
const searchPart = 'search';

/** The rows in memory at one moment. */
export interface RowsSnapshot<Id> {
  /** Returns the ids of the rows that match a filter, in order; null until they are in memory. */
  find(filter: RowFilter): readonly Id[] | null;
  /** Returns the different values of a column. */
  valuesOf(column: string): readonly string[];
}

/**
 * An index of one table in memory, so that a filter or search over thousands of rows takes a few milliseconds. Reads
 * only the parts that lists ask for. Uses rows that this tab writes without reading them again, and reads again only
 * those that another tab or the service worker changes.
 */
export class RowIndex<Id extends string | number, Stored> {
  private readonly db: LocalDatabase;
  private readonly plan: IndexPlan<Id, Stored>;
  private readonly changes = createSignal();
  /** Keys of rows to be read again. */
  private readonly changed = new Set<Id>();
  /** Rows that this tab has written since the last step; undefined where a row was deleted. */
  private readonly written = new Map<Id, Stored | undefined>();
  private readonly wantedParts = new Set<string>();
  private loadedParts = new Set<string>();
  private columns: RowColumns<Id>;
  private current = this.snapshot();
  private readonly due = new DueRows<Id>((ids) => this.onChange({ keys: ids }));
  private isStale = false;
  private isBusy = false;
  private unfollow: (() => void) | null = null;

  constructor(db: LocalDatabase, plan: IndexPlan<Id, Stored>) {
    this.db = db;
    this.plan = plan;
    this.columns = new RowColumns(plan);
  }

  /** Returns the rows in memory: a new object after every change. */
  readonly getSnapshot = (): RowsSnapshot<Id> => this.current;

  /** Returns the name of the part that a filter needs in memory. */
  partOf(filter: RowFilter): string {
    return filter.search.trim() === '' ? this.plan.partOf(filter) : searchPart;
  }

  /** Loads a part and keeps it current; calls `listener` after every change. Returns a function to unsubscribe. */
  follow(part: string, listener: () => void): () => void {
    this.unfollow ??= followTable(this.db, this.plan.table, this.onChange);
    this.wantedParts.add(part);
    const stop = this.changes.subscribe(listener);
    this.update();
    return stop;
  }

  /** Keeps the results of filters without search until the next change, because lists ask again for each page. */
  private snapshot(): RowsSnapshot<Id> {
    const lists = new Map<string, readonly Id[]>();
    const find = (filter: RowFilter): readonly Id[] => {
      if (filter.search !== '') return this.columns.find(filter);
      const name = JSON.stringify([filter.values, filter.sort]);
      const ids = lists.get(name) ?? this.columns.find(filter);
      if (lists.size < listsKept) lists.set(name, ids);
      return ids;
    };
    const findLoaded = (filter: RowFilter) => (this.has(this.partOf(filter)) ? find(filter) : null);
    return { find: findLoaded, valuesOf: (column) => this.columns.valuesOf(column) };
  }

  private has(part: string): boolean {
    return this.loadedParts.has(part) || this.loadedParts.has(searchPart);
  }

  private readonly onChange = (change: TableChange): void => {
    if (!this.changes.hasListeners() && !this.db.isOpen()) return this.forget();
    if ('rows' in change) this.noteRows(change.rows as ReadonlyMap<Id, Stored | undefined>);
    else this.noteKeys(change.keys as readonly Id[] | null);
    this.update();
  };

  /** Keeps written rows only while there is a listener: a first load writes thousands. */
  private noteRows(rows: ReadonlyMap<Id, Stored | undefined>): void {
    if (!this.changes.hasListeners() || this.written.size + rows.size > writtenKept)
      return this.noteKeys([...rows.keys()]);
    for (const [id, row] of rows) {
      this.changed.delete(id);
      this.written.set(id, row);
    }
  }

  private noteKeys(keys: readonly Id[] | null): void {
    this.isStale ||= keys === null;
    for (const key of keys ?? []) {
      this.written.delete(key);
      this.changed.add(key);
    }
  }

  /** Clears the index when the database is closed, for example after a sign-out. */
  private forget(): void {
    this.unfollow?.();
    this.unfollow = null;
    for (const known of [this.wantedParts, this.loadedParts, this.changed, this.written, this.due]) known.clear();
    this.columns = new RowColumns(this.plan);
    this.current = this.snapshot();
  }

  /** Runs one step at a time while there is a listener; later changes are read in the next step. */
  private update(): void {
    if (!this.changes.hasListeners() || this.isBusy) return;
    const step = this.nextStep();
    if (step) void this.run(step);
  }

  private nextStep(): (() => Promise<void>) | null {
    if (this.isStale) return () => this.readAgain();
    const missing = [...this.wantedParts].find((part) => !this.has(part));
    if (missing !== undefined) return () => this.readMissing(missing);
    if (this.changed.size > 0) return () => this.readChanges();
    return this.written.size > 0 ? () => this.takeWritten() : null;
  }

  /** Runs a step; after a failure all parts are read again a little later. */
  private async run(step: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    try {
      await step();
    } catch (thrown) {
      this.isStale = true;
      setTimeout(() => this.update(), retryDelayMs);
      if (!isStorageError(thrown)) throw thrown;
      return;
    } finally {
      this.isBusy = false;
    }
    this.current = this.snapshot();
    this.changes.emit();
    this.update();
  }

  /** Reads all parts again; until then the old rows answer. */
  private async readAgain(): Promise<void> {
    this.isStale = false;
    this.changed.clear();
    this.written.clear();
    const columns = new RowColumns<Id>(this.plan);
    const parts = new Set(this.wantedParts.has(searchPart) ? [searchPart] : this.wantedParts);
    for (const part of parts) await this.readPart(columns, part);
    this.columns = columns;
    this.loadedParts = parts;
  }

  private async readMissing(part: string): Promise<void> {
    await this.readPart(this.columns, part);
    this.loadedParts.add(part);
  }

  private async readPart(columns: RowColumns<Id>, part: string): Promise<void> {
    const indexed = part === searchPart ? null : this.plan.readPart?.(this.db, part);
    if (indexed) return this.putEntries(columns, await indexed);
    let rows = await this.rows.limit(rowsPerTask).toArray();
    while (rows.length > 0) {
      const entries = rows.map((row) => this.entryOf(row, part === searchPart));
      this.put(columns, entries);
      const { id } = this.plan.entryOf(rows.at(-1)!);
      rows = await this.rows.where(':id').above(id).limit(rowsPerTask).toArray();
    }
  }

  private async putEntries(columns: RowColumns<Id>, entries: readonly Entry<Id>[]): Promise<void> {
    for (const [at, slice] of slicesOf(entries, entriesPerTask).entries()) {
      if (at > 0) await nextTask();
      this.put(columns, slice);
    }
  }

  private async readChanges(): Promise<void> {
    const keys = [...this.changed];
    this.changed.clear();
    for (const slice of slicesOf(keys.toSorted(ascending), rowsPerTask)) {
      const rows = await readRowsByKey(this.rows, slice);
      this.putRows(slice.map((id, at) => [id, rows[at]]));
    }
  }

  /** Applies written rows; most changes fit into one slice, so lists show them with the next frame. */
  private async takeWritten(): Promise<void> {
    const written = [...this.written];
    this.written.clear();
    for (const [at, slice] of slicesOf(written, rowsPerTask).entries()) {
      if (at > 0) await nextTask();
      this.putRows(slice);
    }
  }

  private putRows(rows: readonly (readonly [id: Id, row: Stored | undefined])[]): void {
    const gone = rows.filter(([, row]) => row === undefined).map(([id]) => id);
    if (gone.length > 0) this.columns.remove(gone);
    const isSearched = this.loadedParts.has(searchPart);
    const entries = rows.flatMap(([, row]) => (row === undefined ? [] : [this.entryOf(row, isSearched)]));
    this.put(this.columns, entries);
  }

  private put(columns: RowColumns<Id>, entries: readonly Entry<Id>[]): void {
    columns.put(entries);
    this.due.note(entries);
  }

  private get rows(): Table<Stored, Id> {
    return this.db.table(this.plan.table);
  }

  private entryOf(row: Stored, isSearched: boolean): Entry<Id> {
    const entry = this.plan.entryOf(row);
    return isSearched ? { ...entry, text: this.plan.textOf(row) } : entry;
  }
}

const ascending = <Id extends string | number>(a: Id, b: Id): number => (a < b ? -1 : 1);
