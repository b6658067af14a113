import { fold } from '../../../contract/search.ts';
import type { Direction, Sorts } from '../../../contract/sorts.ts';
import { SortedSlots } from './sorted-slots.ts';
import { TextIndex } from './text-index.ts';

/** The part of a row that is held in memory. */
export interface Entry<Id> {
  id: Id;
  /** Rows are sorted by rank and then by id, both highest first. */
  rank: number;
  /** Values of columns by name, for example `{ status: 'new' }`. */
  values: Readonly<Record<string, string>>;
  /** The values by which rows are sorted otherwise, by the name of the sort; absent: unknown or unchanged. */
  keys?: Readonly<Record<string, SortKey>>;
  /** The folded search text; undefined before the first search. */
  text?: string;
  /** The row is read again at this time (ms), because its entry depends on it. */
  until?: number;
}

type SortKey = string | number;

/** The order of a list. */
export interface RowSort {
  /** The name of the sort, such as `amount`. */
  by: string;
  direction: Direction;
}

export interface RowFilter {
  /** Every word must occur in the row's text. */
  search: string;
  /** The wanted values of columns by name; an empty list allows all values. */
  values: Readonly<Record<string, readonly string[]>>;
  /** The order of the matching rows; absent or null: that of their ranks. */
  sort?: RowSort | null;
}

/** What a plan says about filters and sorts of its rows. */
interface ColumnRules {
  /** The rules of filters by name; the other filters want the values of the column of their name. */
  rules?: Readonly<Record<string, FilterRule>> | undefined;
  /** The sorts by name, each with its usual direction. A sort without keys is the order of the ranks. */
  sorts?: Sorts | undefined;
}

/**
 * A filter with a rule of its own: the column whose values it tests, and whether a value is wanted. Without a rule a
 * filter wants the values of the column of its name.
 */
export interface FilterRule {
  column: string;
  accepts: (value: string, wanted: readonly string[]) => boolean;
}

interface Column {
  /** The value of each slot, as its number in `numbers`. */
  codes: number[];
  numbers: Map<string, number>;
}

/**
 * Rows in memory, sorted and stored by column; each row keeps its slot, a small number. An order other than that of the
 * ranks is made when it is first wanted, and kept current from then on.
 */
export class RowColumns<Id extends string | number> {
  private readonly slots = new Map<Id, number>();
  private readonly ids: Id[] = [];
  private readonly ranks: number[] = [];
  private readonly columns = new Map<string, Column>();
  private readonly texts = new TextIndex();
  /** The keys of each sort by slot. */
  private readonly keys = new Map<string, SortKey[]>();
  private readonly byRank: SortedSlots;
  /** The orders that were wanted so far, by the name of their sort, in its usual direction. */
  private readonly orders = new Map<string, SortedSlots>();
  private readonly rules: Readonly<Record<string, FilterRule>>;
  private readonly sorts: Sorts;

  constructor({ rules = {}, sorts = {} }: ColumnRules = {}) {
    this.rules = rules;
    this.sorts = sorts;
    this.byRank = new SortedSlots(this.compareRanks);
  }

  /** Adds or replaces rows. */
  put(entries: readonly Entry<Id>[]): void {
    this.move(entries, this.byRank, ({ rank }, slot) => this.ranks[slot] !== rank);
    for (const [name, order] of this.orders)
      this.move(entries, order, ({ rank, keys }, slot) => this.ranks[slot] !== rank || this.isNewKey(name, slot, keys));
    for (const entry of entries) this.putOne(entry);
  }

  /** Removes rows. */
  remove(ids: readonly Id[]): void {
    const gone = new Set(ids.flatMap((id) => this.slots.get(id) ?? []));
    for (const order of [this.byRank, ...this.orders.values()]) order.remove(gone);
    for (const id of ids) {
      const slot = this.slots.get(id);
      if (slot !== undefined) this.texts.remove(slot);
      this.slots.delete(id);
    }
  }

  /** Returns the ids of the rows that match a filter, in its order. */
  find({ search, values, sort }: RowFilter): Id[] {
    const words = fold(search).split(' ').filter(Boolean);
    const found = words.length > 0 ? this.texts.find(words, this.ids.length) : null;
    const choices = Object.entries(values)
      .filter(([, wanted]) => wanted.length > 0)
      .map(([name, wanted]) => this.choiceOf(name, wanted));
    const ids: Id[] = [];
    for (const slot of this.orderOf(sort?.by)) {
      if (found?.[slot] !== 0 && isChosen(choices, slot)) ids.push(this.ids[slot]!);
    }
    return sort && sort.direction !== this.sorts[sort.by] ? ids.reverse() : ids;
  }

