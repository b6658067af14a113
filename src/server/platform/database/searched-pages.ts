import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { listTotalMax } from '../../../contract/limits.ts';
import {
  countRows,
  edgeColumns,
  partOf,
  readPage,
  sortedAfterwards,
  type ListOrder,
  type ListPage,
  type PageRequest,
  type Part,
  type PartValues,
} from './pages.ts';
import type { Database } from './schema.ts';
import { hasStatistics } from './sorting.ts';
import type { SearchedTable, TextSearch } from './text-search.ts';

/** A list that can be searched. */
interface SearchedList<Table extends SearchedTable, Row> {
  search: TextSearch;
  /** The rows of the list apart from the search. */
  query: SelectQueryBuilder<Database, Table, object>;
  /** `query` has all rows of the table that are not deleted. */
  isUnfiltered: boolean;
  /** Selects the columns. */
  select: (query: SelectQueryBuilder<Database, Table, object>) => SelectQueryBuilder<Database, Table, Row>;
}

interface Wanted {
  part: Part;
  values: PartValues;
}

/** Where more rows match, the next ones in the order are usually among so many rows. */
const lookAhead = 2_000;

/**
 * Reads one page of the rows that match a search. Few found rows are sorted. Where there are many, the next rows in the
 * order are tried first; only if too few of them match, all found rows are looked up along the index of the order.
 */
export async function readSearchedPage<Table extends SearchedTable, Row extends object>(
  db: Kysely<Database>,
  order: ListOrder,
  request: PageRequest,
  list: SearchedList<Table, Row>,
): Promise<ListPage<Row>> {
  const { query, select, search } = list;
  const count = countOnce((max) => countMatches(db, list, max));
  const read = (condition: RawBuilder<SqlBool>, sorted: ListOrder, { part, values }: Wanted): Promise<Row[]> => {
    const found = select(query.where(search.matches).where(condition)).select(edgeColumns(sorted));
    return partOf(found, sorted, part, values).execute() as Promise<Row[]>;
  };
  const { isFew, isAmongMany } = hasStatistics(db) ? waysOfPostgres(list) : waysOfSqlite(list);
  const sorted = hasStatistics(db) ? order : sortedAfterwards(order);
  return readPage(order, request, {
    count,
    async read(part, values) {
      const wanted = { part, values };
      if (search.isBlank) return read(always, order, wanted);
      const total = await count(listTotalMax + 1);
      if (total <= lookAhead) return read(isFew, sorted, wanted);
      const ahead = { ...values, limit: lookAhead, offset: 0 };
      const next = partOf(query.select(search.number.as('number')), order, part, ahead);
      const rows = await read(sql<SqlBool>`${search.number} in (${next})`, sorted, wanted);
      if (rows.length === values.limit) return rows;
      return total <= listTotalMax ? read(isFew, sorted, wanted) : read(isAmongMany, order, wanted);
    },
  });
}

/** The conditions by which a query finds few rows before it sorts them, or many along the index of the order. */
interface Ways {
  isFew: RawBuilder<SqlBool>;
  isAmongMany: RawBuilder<SqlBool>;
}

/** Words that are not indexed are looked for in the order of the table, which is faster than that of an index. */
const waysOfSqlite = <Table extends SearchedTable, Row>({ search }: SearchedList<Table, Row>): Ways => ({
  isFew: search.indexed?.isFound ?? sql`${search.number} > 0`,
  isAmongMany: search.indexed?.isAmongFound ?? always,
});

/**
 * PostgreSQL chooses the index of texts by itself, but for a page it may follow the index of the order to the end instead.
 * With an offset it finds the rows first.
 */
const waysOfPostgres = <Table extends SearchedTable, Row>({ query, search }: SearchedList<Table, Row>): Ways => ({
  isFew: sql`${search.number} in (${query.where(search.matches).select(search.number.as('number')).offset(0)})`,
  isAmongMany: always,
});

/** Counts the rows that match, at most `max`. */
async function countMatches<Table extends SearchedTable, Row>(
  db: Kysely<Database>,
  { query, isUnfiltered, search: { number, matches, indexed } }: SearchedList<Table, Row>,
  max: number,
): Promise<number> {
  if (isUnfiltered && indexed?.exactly) {
    const limit = Number.isFinite(max) ? sql`limit ${sql.lit(max)}` : sql``;
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (select 1 from (${indexed.exactly}) ${limit})`.execute(db);
    return Number(rows[0]!.total);
  }
  const found = query.where(matches).where(indexed?.isFound ?? always);
  return Number((await countRows(db, found.select(number.as('number')), max).executeTakeFirstOrThrow()).total);
}

/** Counts rows once for each `max`. */
function countOnce(count: (max: number) => Promise<number>): (max: number) => Promise<number> {
  const totals = new Map<number, Promise<number>>();
  return (max) => {
    const total = totals.get(max) ?? count(max);
    totals.set(max, total);
    return total;
  };
}

/** Holds for every row. */
const always = sql<SqlBool>`1 = 1`;
