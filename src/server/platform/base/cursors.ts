import { Refusal } from './refusal.ts';

/** What a value of a sort is: whole number, folded text, or place among few constants. */
export type EdgeKind = 'number' | 'text' | 'place';

/** The values by which the row at the edge of a page is sorted; the last one is its unique number. */
export type Edge = readonly (number | string)[];

/** A place between two rows of a sorted list, and the page that begins there. */
export interface Cursor {
  /** The page has the rows before the edge. */
  isBackward: boolean;
  /** The number of the page; -1 is the last page, -2 the one before it. */
  page: number;
  edge: Edge;
}

/** The request for the last page of a list. */
export const lastPage = 'last';

/** Returns the opaque text of a cursor; `order` names the list and its order. */
export const encodeCursor = (order: string, { isBackward, page, edge }: Cursor): string =>
  Buffer.from(JSON.stringify([order, isBackward ? 1 : 0, page, ...edge])).toString('base64url');

/** Reads a cursor of this order. Throws INVALID_FIELDS for a damaged one and for that of another list or order. */
export function decodeCursor(text: string, order: string, kinds: readonly EdgeKind[]): Cursor {
  const [name, backward, page, ...edge] = parse(text);
  const isWhole =
    name === order &&
    (backward === 0 || backward === 1) &&
    Number.isSafeInteger(page) &&
    edge.length === kinds.length &&
    edge.every((value, at) => isOfKind[kinds[at]!](value));
  if (!isWhole) throw new Refusal('INVALID_FIELDS', { cursor: ['invalid'] });
  // A cast: all values were checked.
  return { isBackward: backward === 1, page: page as number, edge: edge as unknown as Edge };
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Values that the databases can compare with a column: others would be errors of PostgreSQL. */
const isOfKind: Record<EdgeKind, (value: unknown) => boolean> = {
  number: (value) => Number.isSafeInteger(value),
  text: (value) => typeof value === 'string' && !value.includes('\0') && value.isWellFormed(),
  place: (value) => Number.isInteger(value) && Math.abs(value as number) <= 1_000,
};
