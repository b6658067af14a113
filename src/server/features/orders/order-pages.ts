import { sql, type Kysely, type RawBuilder } from 'kysely';
import { storedOrderStatus } from '../../../contract/order-rules.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import { prepared, unprepared } from '../../platform/database/prepared.ts';
import type { Database } from '../../platform/database/schema.ts';
import { hasStatistics, sortedBy, withoutIndex } from '../../platform/database/sorting.ts';
import type { Direction } from '../../../contract/sorts.ts';
import { can } from '../../../contract/permissions.ts';
import { offsetOf } from '../../platform/base/paging.ts';
import { idsOf } from '../../platform/base/wire-values.ts';
import { visibleOrders, type OrderQuery } from './order-ids.ts';
import { orderSorting, termsOf, type OrderSort, type OrderSorting } from './order-sorts.ts';
import { orderColumns, type SelectedOrder } from './rows.ts';

export interface OrderPageRequest {
  search: string;
  page: number;
  per_page: number;
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
): Promise<{ rows: SelectedOrder[]; total: number }> {
  const filters = filtersOf(person, request);
  const sorting = orderSorting({ ...request, mayName: can(person.role, 'orders.read') });
  const plan = { person, filters, sorting };
  const queries = isPreparable(filters) ? preparedQueries(plan) : buildQueries(plan, unprepared);
  const values = { person: person.id, limit: request.per_page, offset: offsetOf(request), ...valuesByName(filters) };
  const rows = await queries.page(db, values);
  const isAll = request.page === 1 && rows.length < request.per_page;
  return { rows, total: isAll ? rows.length : Number((await queries.count(db, values))[0]!.total) };
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

type PageQueries = ReturnType<typeof buildQueries>;
type Values = Record<string, string | number>;

/** Prepared queries for the filters that screens use; the other combinations are too many to be prepared. */
const queriesByShape = new Map<string, PageQueries>();

const isPreparable = ({ search, status, user, product }: OrderFilters): boolean =>
  search === '' && status.length <= 6 && user.length <= 1 && product.length <= 1;

function preparedQueries(plan: Plan): PageQueries {
  const { status, user, product, from, to } = plan.filters;
  const { sort, isReversed } = plan.sorting;
  const counts = [status, user, product, from, to].map((list) => list.length);
  const shape = [plan.person.role, sort, isReversed, ...counts].join(' ');
  const queries = queriesByShape.get(shape) ?? buildQueries(plan, prepared);
  queriesByShape.set(shape, queries);
  return queries;
}

function buildQueries({ person, filters, sorting: { sort, isReversed } }: Plan, prepare: typeof prepared) {
  const query = (db: Kysely<Database>, value: Values) => visibleOrders(db, { ...person, id: value.person as number });
  const hasRange = filters.from.length + filters.to.length > 0;
  return {
    page: prepare((db, value: Values) => {
      const isHinted = sort !== 'date' && !hasStatistics(db);
      const inTableOrder = isHinted && filters.search !== '';
      const page = query(db, value)
        .select(orderColumns)
        // Every order matches.
        .$if(inTableOrder, (some) => some.where('orders.id', '>', 0));
      const found = filtered(page, filters, { value, refOf: isHinted ? hidden : sql.ref });
      return sortedBy(found, termsOf(sort, { hasRange, inTableOrder }), isReversed)
        .limit(value.limit as number)
        .offset(value.offset as number);
    }),
    count: prepare((db, value: Values) =>
      filtered(query(db, value), filters, { value, refOf: sql.ref }).select((row) =>
        row.fn.countAll<number>().as('total'),
      ),
    ),
  };
}

const hidden = (column: string) => withoutIndex(sql.ref(column));

interface Binding {
  value: Values;
  /** Returns the column of a status or a time as a condition names it. */
  refOf: (column: string) => RawBuilder<unknown>;
}

function filtered<Row>(query: OrderQuery<Row>, filters: OrderFilters, { value, refOf }: Binding): OrderQuery<Row> {
  const { search, status, user, product, from, to } = filters;
  const valuesOf = <Type>(name: string, list: readonly Type[]) =>
    list.map((_, index) => value[`${name}${index}`] as Type);
  return query
    .$if(search !== '', (some) => some.where(matchingOrId('orders.search_text', 'orders.id', search)))
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
