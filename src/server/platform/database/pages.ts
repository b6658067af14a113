import {
  sql,
  type AliasedRawBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import { listTotalMax } from '../../../contract/limits.ts';
import { decodeCursor, lastPage, type Cursor, type Edge } from '../base/cursors.ts';
import { offsetOf } from '../base/paging.ts';
import type { Database } from './schema.ts';
import { sortedBy, withoutIndex, type Sortable, type SortTerm } from './sorting.ts';

/** How a list is sorted. A cursor is valid for the list and the order of its name alone. */
export interface ListOrder {
  name: string;
  terms: readonly SortTerm[];
  isReversed: boolean;
}

export interface PageRequest {
  page: number;
  per_page: number;
  /**
   * A cursor of an earlier answer, or `last`; then `page` does not count. A request without one, also without a blank
   * one, is that of a program that knows page numbers only: all rows are counted for it.
   */
  cursor?: string | undefined;
}

/** Which part of a sorted list is read. */
export interface Part {
  /** The rows come in the reverse order. */
  isBackward: boolean;
  /**
   * The rows behind an edge: those with the same values as the edge in this many terms, and behind it in the next one.
   * null for all rows. The parts of all depths, the deepest first, are all rows behind the edge, and the database reads
   * each of them directly from the index of the order.
   */
  depth: number | null;
}

/** The values of a part's query. */
export interface PartValues {
  edge: Edge;
  limit: number;
  offset: number;
}

/** How the rows of a list are read. */
export interface ListReader<Row> {
  /** Reads rows that `partOf` has selected. */
  read(part: Part, values: PartValues): Promise<Row[]>;
  /** Returns the number of all rows, at most `max`. */
  count(max: number): Promise<number>;
}

/** One page of a list. */
export interface ListPage<Row> {
  /** The name of the order. */
  order: string;
  rows: Row[];
  /** The number of the page; where the number of rows is not known, the lowest possible number of the last page. */
  page: number;
  /** The number of pages after this one, where pages are counted from the end. */
  pagesAfter?: number;
  total: number;
  /** There are more rows than `total`. */
  isCapped: boolean;
  next: Cursor | null;
  previous: Cursor | null;
}

type Sought = Sortable & {
  where(condition: RawBuilder<SqlBool>): Sought;
  limit(count: number): Sought;
  offset(count: number): Sought;
};

/** The values of the order in each row, from which cursors are made. */
export const edgeColumns = ({ terms }: ListOrder): AliasedRawBuilder<unknown, string>[] =>
  terms.map(([expression], at) => expression.as(`edge_${at}`));

/** Restricts a query to a part of the list, in its order. The query must also select `edgeColumns`. */
export function partOf<Query extends Sortable>(
  query: Query,
  { terms, isReversed }: ListOrder,
  { isBackward, depth }: Part,
  { edge, limit, offset }: PartValues,
): Query {
  // A cast: the methods of Kysely's queries that are used here return a query of the same type.
  let some = query as unknown as Sought;
  terms.slice(0, (depth ?? -1) + 1).forEach(([expression, direction], at) => {
    const isAscending = (direction === 'asc') === (isReversed === isBackward);
    const comparison = at < depth! ? sql`=` : isAscending ? sql`>` : sql`<`;
    some = some.where(sql<SqlBool>`${expression} ${comparison} ${edge[at]}`);
  });
  return sortedBy(some, terms, isReversed !== isBackward)
    .limit(limit)
    .offset(offset) as unknown as Query;
}

/** The same order, for a query that finds few rows by another index and sorts them afterwards. */
export const sortedAfterwards = (order: ListOrder): ListOrder => {
  const [[expression, direction, kind = 'number'] = order.terms[0]!, ...others] = order.terms;
  return others.length === 0 ? order : { ...order, terms: [[withoutIndex(expression), direction, kind], ...others] };
};

/** Reads one page: by its number, the last one, or the one of a cursor. Throws INVALID_FIELDS for an invalid cursor. */
export async function readPage<Row extends object>(
  order: ListOrder,
  request: PageRequest,
  reader: ListReader<Row>,
): Promise<ListPage<Row>> {
  if (request.cursor === undefined || request.cursor === '') return pageByNumber(order, request, reader);
  if (request.cursor === lastPage) return readLastPage(order, request, reader);
  const kinds = order.terms.map(([, , kind = 'number']) => kind);
  const cursor = decodeCursor(request.cursor, order.name, kinds);
  const size = request.per_page;
  const found = await rowsBehind(cursor, size + 1, reader);
  return toPage(order, request, {
    rows: cursor.isBackward ? found.slice(0, size).toReversed() : found.slice(0, size),
    page: cursor.page,
    total: await reader.count(countMax(request)),
    hasNext: cursor.isBackward || found.length > size,
    hasPrevious: !cursor.isBackward || found.length > size,
  });
}

async function pageByNumber<Row extends object>(
  order: ListOrder,
  request: PageRequest,
  reader: ListReader<Row>,
): Promise<ListPage<Row>> {
  const { page, per_page: size } = request;
  const all = { isBackward: false, depth: null };
  const found = await reader.read(all, { edge: [], limit: size + 1, offset: offsetOf(request) });
  const hasNext = found.length > size;
  const total = page === 1 && !hasNext ? found.length : await reader.count(countMax(request));
  return toPage(order, request, { rows: found.slice(0, size), page, total, hasNext, hasPrevious: page > 1 });
}

/** Reads the last page from the end. Where the number of rows is known, it has those behind the page before it. */
async function readLastPage<Row extends object>(
  order: ListOrder,
  request: PageRequest,
  reader: ListReader<Row>,
): Promise<ListPage<Row>> {
  const total = await reader.count(countMax(request));
  const size = request.per_page;
  const isKnown = total <= listTotalMax;
  const page = isKnown ? lastNumber(total, size) : -1;
  const limit = isKnown ? total - (page - 1) * size : size;
  const rows = await reader.read({ isBackward: true, depth: null }, { edge: [], limit, offset: 0 });
  const hasPrevious = isKnown ? page > 1 : true;
  return toPage(order, request, { rows: rows.toReversed(), page, total, hasNext: false, hasPrevious });
}

/** Reads the first rows behind the edge: those with its values first. */
async function rowsBehind<Row>({ isBackward, edge }: Cursor, limit: number, { read }: ListReader<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let depth = edge.length - 1; depth >= 0 && rows.length < limit; depth -= 1)
    rows.push(...(await read({ isBackward, depth }, { edge, limit: limit - rows.length, offset: 0 })));
  return rows;
}

