import type { Migration } from 'kysely/migration';
import { columnsOf, index, type Kind } from './columns.ts';

/**
 * Adds indexes with all columns that the counts of lists and of the dashboard need, so that counting reads no table.
 * The indexes of orders leave out deleted orders.
 */
export const indexes = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    for (const name of ['orders_user', 'orders_user_status', 'orders_status', 'orders_created', 'ledger_created'])
      await columns.db.schema.dropIndex(name).execute();
    const where = 'deleted_at is null';
    const indexOrders = (name: string, ...on: string[]) =>
      index(columns.db, name, { table: 'orders', columns: on, where });
    await indexOrders('orders_of_user', 'user_id', 'id');
    await indexOrders('orders_of_user_status', 'user_id', 'status', 'id');
    await indexOrders('orders_of_status', 'status', 'id');
    await indexOrders('orders_earned', 'created_at', 'status', 'total_cents', 'cost_cents');
    await index(columns.db, 'ledger_of_kind', { table: 'ledger', columns: ['kind', 'created_at', 'amount_cents'] });
  },
});
