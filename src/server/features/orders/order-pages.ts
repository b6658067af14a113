import type { Kysely } from 'kysely';
import type { Person } from '../../platform/context.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import { prepared, unprepared } from '../../platform/database/prepared.ts';
import type { Database } from '../../platform/database/schema.ts';
import { offsetOf } from '../../platform/paging.ts';
import { visible, type OrderQuery } from './order-ids.ts';
import { shownOfOrder, type ShownOrder } from './rows.ts';

export interface OrdersAsked {
  search: string;
  page: number;
  per_page: number;
  status?: string[] | undefined;
  product?: string[] | undefined;
  user?: string[] | undefined;
  /** Ms: orders from this moment on. */
  from?: number | undefined;
  /** Ms: orders before this moment. */
  to?: number | undefined;
}

type Viewer = Pick<Person, 'id' | 'role'>;

/** One page of the orders that the person may see, newest first. */
export async function pageOfOrders(
  db: Kysely<Database>,
  person: Viewer,
  asked: OrdersAsked,
): Promise<{ rows: ShownOrder[]; total: number }> {
  const wanted = wantedOf(person, asked);
  const plan = isUsual(wanted) ? planOf(person, wanted) : planFor(person, wanted, unprepared);
  const values = { person: person.id, limit: asked.per_page, offset: offsetOf(asked), ...named(wanted) };
  const rows = await plan.page(db, values);
  const isAll = asked.page === 1 && rows.length < asked.per_page;
  return { rows, total: isAll ? rows.length : Number((await plan.count(db, values))[0]!.total) };
}

interface Wanted {
  search: string;
  status: string[];
  user: number[];
  product: number[];
  /** Ms, one or none: filters are told apart by how many values they have. */
  from: number[];
  to: number[];
}

/** What a customer asks of other people counts for nothing (S6-07). */
const wantedOf = ({ role }: Viewer, { search, status, user, product, from, to }: OrdersAsked): Wanted => ({
  search,
  status: (status ?? []).map(canonicalStatus),
  user: role === 'admin' ? numbers(user ?? []) : [],
  product: numbers(product ?? []),
  from: from === undefined ? [] : [from],
  to: to === undefined ? [] : [to],
});

/** Stored is `canceled`; the other spelling is accepted (C-25). */
const canonicalStatus = (status: string): string => (status === 'cancelled' ? 'canceled' : status);

/** 0 is nobody's id: a filter of junk finds nothing. */
const numbers = (texts: string[]): number[] =>
  texts.map(Number).map((value) => (Number.isSafeInteger(value) && value > 0 ? value : 0));

type Plan = ReturnType<typeof planFor>;
type Values = Record<string, string | number>;

/** The plans of what screens ask for; anything else is built for its one use: its shapes have no end. */
const plans = new Map<string, Plan>();

const isUsual = ({ search, status, user, product }: Wanted): boolean =>
  search === '' && status.length <= 6 && user.length <= 1 && product.length <= 1;

function planOf(person: Viewer, wanted: Wanted): Plan {
  const { status, user, product, from, to } = wanted;
  const shape = [person.role, ...[status, user, product, from, to].map((list) => list.length)].join(' ');
  const known = plans.get(shape) ?? planFor(person, wanted, prepared);
  plans.set(shape, known);
  return known;
}

function planFor(person: Viewer, wanted: Wanted, how: typeof prepared) {
  const found = (db: Kysely<Database>, value: Values) =>
    filtered(visible(db, { role: person.role, id: value.person as number }), wanted, value);
  return {
    page: how((db, value: Values) =>
      found(db, value)
        .select(shownOfOrder)
        // By time where a range of it is asked for: the index gives them in this order.
        .$if(wanted.from.length + wanted.to.length > 0, (page) => page.orderBy('orders.created_at', 'desc'))
        .orderBy('orders.id', 'desc')
        .limit(value.limit as number)
        .offset(value.offset as number),
    ),
    count: how((db, value: Values) => found(db, value).select((row) => row.fn.countAll<number>().as('total'))),
  };
}

function filtered(query: OrderQuery, wanted: Wanted, value: Values): OrderQuery {
  const { search, status, user, product, from, to } = wanted;
  const all = <Type>(name: string, list: readonly Type[]) => list.map((_, index) => value[`${name}${index}`] as Type);
  return query
    .$if(search !== '', (some) => some.where(matchingOrId('orders.search_text', 'orders.id', search)))
    .$if(status.length > 0, (some) => some.where('orders.status', 'in', all('status', status)))
    .$if(user.length > 0, (some) => some.where('orders.user_id', 'in', all('user', user)))
    .$if(from.length > 0, (some) => some.where('orders.created_at', '>=', value.from0 as number))
    .$if(to.length > 0, (some) => some.where('orders.created_at', '<', value.to0 as number))
    .$if(product.length > 0, (some) =>
      some.where('orders.id', 'in', (inner) =>
        inner.selectFrom('order_items').select('order_id').where('product_id', 'in', all('product', product)),
      ),
    );
}

/** The lists' members by name and place, as plans ask for them. */
const named = ({ status, user, product, from, to }: Wanted): Values =>
  Object.fromEntries(
    Object.entries({ status, user, product, from, to }).flatMap(([name, list]) =>
      list.map((one, index) => [`${name}${index}`, one] as const),
    ),
  );
