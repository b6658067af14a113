import { fold } from '../../contract/search.ts';
import { TextIndex } from './text-index.ts';

/** The part of a row that is held in memory. */
export interface Entry<Id> {
  id: Id;
  /** Rows are sorted by rank and then by id, both highest first. */
  rank: number;
  /** Values of columns by name, for example `{ status: 'new' }`. */
  values: Readonly<Record<string, string>>;
  /** The folded search text; undefined before the first search. */
  text?: string;
}

export interface RowFilter {
  /** Every word must occur in the row's text. */
  search: string;
  /** The wanted values of columns by name; an empty list allows all values. */
  values: Readonly<Record<string, readonly string[]>>;
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

/** Rows in memory, sorted and stored by column; each row keeps its slot, a small number. */
export class RowColumns<Id extends string | number> {
  private readonly slots = new Map<Id, number>();
  private readonly ids: Id[] = [];
  private readonly ranks: number[] = [];
  private readonly columns = new Map<string, Column>();
  private readonly texts = new TextIndex();
  /** Slots, first row first. */
  private order: number[] = [];
  /** Slots that were added since the last sort, in no order. */
  private added: number[] = [];
  private readonly rules: Readonly<Record<string, FilterRule>>;

  /** `rules`: the rules of filters by name. */
  constructor(rules: Readonly<Record<string, FilterRule>> = {}) {
    this.rules = rules;
  }

  /** Adds or replaces rows. */
  put(entries: readonly Entry<Id>[]): void {
    const moved = entries.filter(({ id, rank }) => {
      const slot = this.slots.get(id);
      return slot !== undefined && this.ranks[slot] !== rank;
    });
    this.leaveOrder(moved.map(({ id }) => id));
    for (const { id, rank } of moved) this.enterOrder(this.slots.get(id)!, rank);
    for (const entry of entries) this.putOne(entry);
  }

  /** Removes rows. */
  remove(ids: readonly Id[]): void {
    this.leaveOrder(ids);
    for (const id of ids) {
      const slot = this.slots.get(id);
      if (slot !== undefined) this.texts.remove(slot);
      this.slots.delete(id);
    }
  }

  /** Returns the ids of the rows that match a filter, in order. */
  find({ search, values }: RowFilter): Id[] {
    const words = fold(search).split(' ').filter(Boolean);
    const found = words.length > 0 ? this.texts.find(words, this.ids.length) : null;
    const choices = Object.entries(values)
      .filter(([, wanted]) => wanted.length > 0)
      .map(([name, wanted]) => this.choiceOf(name, wanted));
    const ids: Id[] = [];
    for (const slot of this.inOrder()) {
      if (found?.[slot] !== 0 && isChosen(choices, slot)) ids.push(this.ids[slot]!);
    }
    return ids;
  }

  private putOne({ id, rank, values, text }: Entry<Id>): void {
    let slot = this.slots.get(id);
    if (slot === undefined) {
      slot = this.ids.push(id) - 1;
      this.slots.set(id, slot);
      this.enterOrder(slot, rank);
    }
    for (const name in values) this.setValue(name, slot, values[name]!);
    if (text !== undefined) this.texts.put(slot, text);
  }

  private enterOrder(slot: number, rank: number): void {
    this.ranks[slot] = rank;
    this.added.push(slot);
  }

  private leaveOrder(ids: readonly Id[]): void {
    const slots = new Set(ids.map((id) => this.slots.get(id)));
    if (slots.size === 0) return;
    this.order = this.order.filter((slot) => !slots.has(slot));
    this.added = this.added.filter((slot) => !slots.has(slot));
  }

  /** Sorts the added slots only and merges them into the others. */
  private inOrder(): readonly number[] {
    if (this.added.length > 0) {
      this.order = mergeSorted(this.order, this.added.sort(this.compare), this.compare);
      this.added = [];
    }
    return this.order;
  }

  private readonly compare = (a: number, b: number): number => {
    const { ranks, ids } = this;
    return ranks[b]! - ranks[a]! || (ids[a]! < ids[b]! ? 1 : -1);
  };

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

/** Merges two sorted lists. */
function mergeSorted(first: readonly number[], second: readonly number[], compare: (a: number, b: number) => number) {
  if (first.length === 0) return [...second];
  const all: number[] = [];
  let at = 0;
  for (const value of second) {
    while (at < first.length && compare(first[at]!, value) < 0) all.push(first[at++]!);
    all.push(value);
  }
  while (at < first.length) all.push(first[at++]!);
  return all;
}
