import type { Migration } from 'kysely/migration';
import { columnsOf, index, type Kind } from './columns.ts';

/**
 * Indexes that answer by themselves what lists and the dashboard count: without a look at each row, which is wide. A
 * deleted order is in none of them.
 */
export const indexes = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    for (const name of ['orders_user', 'orders_user_status', 'orders_status', 'orders_created', 'ledger_created'])
      await columns.db.schema.dropIndex(name).execute();
    const where = 'deleted_at is null';
    const orders = (name: string, ...on: string[]) => index(columns.db, name, { table: 'orders', columns: on, where });
    await orders('orders_of_user', 'user_id', 'id');
    await orders('orders_of_user_status', 'user_id', 'status', 'id');
    await orders('orders_of_status', 'status', 'id');
    await orders('orders_earned', 'created_at', 'status', 'total_cents', 'cost_cents');
    await index(columns.db, 'ledger_of_kind', { table: 'ledger', columns: ['kind', 'created_at', 'amount_cents'] });
  },
});
