import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { fold } from '../../../../contract/search.ts';
import { columnsOf, index, type Kind } from './columns.ts';

/**
 * Adds the indexes that pages of orders and tickets in another order than the newest first need, and the folded name of
 * the customer to orders. The indexes of orders also have the columns of most filters.
 */
export const sortIndexes = (kind: Kind): Migration => ({
  async up(db) {
    const { text } = columnsOf(db, kind);
    await db.schema
      .alterTable('orders')
      .addColumn('customer_key', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await foldNames(db);
    const where = 'deleted_at is null';
    const indexOrders = (name: string, ...columns: string[]) => index(db, name, { table: 'orders', columns, where });
    await indexOrders('orders_by_amount', 'total_cents', 'id', 'status', 'created_at');
    await indexOrders('orders_by_customer', 'customer_key', 'id desc', 'status', 'created_at');
    await indexOrders('orders_by_status', orderPlace, 'id desc', 'status', 'created_at');
    const indexTickets = (name: string, ...columns: string[]) => index(db, name, { table: 'tickets', columns, where });
    await indexTickets('tickets_by_change', 'updated_at', 'number');
    await indexTickets('tickets_by_wait', 'coalesce(last_response_at, created_at)', 'number desc');
    await indexTickets('tickets_by_priority', ticketPlace, 'number');
  },
});

/** The same words as in the queries: `placeAmong` with the statuses and the priorities of the contract. */
const orderPlace = `(case status when 'new' then 0 when 'processing' then 1 when 'delivered' then 2 when 'refunded' then 3 when 'canceled' then 4 when 'completed' then 5 end)`;
const ticketPlace = `(case priority when 'low' then 0 when 'medium' then 1 when 'high' then 2 end)`;

async function foldNames(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ user_id: number; user_name: string }>`
    select distinct user_id, user_name from orders`.execute(db);
  for (const { user_id: user, user_name: name } of rows)
    await sql`
      update orders set customer_key = ${fold(name)} where user_id = ${user} and user_name = ${name}`.execute(db);
}
