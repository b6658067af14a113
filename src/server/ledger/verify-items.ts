import { sql, type Kysely } from 'kysely';
import { toEuros } from '../platform/base/wire-values.ts';
import type { Database } from '../platform/database/schema.ts';

/**
 * The price of an item must be its unit price × quantity ÷ the units that the price is for, rounded up (D-22), and the
 * prices of an order's items must add up to its total. The sum with `price_per - 1` rounds up, as whole numbers are divided.
 */
export async function wrongItems(db: Kysely<Database>): Promise<string[]> {
  const { rows: items } = await sql<{ order_id: number; user_id: number; price: number; expected: number }>`
    select o.id as order_id, o.user_id, i.price_cents as price,
      (i.unit_price_cents * i.quantity + i.price_per - 1) / i.price_per as expected
    from order_items i join orders o on o.id = i.order_id
    where i.unit_price_cents is not null
      and i.price_cents <> (i.unit_price_cents * i.quantity + i.price_per - 1) / i.price_per order by i.id`.execute(db);
  const { rows: orders } = await sql<{ id: number; user_id: number; total: number; sum: number }>`
    select o.id, o.user_id, o.total_cents as total, i.sum from orders o join (
      select order_id, sum(price_cents) as sum from order_items group by order_id
    ) as i on i.order_id = o.id where o.total_cents <> i.sum order by o.id`.execute(db);
  return [
    ...items.map(
      ({ order_id, user_id, price, expected }) =>
        `order ${order_id} of user ${user_id}: its item costs ${toEuros(price)}, its quantity ${toEuros(expected)}, difference ${toEuros(price - expected)}`,
    ),
    ...orders.map(
      ({ id, user_id, total, sum }) =>
        `order ${id} of user ${user_id}: total ${toEuros(total)}, its items ${toEuros(sum)}, difference ${toEuros(total - sum)}`,
    ),
  ];
}
