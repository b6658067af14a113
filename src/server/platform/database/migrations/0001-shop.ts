import { sql } from 'kysely';
import {
  flag,
  index,
  defaultOne,
  foreignKey,
  required,
  defaultZero,
  nullableForeignKey,
  type Columns,
} from './columns.ts';

/** Creates the catalogue, orders and the ledger. */
export async function createShop(columns: Columns): Promise<void> {
  await createCategories(columns);
  await createProducts(columns);
  await createProductRelations(columns);
  await createOrders(columns);
  await createLedger(columns);
}

async function createCategories({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('categories')
    .addColumn('id', idType, id)
    .addColumn('title', text, required)
    .addColumn('description', text)
    .addColumn('parent_id', number, nullableForeignKey('categories.id'))
    .addColumn('is_active', number, flag('is_active'))
    .addColumn('search_text', text, required)
    .addColumn('sort_key', text, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, 'categories_parent', { table: 'categories', columns: ['parent_id', 'sort_key'] });
  await index(db, 'categories_sort', { table: 'categories', columns: ['sort_key', 'id'] });
}

async function createProducts({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('products')
    .addColumn('id', idType, id)
    .addColumn('title', text, required)
    .addColumn('description', text)
    .addColumn('image', text)
    .addColumn('price_cents', number, required)
    .addColumn('cost_cents', number, required)
    .addColumn('shown_price_cents', number, required)
    .addColumn('is_available', number, flag('is_available'))
    .addColumn('status', text, required)
    .addColumn('is_on_promo', number, flag('is_on_promo'))
    .addColumn('has_variants', number, flag('has_variants'))
    .addColumn('orders_count', number, defaultZero)
    .addColumn('search_text', text, required)
    .addColumn('sort_key', text, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, 'products_sort', { table: 'products', columns: ['sort_key', 'id'] });
  await index(db, 'products_price', { table: 'products', columns: ['shown_price_cents', 'id'] });
  await index(db, 'products_created', { table: 'products', columns: ['created_at', 'id'] });
}

async function createProductRelations({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('product_variants')
    .addColumn('id', idType, id)
    .addColumn('product_id', number, foreignKey('products.id'))
    .addColumn('title', text, required)
    .addColumn('price_cents', number, required)
    .addColumn('cost_cents', number, required)
    .addColumn('status', text, required)
    .addColumn('position', number, required)
    .execute();
  await index(db, 'variants_product', { table: 'product_variants', columns: ['product_id', 'position'] });
  await db.schema
    .createTable('product_categories')
    .addColumn('product_id', number, foreignKey('products.id'))
    .addColumn('category_id', number, foreignKey('categories.id'))
    .addColumn('position', number, required)
    .addPrimaryKeyConstraint('product_categories_key', ['product_id', 'category_id'])
    .execute();
  await index(db, 'categories_product', { table: 'product_categories', columns: ['category_id', 'product_id'] });
}

async function createOrders({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', idType, id)
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('key', text, required)
    .addColumn('status', text, required)
    .addColumn('total_cents', number, (column) => column.notNull().check(sql`total_cents >= 0`))
    .addColumn('cost_cents', number, required)
    .addColumn('user_name', text, required)
    .addColumn('message', text)
    .addColumn('file_id', text)
    .addColumn('notes', text)
    .addColumn('search_text', text, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('deleted_at', number)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, 'orders_key', { table: 'orders', columns: ['user_id', 'key'], unique: true });
  await index(db, 'orders_user', { table: 'orders', columns: ['user_id', 'id'] });
  await index(db, 'orders_status', { table: 'orders', columns: ['status', 'id'] });
  await index(db, 'orders_user_status', { table: 'orders', columns: ['user_id', 'status'] });
  await index(db, 'orders_created', { table: 'orders', columns: ['created_at'] });
  await db.schema
    .createTable('order_items')
    .addColumn('id', idType, id)
    .addColumn('order_id', number, foreignKey('orders.id'))
    .addColumn('product_id', number, foreignKey('products.id'))
    .addColumn('product_variant_id', number)
    .addColumn('product_name', text, required)
    .addColumn('variant_name', text)
    .addColumn('price_cents', number, required)
    .addColumn('cost_cents', number, required)
    .execute();
  await index(db, 'items_order', { table: 'order_items', columns: ['order_id'] });
  await index(db, 'items_product', { table: 'order_items', columns: ['product_id', 'order_id'] });
}

async function createLedger(columns: Columns): Promise<void> {
  const { db, number, text, idType, id } = columns;
  await db.schema
    .createTable('ledger')
    .addColumn('id', idType, id)
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('kind', text, required)
    .addColumn('amount_cents', number, required)
    .addColumn('before_cents', number, required)
    .addColumn('after_cents', number, (column) => column.notNull().check(sql`after_cents >= 0`))
    .addColumn('order_id', number, nullableForeignKey('orders.id'))
    .addColumn('cycle', number)
    .addColumn('actor_id', number)
    .addColumn('note', text)
    .addColumn('key', text, required)
    .addColumn('created_at', number, required)
    .addCheckConstraint('ledger_adds_up', sql`before_cents + amount_cents = after_cents`)
    .execute();
  await index(db, 'ledger_key', { table: 'ledger', columns: ['user_id', 'key'], unique: true });
  await index(db, 'ledger_user', { table: 'ledger', columns: ['user_id', 'id'] });
  await index(db, 'ledger_order', {
    table: 'ledger',
    columns: ['order_id', 'kind', 'cycle'],
    unique: true,
    where: 'order_id is not null',
  });
  await index(db, 'ledger_created', { table: 'ledger', columns: ['created_at'] });
  await makeLedgerAppendOnly(columns);
}

/** Makes the database refuse to change or delete a row of the ledger. */
async function makeLedgerAppendOnly({ db, kind }: Columns): Promise<void> {
  if (kind === 'sqlite') {
    for (const verb of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger ledger_no_${verb} before ${verb} on ledger begin select raise(abort, 'the ledger is append-only'); end`,
        )
        .execute(db);
    }
    return;
  }
  await sql
    .raw(`create function ledger_is_kept() returns trigger language plpgsql as $$
      begin raise exception 'the ledger is append-only'; end $$`)
    .execute(db);
  await sql
    .raw('create trigger ledger_kept before update or delete or truncate on ledger execute function ledger_is_kept()')
    .execute(db);
}
