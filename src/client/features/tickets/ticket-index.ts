import { fold } from '../../../contract/search.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { followTable, unlessClosed } from '../../local/follow-table.ts';
import type { CachedTicket } from '../../local/rows.ts';
import type { TicketFilter } from './queries.ts';

/** What a list filters, searches and orders by: the rest of a ticket stays in the database. */
export type Entry = Pick<CachedTicket, 'id' | 'status' | 'type' | 'created_at' | '_search'>;

/**
 * The tickets of one database as columns in memory, newest first, so that a search through 20,000 of them takes a
 * few milliseconds. It follows every change, from this tab, another one or the service worker.
 */
export class TicketIndex {
  private readonly db: LocalDatabase;
  private readonly listeners = new Set<() => void>();
  private readonly changed = new Set<string>();
  private isStale = true;
  private work: Promise<void> | null = null;
  private newest: readonly Entry[] | null = null;
  private version = 0;
  private stop = (): void => undefined;

  constructor(db: LocalDatabase) {
    this.db = db;
  }

  /** The tickets newest first: another array after every change, null until they are in memory. */
  readonly entriesNow = (): readonly Entry[] | null => this.newest;

  /** 0 until the tickets are in memory; another number after every change. */
  readonly getVersion = (): number => this.version;

  /** The ids of the tickets a filter leaves, newest first, for callers outside of React. */
  find(filter: TicketFilter): string[] {
    return findTickets(this.newest ?? [], filter);
  }

  /** Calls back after every change; the index follows the database as long as somebody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) {
      this.stop = followTable(this.db, 'tickets', this.onChange);
      this.isStale = true;
    }
    this.listeners.add(listener);
    this.update();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  };

  private readonly onChange = (keys: readonly unknown[] | null): void => {
    if (!keys) this.isStale = true;
    else for (const key of keys) this.changed.add(key as string);
    this.update();
  };

  /** One update at a time; what changes meanwhile is read in the next round. */
  private update(): void {
    this.work ??= this.readChanges()
      .catch(unlessClosed)
      .finally(() => {
        this.work = null;
        if ((this.isStale || this.changed.size > 0) && this.listeners.size > 0) this.update();
      });
  }

  private async readChanges(): Promise<void> {
    const keys = [...this.changed];
    const isWhole = this.isStale;
    this.changed.clear();
    this.isStale = false;
    if (!isWhole && keys.length === 0) return;
    const rows = isWhole ? await this.db.tickets.toArray() : await this.db.tickets.bulkGet(keys);
    const come = rows.filter((row) => row !== undefined).map(entryOf);
    const gone = new Set(keys);
    const kept = isWhole ? [] : (this.newest ?? []).filter(({ id }) => !gone.has(id));
    this.newest = merge(kept, come.toSorted(newestFirst));
    this.version++;
    for (const listener of this.listeners) listener();
  }
}

/** The ids of the tickets a filter leaves, in the order of the entries. */
export function findTickets(entries: readonly Entry[], { search, status, type }: TicketFilter): string[] {
  const byStatus = new Set<string>(status);
  const byType = new Set<string>(type);
  const words = fold(search).split(' ');
  const isWanted = (entry: Entry): boolean =>
    (byStatus.size === 0 || byStatus.has(entry.status)) &&
    (byType.size === 0 || byType.has(entry.type)) &&
    words.every((word) => entry._search.includes(word));
  return entries.filter(isWanted).map((entry) => entry.id);
}

/** The index of a database, made once. */
export function ticketIndexOf(db: LocalDatabase): TicketIndex {
  const index = indexes.get(db) ?? new TicketIndex(db);
  indexes.set(db, index);
  return index;
}

const indexes = new WeakMap<LocalDatabase, TicketIndex>();

const entryOf = ({ id, status, type, created_at, _search }: CachedTicket): Entry => ({
  id,
  status,
  type,
  created_at,
  _search,
});

/** Two lists, each newest first, as one: to sort 20,000 anew for one change takes 30 ms. */
function merge(many: readonly Entry[], few: readonly Entry[]): Entry[] {
  const parts: Entry[][] = [];
  let from = 0;
  for (const entry of few) {
    const to = placeOf(entry, many, from);
    parts.push(many.slice(from, to), [entry]);
    from = to;
  }
  return [...parts, many.slice(from)].flat();
}

/** Where an entry belongs among others, at `from` or after. */
function placeOf(entry: Entry, among: readonly Entry[], from: number): number {
  let [low, high] = [from, among.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (newestFirst(among[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const newestFirst = (a: Entry, b: Entry): number =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id) ? 1 : -1;
