/** The slots of rows in an order, kept sorted while single rows come, go and move. */
export class SortedSlots {
  private sorted: number[] = [];
  /** Slots that were added since the last sort, in no order. */
  private added: number[] = [];
  private readonly compare: (a: number, b: number) => number;

  constructor(compare: (a: number, b: number) => number) {
    this.compare = compare;
  }

  add(slot: number): void {
    this.added.push(slot);
  }

  /** Removes slots; call it also before the values change by which these slots are sorted, and add them again. */
  remove(slots: ReadonlySet<number>): void {
    if (slots.size === 0) return;
    this.sorted = this.sorted.filter((slot) => !slots.has(slot));
    this.added = this.added.filter((slot) => !slots.has(slot));
  }

  /** Returns all slots in order. Sorts the added ones only and merges them into the others. */
  all(): readonly number[] {
    if (this.added.length > 0) {
      this.sorted = mergeSorted(this.sorted, this.added.sort(this.compare), this.compare);
      this.added = [];
    }
    return this.sorted;
  }
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
