import type { Migration } from 'kysely/migration';
import { columnsOf, index, key, refers, required, type Columns, type Kind } from './columns.ts';

/** Delivery proofs; who set an order's status last; variants that are sold no more. */
export const files = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await createFiles(columns);
    await extendShop(columns);
  },
});

async function createFiles({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('id', text, key)
    .addColumn('user_id', number, refers('users.id'))
    .addColumn('name', text, required)
    .addColumn('type', text, required)
    .addColumn('size', number, required)
    .addColumn('digest', text, required)
    .addColumn('stored', text, required)
    .addColumn('created_at', number, required)
    .execute();
}

async function extendShop({ db, number, text }: Columns): Promise<void> {
  await db.schema.alterTable('orders').addColumn('status_by', text).execute();
  await db.schema.alterTable('orders').addColumn('status_at', number).execute();
  await index(db, 'orders_file', { table: 'orders', columns: ['file_id'], where: 'file_id is not null' });
  await db.schema.alterTable('product_variants').addColumn('deleted_at', number).execute();
}
