import { sql, type Kysely, type RawBuilder } from 'kysely';
import { storedOrderStatus } from '../../../contract/order-rules.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { readSearchedPage } from '../../platform/database/searched-pages.ts';
import { textSearch } from '../../platform/database/text-search.ts';
import { prepared, unprepared } from '../../platform/database/prepared.ts';
import type { Database } from '../../platform/database/schema.ts';
import {
  countRows,
  edgeColumns,
  partOf,
  readPage,
  type ListOrder,
  type ListPage,
  type Part,
} from '../../platform/database/pages.ts';
import { hasStatistics, withoutIndex } from '../../platform/database/sorting.ts';
import type { Direction } from '../../../contract/sorts.ts';
import { can } from '../../../contract/permissions.ts';
import type { Edge } from '../../platform/base/cursors.ts';
import { idsOf } from '../../platform/base/wire-values.ts';
import { visibleOrders, type OrderQuery } from './order-ids.ts';
import { orderSorting, termsOf, type OrderSort, type OrderSorting } from './order-sorts.ts';
import { orderColumns, type SelectedOrder } from './rows.ts';

export interface OrderPageRequest {
  search: string;
  page: number;
  per_page: number;
  cursor?: string | undefined;
  status?: string[] | undefined;
  product?: string[] | undefined;
  user?: string[] | undefined;
  /** Orders from this moment on, in ms since epoch. */
  from?: number | undefined;
  /** Orders before this moment, in ms since epoch. */
  to?: number | undefined;
  sort?: OrderSort | undefined;
  direction?: Direction | undefined;
}

type Viewer = Pick<Person, 'id' | 'role'>;

/** One page of the orders that the user may see, newest first unless `sort` or `direction` is given. */
export async function pageOfOrders(
  db: Kysely<Database>,
  person: Viewer,
  request: OrderPageRequest,
): Promise<ListPage<SelectedOrder>> {
  const filters = filtersOf(person, request);
  const sorting = orderSorting({ ...request, mayName: can(person.role, 'orders.read') });
  const plan = { person, filters, sorting };
  const values = { person: person.id, ...valuesByName(filters) };
  if (filters.search !== '') return searchedPage(db, plan, { request, values });
  const queries = isPreparable(filters) ? preparedQueries(plan) : queriesOf(plan, unprepared);
  return readPage(listOrder(plan), request, {
    read: (part, { edge, limit, offset }) =>
      queries.page(part)(db, { ...values, limit, offset, ...edgeByName(edge) }) as Promise<SelectedOrder[]>,
    count: async (max) => Number((await queries.count(max)(db, values))[0]!.total),
  });
}

function searchedPage(
  db: Kysely<Database>,
  plan: Plan,
  { request, values }: { request: OrderPageRequest; values: Values },
): Promise<ListPage<SelectedOrder>> {
  // SQLite must not follow the index of a filter, which may match many more orders than the search.
  const refOf = hasStatistics(db) ? sql.ref : hidden;
  const { search, status, user, product, from, to } = plan.filters;
  const isOfAll = can(plan.person.role, 'orders.read') && user.length === 0;
  return readSearchedPage(db, listOrder(plan), request, {
    search: textSearch(db, 'orders', { search, isOfAll }),
    query: filtered(visible(db, plan, values), plan.filters, { value: values, refOf }),
    isUnfiltered: isOfAll && [status, product, from, to].every((list) => list.length === 0),
    select: (found) => found.select(orderColumns),
  });
}

interface OrderFilters {
  search: string;
  status: string[];
  user: number[];
  product: number[];
  /** One moment or none, in ms since epoch; lists, because queries are prepared by the number of values of each filter. */
  from: number[];
  to: number[];
}

/** Returns the filters of a request; that for users does not apply to a customer (S6-07). */
const filtersOf = ({ role }: Viewer, { search, status, user, product, from, to }: OrderPageRequest): OrderFilters => ({
  search,
  status: (status ?? []).map(storedOrderStatus<string>),
  user: can(role, 'orders.read') ? idsOf(user ?? []) : [],
  product: idsOf(product ?? []),
  from: from === undefined ? [] : [from],
  to: to === undefined ? [] : [to],
});

/** What the text of a page's queries depends on, apart from the values of the filters. */
interface Plan {
  person: Viewer;
  filters: OrderFilters;
  sorting: OrderSorting;
}

interface PageQueries {
  page(part: Part): (db: Kysely<Database>, values: Values) => Promise<object[]>;
  count(max: number): (db: Kysely<Database>, values: Values) => Promise<{ total: number }[]>;
}

type Values = Record<string, string | number>;

