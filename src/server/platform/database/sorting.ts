import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';
import type { Direction } from '../../../contract/sorts.ts';
import type { EdgeKind } from '../base/cursors.ts';
import type { Database } from './schema.ts';

/** A column or an expression to sort by, never null; its direction, and what its values are (a number unless given). */
export type SortTerm = readonly [expression: RawBuilder<unknown>, direction: Direction, kind?: EdgeKind];

/** The terms of each sort of a list, in the sort's usual direction; the last one makes the order unique. */
export type SortTerms<Sort extends string> = Readonly<Record<Sort, readonly SortTerm[]>>;

/** A query that can be sorted. */
export interface Sortable {
  orderBy(expression: RawBuilder<unknown>, direction: Direction): this;
}

/** Sorts a query by these terms, or by their exact reverse. */
export const sortedBy = <Query extends Sortable>(
  query: Query,
  terms: readonly SortTerm[],
  isReversed: boolean,
): Query =>
  terms.reduce<Query>(
    (sorted, [expression, direction]) =>
      sorted.orderBy(expression, isReversed === (direction === 'asc') ? 'desc' : 'asc'),
    query,
  );

/**
 * Returns the place of a column's value among the constants `values`. An index has this expression in the same words.
 */
export const placeAmong = (column: string, values: readonly string[]): RawBuilder<number> =>
  sql.raw(`(case ${column} ${values.map((value, place) => `when '${value}' then ${place}`).join(' ')} end)`);

/**
 * Returns whether the database knows how many rows a condition matches. SQLite does not: without `withoutIndex` it would
 * read and sort all of them instead of following the index of the sort to the page.
 */
export const hasStatistics = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Hides a column or an expression from the choice of an index. */
export const withoutIndex = <Value>(expression: RawBuilder<Value>): RawBuilder<Value> =>
  sql<Value>`coalesce(${expression}, null)`;