  /** Returns the different values that a column has. */
  valuesOf(name: string): string[] {
    const { codes, numbers } = this.columns.get(name) ?? { codes: [], numbers: new Map<string, number>() };
    const used = new Set(Array.from(this.slots.values(), (slot) => codes[slot]));
    return [...numbers].filter(([, code]) => used.has(code)).map(([value]) => value);
  }

  private putOne({ id, rank, values, keys, text }: Entry<Id>): void {
    let slot = this.slots.get(id);
    if (slot === undefined) {
      slot = this.ids.push(id) - 1;
      this.slots.set(id, slot);
      for (const order of [this.byRank, ...this.orders.values()]) order.add(slot);
    }
    this.ranks[slot] = rank;
    for (const name in keys) this.keysOf(name)[slot] = keys[name]!;
    for (const name in values) this.setValue(name, slot, values[name]!);
    if (text !== undefined) this.texts.put(slot, text);
  }

  /** Takes the rows whose place changes out of an order and adds them again. */
  private move(
    entries: readonly Entry<Id>[],
    order: SortedSlots,
    isMoved: (entry: Entry<Id>, slot: number) => boolean,
  ): void {
    const moved = new Set<number>();
    for (const entry of entries) {
      const slot = this.slots.get(entry.id);
      if (slot !== undefined && isMoved(entry, slot)) moved.add(slot);
    }
    order.remove(moved);
    for (const slot of moved) order.add(slot);
  }

  private isNewKey(name: string, slot: number, keys: Entry<Id>['keys']): boolean {
    return keys?.[name] !== undefined && keys[name] !== this.keys.get(name)?.[slot];
  }

  private keysOf(name: string): SortKey[] {
    const keys = this.keys.get(name) ?? [];
    this.keys.set(name, keys);
    return keys;
  }

  /** Returns the slots in the usual direction of a sort. */
  private orderOf(name: string | undefined): readonly number[] {
    const keys = name === undefined ? undefined : this.keys.get(name);
    if (name === undefined || !keys) return this.byRank.all();
    let order = this.orders.get(name);
    if (!order) {
      order = new SortedSlots(this.compareBy(keys, this.sorts[name] ?? 'asc'));
      for (const slot of this.byRank.all()) order.add(slot);
      this.orders.set(name, order);
    }
    return order.all();
  }

  private readonly compareRanks = (a: number, b: number): number => {
    const { ranks, ids } = this;
    return ranks[b]! - ranks[a]! || (ids[a]! < ids[b]! ? 1 : -1);
  };

  /** Rows with the same key are sorted by rank. */
  private compareBy(keys: readonly SortKey[], direction: Direction): (a: number, b: number) => number {
    const lower = direction === 'asc' ? -1 : 1;
    return (a, b) => {
      const [one, other] = [keys[a]!, keys[b]!];
      if (one === other) return this.compareRanks(a, b);
      return one < other ? lower : -lower;
    };
  }

  private setValue(name: string, slot: number, value: string): void {
    const column = this.columns.get(name) ?? { codes: [], numbers: new Map<string, number>() };
    this.columns.set(name, column);
    const { codes, numbers } = column;
    if (!numbers.has(value)) numbers.set(value, numbers.size);
    codes[slot] = numbers.get(value)!;
  }

  /** Returns a column with a flag for each of its values: whether it is wanted. */
  private choiceOf(name: string, wanted: readonly string[]): WantedValues {
    const { column, accepts } = this.rules[name] ?? { column: name, accepts: isIncluded };
    const { codes, numbers } = this.columns.get(column) ?? { codes: [], numbers: new Map<string, number>() };
    const wantedFlags = Array.from(numbers.keys(), (value) => accepts(value, wanted));
    return { codes, wantedFlags };
  }
}

const isIncluded: FilterRule['accepts'] = (value, wanted) => wanted.includes(value);

interface WantedValues {
  /** The number of each slot's value. */
  codes: readonly number[];
  /** Whether a value is wanted, by its number. */
  wantedFlags: readonly boolean[];
}

function isChosen(choices: readonly WantedValues[], slot: number): boolean {
  for (const { codes, wantedFlags } of choices) if (!wantedFlags[codes[slot]!]) return false;
  return true;
}