/** Prepared queries for the filters that screens use; the other combinations are too many to be prepared. */
const queriesByShape = new Map<string, PageQueries>();

const isPreparable = ({ status, user, product }: OrderFilters): boolean =>
  status.length <= 6 && user.length <= 1 && product.length <= 1;

function preparedQueries(plan: Plan): PageQueries {
  const { status, user, product, from, to } = plan.filters;
  const { sort, isReversed } = plan.sorting;
  const counts = [status, user, product, from, to].map((list) => list.length);
  const shape = [plan.person.role, sort, isReversed, ...counts].join(' ');
  const queries = queriesByShape.get(shape) ?? queriesOf(plan, prepared);
  queriesByShape.set(shape, queries);
  return queries;
}

/** The queries of a plan, each made when it is first needed: one for each part of the list, and one for each count. */
const queriesOf = (plan: Plan, prepare: typeof prepared): PageQueries => ({
  page: madeOnce(
    ({ depth, isBackward }) => `${depth} ${isBackward}`,
    (part: Part) => prepare((db, value: Values) => pageQuery(db, plan, { part, value })),
  ),
  count: madeOnce(String, (max: number) =>
    prepare((db, value: Values) => {
      const found = filtered(visible(db, plan, value), plan.filters, { value, refOf: sql.ref });
      return countRows(db, found.select('orders.id'), max);
    }),
  ),
});

/** Keeps what `make` returns by the name of its arguments. */
function madeOnce<Args extends unknown[], Made>(
  nameOf: (...args: Args) => string,
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const all = new Map<string, Made>();
  return (...args) => {
    const made = all.get(nameOf(...args)) ?? make(...args);
    all.set(nameOf(...args), made);
    return made;
  };
}

function pageQuery(db: Kysely<Database>, plan: Plan, { part, value }: { part: Part; value: Values }) {
  const order = listOrder(plan);
  const isHinted = plan.sorting.sort !== 'date' && !hasStatistics(db);
  const page = visible(db, plan, value).select(orderColumns).select(edgeColumns(order));
  const found = filtered(page, plan.filters, { value, refOf: isHinted ? hidden : sql.ref });
  // Casts: the values are numbers, or placeholders of them.
  const [limit, offset] = [value.limit as number, value.offset as number];
  return partOf(found, order, part, { edge: order.terms.map((_, at) => value[`edge${at}`]!), limit, offset });
}

const visible = (db: Kysely<Database>, { person }: Plan, value: Values) =>
  visibleOrders(db, { ...person, id: value.person as number });

function listOrder({ filters, sorting: { sort, isReversed } }: Plan): ListOrder {
  const hasRange = filters.from.length + filters.to.length > 0;
  // Pages in a range of time follow another index, so their cursors have other values.
  const name = ['orders', sort, isReversed ? 'reversed' : 'usual', ...(hasRange ? ['range'] : [])].join(' ');
  return { name, terms: termsOf(sort, { hasRange }), isReversed };
}

const edgeByName = (edge: Edge): Values => Object.fromEntries(edge.map((value, at) => [`edge${at}`, value]));

const hidden = (column: string) => withoutIndex(sql.ref(column));

interface Binding {
  value: Values;
  /** Returns the column of a status or a time as a condition names it. */
  refOf: (column: string) => RawBuilder<unknown>;
}

function filtered<Row>(query: OrderQuery<Row>, filters: OrderFilters, { value, refOf }: Binding): OrderQuery<Row> {
  const { status, user, product, from, to } = filters;
  const valuesOf = <Type>(name: string, list: readonly Type[]) =>
    list.map((_, index) => value[`${name}${index}`] as Type);
  return query
    .$if(status.length > 0, (some) => some.where(refOf('orders.status'), 'in', valuesOf('status', status)))
    .$if(user.length > 0, (some) => some.where('orders.user_id', 'in', valuesOf('user', user)))
    .$if(from.length > 0, (some) => some.where(refOf('orders.created_at'), '>=', value.from0 as number))
    .$if(to.length > 0, (some) => some.where(refOf('orders.created_at'), '<', value.to0 as number))
    .$if(product.length > 0, (some) =>
      some.where('orders.id', 'in', (inner) =>
        inner.selectFrom('order_items').select('order_id').where('product_id', 'in', valuesOf('product', product)),
      ),
    );
}

/** Returns the filter values by name and position, as prepared queries refer to them. */
const valuesByName = ({ status, user, product, from, to }: OrderFilters): Values =>
  Object.fromEntries(
    Object.entries({ status, user, product, from, to }).flatMap(([name, list]) =>
      list.map((one, index) => [`${name}${index}`, one] as const),
    ),
  );
