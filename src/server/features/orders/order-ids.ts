import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Person } from '../../platform/context.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import type { Database } from '../../platform/database/schema.ts';
import { offsetOf } from '../../platform/paging.ts';

export interface OrdersAsked {
  search: string;
  page: number;
  per_page: number;
  status?: string[] | undefined;
  product?: string[] | undefined;
  user?: string[] | undefined;
}

/** One page of order ids that the person may see, newest first. */
export async function orderIds(
  db: Kysely<Database>,
  person: Pick<Person, 'id' | 'role'>,
  asked: OrdersAsked,
): Promise<{ ids: number[]; total: number }> {
  const found = filtered(visible(db, person), person, asked);
  const [rows, { total }] = await Promise.all([
    found.select('orders.id').orderBy('orders.id', 'desc').limit(asked.per_page).offset(offsetOf(asked)).execute(),
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

/** Those of the ids that the person may see. */
export async function visibleAmong(
  db: Kysely<Database>,
  person: Pick<Person, 'id' | 'role'>,
  ids: number[],
): Promise<number[]> {
  const rows = await visible(db, person).select('orders.id').where('orders.id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** The newest orders a person may see, by id from above; `after` is the last one already taken. */
export async function newestIds(
  db: Kysely<Database>,
  person: Pick<Person, 'id' | 'role'>,
  { after, limit }: { after: number | null; limit: number },
): Promise<number[]> {
  const rows = await visible(db, person)
    .select('orders.id')
    .$if(after !== null, (query) => query.where('orders.id', '<', after!))
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many of the newest orders there are for a person, `most` at most. */
export async function countNewest(
  db: Kysely<Database>,
  person: Pick<Person, 'id' | 'role'>,
  most: number,
): Promise<number> {
  const newest = visible(db, person).select('orders.id').orderBy('orders.id', 'desc').limit(most);
  const { count } = await db
    .selectFrom(newest.as('newest'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type OrderQuery = SelectQueryBuilder<Database, 'orders', object>;

function visible(db: Kysely<Database>, person: Pick<Person, 'id' | 'role'>): OrderQuery {
  const query = db.selectFrom('orders').where('orders.deleted_at', 'is', null);
  return person.role === 'admin' ? query : query.where('orders.user_id', '=', person.id);
}

function filtered(query: OrderQuery, person: Pick<Person, 'role'>, asked: OrdersAsked): OrderQuery {
  const { status, product, user } = asked;
  return query
    .where(matchingOrId('orders.search_text', 'orders.id', asked.search))
    .$if(Boolean(status?.length), (some) => some.where('orders.status', 'in', status!.map(canonicalStatus)))
    .$if(Boolean(user?.length) && person.role === 'admin', (some) => some.where('orders.user_id', 'in', numbers(user!)))
    .$if(Boolean(product?.length), (some) =>
      some.where('orders.id', 'in', (inner) =>
        inner.selectFrom('order_items').select('order_id').where('product_id', 'in', numbers(product!)),
      ),
    );
}

/** Stored is `canceled`; the other spelling is accepted (C-25). */
const canonicalStatus = (status: string): string => (status === 'cancelled' ? 'canceled' : status);

/** 0 is nobody's id: a filter of junk finds nothing. */
const numbers = (texts: string[]): number[] =>
  texts.map(Number).map((value) => (Number.isSafeInteger(value) && value > 0 ? value : 0));
