import type { Migration } from 'kysely/migration';
import { columnsOf, index, primaryKey, foreignKey, required, type Columns, type Kind } from './columns.ts';

/** Adds delivery proofs, the author of an order's status, and variants that are no longer sold. */
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
    .addColumn('id', text, primaryKey)
    .addColumn('user_id', number, foreignKey('users.id'))
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