interface Found<Row> {
  rows: Row[];
  page: number;
  total: number;
  hasNext: boolean;
  hasPrevious: boolean;
}

function toPage<Row extends object>(
  { name, terms }: ListOrder,
  request: PageRequest,
  { rows, page, total, hasNext, hasPrevious }: Found<Row>,
): ListPage<Row> {
  const size = request.per_page;
  const isCapped = total === countMax(request);
  const cursorAt = (row: Row | undefined, isBackward: boolean): Cursor | null =>
    row ? { isBackward, page: neighbour(page, isBackward), edge: edgeOf(row, terms.length) } : null;
  return {
    order: name,
    rows,
    page: page > 0 ? page : isCapped ? lastNumber(listTotalMax + 1, size) : lastNumber(total, size) + page + 1,
    ...(page < 0 && isCapped && { pagesAfter: -1 - page }),
    total: isCapped ? listTotalMax : total,
    isCapped,
    next: hasNext ? cursorAt(rows.at(-1), false) : null,
    previous: hasPrevious ? cursorAt(rows[0], true) : null,
  };
}

/** A count of a million rows would take longer than a page. */
const countMax = ({ cursor }: PageRequest): number => (cursor === undefined ? Infinity : listTotalMax + 1);

/** Rows that were added meanwhile may make more pages than there are numbers: then the first or last one is repeated. */
const neighbour = (page: number, isBackward: boolean): number =>
  page > 0 ? Math.max(1, page + (isBackward ? -1 : 1)) : Math.min(-1, page + (isBackward ? -1 : 1));

const lastNumber = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

const edgeOf = (row: object, terms: number): Edge =>
  // A cast: `edgeColumns` selects numbers and texts.
  Array.from({ length: terms }, (_, at) => (row as Record<string, number | string>)[`edge_${at}`]!);

/** Counts the rows of a query, at most `max`. */
export const countRows = <Table extends keyof Database, Row>(
  db: Kysely<Database>,
  rows: SelectQueryBuilder<Database, Table, Row>,
  max: number,
): SelectQueryBuilder<Database & { found: Row }, 'found', { total: number }> =>
  db
    .selectFrom((Number.isFinite(max) ? rows.limit(max) : rows).as('found'))
    .select((row) => row.fn.countAll<number>().as('total')) as never;
