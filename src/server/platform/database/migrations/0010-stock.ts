import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnsOf, defaultZero, type Kind } from './columns.ts';

/**
 * Adds SKU, addresses and stock to products, the unit of stock to items of orders, and the order of display to
 * categories. No stock is tracked; the categories keep the order of their titles, and are announced to the devices.
 */
export const stockAndOrder = (kind: Kind): Migration => ({
  async up(db) {
    const { number, text } = columnsOf(db, kind);
    for (const name of ['sku', 'video_url', 'store_url'])
      await db.schema.alterTable('products').addColumn(name, text).execute();
    await db.schema
      .alterTable('products')
      .addColumn('quantity', number, (column) => column.check(sql`quantity >= 0`))
      .execute();
    await db.schema.alterTable('order_items').addColumn('has_stock', number, defaultZero).execute();
    await db.schema.alterTable('categories').addColumn('position', number, defaultZero).execute();
    await sql`
      update categories set rev = rev + 1, position = (
        select count(*) from categories as earlier
        where earlier.sort_key < categories.sort_key
          or (earlier.sort_key = categories.sort_key and earlier.id < categories.id))`.execute(db);
    await sql`
      insert into feed_inbox (scope, entity, key, rev, deleted)
      select 'catalog', 'categories', cast(id as text), rev, 0 from categories`.execute(db);
  },
});
