import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  columnsOf,
  defaultOne,
  defaultZero,
  foreignKey,
  index,
  primaryKey,
  required,
  type Columns,
  type Kind,
} from './columns.ts';

/**
 * Adds what a product asks for and in which quantities it is sold, to items of orders their quantity and answers, and
 * the answers that customers keep. No row is rewritten: all earlier items have the quantity 1 and no unit price.
 *
 * Makes the database refuse an item without a unit price of a product that is sold in other ways: a server of an older
 * version knows no quantities, so it would charge the price of 1,000 units for one.
 */
export const orderFields = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await extendProducts(columns);
    await extendOrders(columns);
    await createSavedAnswers(columns);
    for (const statement of kind === 'sqlite' ? sqliteTrigger : postgresTrigger) await sql.raw(statement).execute(db);
  },
});

async function extendProducts({ db, number, text }: Columns): Promise<void> {
  const table = () => db.schema.alterTable('products');
  await table()
    .addColumn('order_fields', text, (column) => column.notNull().defaultTo('[]'))
    .execute();
  for (const name of ['quantity_min', 'quantity_step', 'quantity_max'])
    await table()
      .addColumn(name, number, (column) =>
        column
          .notNull()
          .defaultTo(1)
          .check(sql`${sql.ref(name)} >= 1`),
      )
      .execute();
  await table()
    .addColumn('price_per', number, (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`price_per in (1, 100, 1000)`),
    )
    .execute();
}

async function extendOrders({ db, number, text }: Columns): Promise<void> {
  const items = () => db.schema.alterTable('order_items');
  await items()
    .addColumn('quantity', number, (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`quantity >= 1`),
    )
    .execute();
  await items().addColumn('unit_price_cents', number).execute();
  await items().addColumn('price_per', number, defaultOne).execute();
  await items().addColumn('answers', text).execute();
  await items().addColumn('answers_round', number, defaultZero).execute();
  await db.schema.alterTable('orders').addColumn('ask', text).execute();
}

async function createSavedAnswers({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('saved_answers')
    .addColumn('id', text, primaryKey)
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('save_as', text, required)
    .addColumn('name', text, required)
    .addColumn('value', text, required)
    .addColumn('used_at', number, required)
    .addColumn('deleted_at', number)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, 'saved_answers_user', { table: 'saved_answers', columns: ['user_id', 'id'] });
}

const isSoldOtherwise = `exists (select 1 from products where id = new.product_id
  and (quantity_min > 1 or price_per > 1 or order_fields like '%"required":true%'))`;
const message = 'an item of a product with a quantity or with required fields needs its unit price';

const sqliteTrigger = [
  `create trigger items_with_unit_price before insert on order_items
    when new.unit_price_cents is null and ${isSoldOtherwise}
    begin select raise(abort, '${message}'); end`,
];

const postgresTrigger = [
  // Replaced, because `seed --fresh` of a version before leaves it there.
  `create or replace function items_with_unit_price() returns trigger language plpgsql as $$
    begin
      if ${isSoldOtherwise} then raise exception '${message}'; end if;
      return new;
    end $$`,
  `create trigger items_with_unit_price before insert on order_items
    for each row when (new.unit_price_cents is null) execute function items_with_unit_price()`,
];
