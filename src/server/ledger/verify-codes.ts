import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';

/**
 * The number of free codes must be that of the stock, a charged order must have as many codes as units besides those that
 * were replaced, one whose money went back must have no unopened code, and a free code must never have been sold or opened.
 */
export async function wrongCodes(db: Kysely<Database>): Promise<string[]> {
  const { rows: stock } = await sql<{ product_id: number; variant_id: number; free: number; counted: number }>`
    select s.product_id, s.variant_id, s.free, coalesce(c.counted, 0) as counted from stock s left join (
      select product_id, variant_id, count(*) as counted from codes where state = 'free' group by product_id, variant_id
    ) as c on c.product_id = s.product_id and c.variant_id = s.variant_id
    where s.free <> coalesce(c.counted, 0) order by s.product_id, s.variant_id`.execute(db);
  const { rows: items } = await sql<{ order_id: number; user_id: number; quantity: number; counted: number }>`
    select o.id as order_id, o.user_id, i.quantity, coalesce(c.counted, 0) as counted
    from order_items i join orders o on o.id = i.order_id left join (
      select order_item_id, count(*) as counted from codes
      where order_item_id is not null and state <> 'faulty' group by order_item_id
    ) as c on c.order_item_id = i.id
    where i.has_codes = 1 and o.status not in ('refunded', 'canceled') and i.quantity <> coalesce(c.counted, 0)
    order by o.id`.execute(db);
  const { rows: returned } = await sql<{ order_id: number; user_id: number; counted: number }>`
    select o.id as order_id, o.user_id, count(*) as counted
    from codes c join order_items i on i.id = c.order_item_id join orders o on o.id = i.order_id
    where c.state = 'sold' and o.status in ('refunded', 'canceled') group by o.id, o.user_id order by o.id`.execute(db);
  const { rows: used } = await sql<{ id: number }>`
    select id from codes where state = 'free' and (revealed_at is not null or sold_at is not null) order by id`.execute(
    db,
  );
  return [
    ...stock.map(
      ({ product_id, variant_id, free, counted }) =>
        `product ${product_id}${variant_id ? `, variant ${variant_id}` : ''}: stock ${free}, free codes ${counted}, difference ${free - counted}`,
    ),
    ...items.map(
      ({ order_id, user_id, quantity, counted }) =>
        `order ${order_id} of user ${user_id}: ${quantity} units, ${counted} codes, difference ${quantity - counted}`,
    ),
    ...returned.map(
      ({ order_id, user_id, counted }) =>
        `order ${order_id} of user ${user_id}: its money went back, ${counted} unopened codes did not`,
    ),
    ...used.map(({ id }) => `code ${id}: it is free, but was sold or opened before`),
  ];
}
