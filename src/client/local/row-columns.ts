import { fold } from '../../contract/search.ts';
import { TextIndex } from './text-index.ts';

/** What memory keeps of a row. */
export interface Entry<Id> {
  id: Id;
  /** Rows with a higher one come first; rows with the same one by id, the higher first. */
  place: number;
  /** Values of columns by name, for example `{ status: 'new' }`. */
  values: Readonly<Record<string, string>>;
  /** What the row is found by, folded; undefined where nothing is searched yet. */
  text?: string;
}

export interface RowFilter {
  /** Every word of it must be somewhere in the row's text. */
  search: string;
  /** The wanted values of columns by name; none means every one. */
  values: Readonly<Record<string, readonly string[]>>;
}

interface Column {
  /** The value of each slot, as its number in `numbers`. */
  codes: number[];
  numbers: Map<string, number>;
}

/** Rows as columns in memory, in their order; each row has a slot that it keeps. */
export class RowColumns<Id extends string | number> {
  private readonly slots = new Map<Id, number>();
  private readonly ids: Id[] = [];
  private readonly places: number[] = [];
  private readonly columns = new Map<string, Column>();
  private readonly texts = new TextIndex();
  /** Slots, first row first; what was added since the last look lies unsorted at the end. */
  private order: number[] = [];
  private isSorted = true;

  /** Adds rows, or replaces what is known of them. */
  put(entries: readonly Entry<Id>[]): void {
    const moved = entries.filter(({ id, place }) => {
      const slot = this.slots.get(id);
      return slot !== undefined && this.places[slot] !== place;
    });
    this.leaveOrder(moved.map(({ id }) => id));
    for (const { id, place } of moved) this.enterOrder(this.slots.get(id)!, place);
    for (const entry of entries) this.putOne(entry);
  }

  /** Forgets rows. */
  remove(ids: readonly Id[]): void {
    this.leaveOrder(ids);
    for (const id of ids) {
      const slot = this.slots.get(id);
      if (slot !== undefined) this.texts.remove(slot);
      this.slots.delete(id);
    }
  }

  /** The ids of the rows that a filter leaves, in order. */
  find({ search, values }: RowFilter): Id[] {
    const words = fold(search).split(' ').filter(Boolean);
    const found = words.length > 0 ? this.texts.find(words, this.ids.length) : null;
    const choices = Object.entries(values)
      .filter(([, wanted]) => wanted.length > 0)
      .map(([name, wanted]) => this.choiceOf(name, wanted));
    const ids: Id[] = [];
    for (const slot of this.inOrder()) {
      if (found?.[slot] === 0) continue;
      if (choices.every(({ codes, isWanted }) => isWanted[codes[slot]!])) ids.push(this.ids[slot]!);
    }
    return ids;
  }

  private putOne({ id, place, values, text }: Entry<Id>): void {
    let slot = this.slots.get(id);
    if (slot === undefined) {
      slot = this.ids.push(id) - 1;
      this.slots.set(id, slot);
      this.enterOrder(slot, place);
    }
    for (const name in values) this.setValue(name, slot, values[name]!);
    if (text !== undefined) this.texts.put(slot, text);
  }

  private enterOrder(slot: number, place: number): void {
    this.places[slot] = place;
    this.order.push(slot);
    this.isSorted = false;
  }

  private leaveOrder(ids: readonly Id[]): void {
    const slots = new Set(ids.map((id) => this.slots.get(id)));
    if (slots.size > 0) this.order = this.order.filter((slot) => !slots.has(slot));
  }

  /** Sorting what is sorted but for its end takes one walk through it. */
  private inOrder(): readonly number[] {
    if (!this.isSorted) {
      const { places, ids } = this;
      this.order.sort((a, b) => places[b]! - places[a]! || (ids[a]! < ids[b]! ? 1 : -1));
      this.isSorted = true;
    }
    return this.order;
  }

  private setValue(name: string, slot: number, value: string): void {
    const column = this.columns.get(name) ?? { codes: [], numbers: new Map<string, number>() };
    this.columns.set(name, column);
    const { codes, numbers } = column;
    if (!numbers.has(value)) numbers.set(value, numbers.size);
    codes[slot] = numbers.get(value)!;
  }

  /** Says by the number of a value whether it is wanted. */
  private choiceOf(name: string, wanted: readonly string[]): { codes: readonly number[]; isWanted: boolean[] } {
    const { codes, numbers } = this.columns.get(name) ?? { codes: [], numbers: new Map<string, number>() };
    const isWanted = Array.from(numbers.keys(), (value) => wanted.includes(value));
    return { codes, isWanted };
  }
}
