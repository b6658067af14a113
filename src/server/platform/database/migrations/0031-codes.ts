import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { codeStates } from '../../../../contract/stock-rules.ts';
import {
  columnsOf,
  defaultOne,
  defaultZero,
  foreignKey,
  index,
  nullableForeignKey,
  required,
  type Columns,
  type Kind,
} from './columns.ts';

/**
 * Adds products that sell codes: their stock, batches, encrypted codes, and the customers who wait for them.
 *
 * Makes the database refuse an order of such a product without its codes: a server of an older version knows none, so it
 * would charge for an order and deliver nothing.
 */
export const codes = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await db.schema
      .alterTable('products')
      .addColumn('sells_codes', columns.number, (column) =>
        column
          .notNull()
          .defaultTo(0)
          .check(sql`sells_codes in (0, 1)`),
      )
      .execute();
    await db.schema.alterTable('order_items').addColumn('has_codes', columns.number, defaultZero).execute();
    await createStock(columns);
    await createBatches(columns);
    await createCodes(columns);
    await createWatches(columns);
    for (const statement of kind === 'sqlite' ? sqliteTrigger : postgresTrigger) await sql.raw(statement).execute(db);
  },
});

async function createStock({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('stock')
    .addColumn('product_id', number, foreignKey('products.id'))
    .addColumn('variant_id', number, required)
    .addColumn('free', number, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`free >= 0`),
    )
    .addColumn('low_at', number)
    .addColumn('level', text, (column) =>
      column
        .notNull()
        .defaultTo('out')
        .check(sql`level in ('in', 'low', 'out')`),
    )
    .addColumn('rev', number, defaultOne)
    .addPrimaryKeyConstraint('stock_key', ['product_id', 'variant_id'])
    .execute();
}

async function createBatches({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('code_batches')
    .addColumn('id', idType, id)
    .addColumn('product_id', number, foreignKey('products.id'))
    .addColumn('variant_id', number, required)
    .addColumn('cost_cents', number, (column) => column.check(sql`cost_cents >= 0`))
    .addColumn('note', text)
    .addColumn('count', number, required)
    .addColumn('created_by', number, foreignKey('users.id'))
    .addColumn('created_by_name', text, required)
    .addColumn('created_at', number, required)
    .execute();
  await index(db, 'code_batches_product', { table: 'code_batches', columns: ['product_id', 'variant_id', 'id'] });
}

/** Times without a limit: the greatest moment of a JavaScript date, so that the index has the order of sale. */
async function createCodes({ db, number, text, idType, id }: Columns): Promise<void> {
  const states = sql.raw(codeStates.map((state) => `'${state}'`).join(', '));
  await db.schema
    .createTable('codes')
    .addColumn('id', idType, id)
    .addColumn('uid', text, (column) => column.notNull().unique())
    .addColumn('batch_id', number, foreignKey('code_batches.id'))
    .addColumn('product_id', number, foreignKey('products.id'))
    .addColumn('variant_id', number, required)
    .addColumn('ciphertext', text, required)
    .addColumn('key_id', text, required)
    .addColumn('mark', text, (column) => column.notNull().unique())
    .addColumn('state', text, (column) => column.notNull().check(sql`state in (${states})`))
    .addColumn('order_item_id', number, nullableForeignKey('order_items.id'))
    .addColumn('sold_at', number)
    .addColumn('revealed_at', number)
    .addColumn('revealed_by_name', text)
    .addColumn('replaced_by', text)
    .addColumn('fence', number, defaultZero)
    .addColumn('expires_at', number, required)
    .addColumn('created_at', number, required)
    .addCheckConstraint('codes_of_orders', sql`(state in ('free', 'withdrawn', 'expired')) = (order_item_id is null)`)
    .execute();
  await index(db, 'codes_free', {
    table: 'codes',
    columns: ['product_id', 'variant_id', 'expires_at', 'id'],
    where: "state = 'free'",
  });
  await index(db, 'codes_item', { table: 'codes', columns: ['order_item_id'], where: 'order_item_id is not null' });
  await index(db, 'codes_key', { table: 'codes', columns: ['key_id'] });
  await index(db, 'codes_batch', { table: 'codes', columns: ['batch_id', 'state'] });
}

async function createWatches({ db, number }: Columns): Promise<void> {
  await db.schema
    .createTable('stock_watches')
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('product_id', number, foreignKey('products.id'))
    .addColumn('variant_id', number, required)
    .addColumn('created_at', number, required)
    .addPrimaryKeyConstraint('stock_watches_key', ['user_id', 'product_id', 'variant_id'])
    .execute();
  await index(db, 'stock_watches_product', { table: 'stock_watches', columns: ['product_id', 'variant_id'] });
}

const sellsCodes = 'exists (select 1 from products where id = new.product_id and sells_codes = 1)';
const message = 'an item of a product that sells codes needs its codes';

const sqliteTrigger = [
  `create trigger items_with_codes before insert on order_items
    when new.has_codes = 0 and ${sellsCodes}
    begin select raise(abort, '${message}'); end`,
];

const postgresTrigger = [
  // Replaced, because `seed --fresh` of a version before leaves it there.
  `create or replace function items_with_codes() returns trigger language plpgsql as $$
    begin
      if ${sellsCodes} then raise exception '${message}'; end if;
      return new;
    end $$`,
  `create trigger items_with_codes before insert on order_items
    for each row when (new.has_codes = 0) execute function items_with_codes()`,
];
