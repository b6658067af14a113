import type { Direction, Sorts } from '../../contract/sorts.ts';
import type { RowSort } from '../local/rows-in-memory/row-columns.ts';

/** The keys by which this device sorts rows that it reads in their default order. */
export interface LocalSorts<Row> {
  /** The usual direction of each sort. */
  usual: Sorts;
  /** Returns the key of a row; null: the sort is the default order; absent: this device does not have the values. */
  keyOf: Readonly<Record<string, ((row: Row) => string | number) | null>>;
}

/** Returns rows, given in their default order, in the order of a sort; null where this device cannot sort them so. */
export function sortRows<Row>(rows: readonly Row[], sort: RowSort | null | undefined, sorts?: LocalSorts<Row>) {
  if (!sort) return rows;
  const keyOf = sorts?.keyOf[sort.by];
  if (!sorts || keyOf === undefined) return null;
  const isUsual = sort.direction === sorts.usual[sort.by];
  const usual = keyOf === null ? rows : sortByKey(rows, keyOf, sorts.usual[sort.by]!);
  return isUsual ? usual : usual.toReversed();
}

function sortByKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string | number, direction: Direction): Row[] {
  const lower = direction === 'asc' ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted((a, b) => (a.key === b.key ? 0 : a.key < b.key ? lower : -lower))
    .map(({ row }) => row);
}

/** Returns a sort as the address has it: `amount_asc`. */
export const sortText = ({ by, direction }: RowSort): string => `${by}_${direction}`;

/** Reads a sort from the address; null unless the list has it. */
export function readSort(text: string, names: readonly string[]): RowSort | null {
  const [by = '', direction] = text.split('_');
  return names.includes(by) && (direction === 'asc' || direction === 'desc') ? { by, direction } : null;
}

/** Returns the parameters of a request for rows in this order; none for the default order. */
export function sortInQuery<Sort extends string>(
  sort: RowSort | null | undefined,
  sorts: Readonly<Record<Sort, Direction>>,
): { sort?: Sort; direction?: Direction } {
  const isKnown = (name: string): name is Sort => name in sorts;
  return sort && isKnown(sort.by) ? { sort: sort.by, direction: sort.direction } : {};
}
