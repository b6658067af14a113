import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnsOf, defaultOne, index, required, type Columns, type Kind } from './columns.ts';

/** Adds delivery companies, cities, and the rates of companies for cities. */
export const deliveries = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    for (const table of ['deliveries', 'cities']) await createPlaces(columns, table);
    await createRates(columns);
  },
});

async function createPlaces({ db, number, text, idType, id }: Columns, table: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('id', idType, id)
    .addColumn('title', text, required)
    .addColumn('sort_key', text, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, `${table}_title`, { table, columns: ['sort_key'], unique: true });
}

async function createRates({ db, number }: Columns): Promise<void> {
  await db.schema
    .createTable('rates')
    .addColumn('delivery_id', number, (column) => column.notNull().references('deliveries.id').onDelete('cascade'))
    .addColumn('city_id', number, (column) => column.notNull().references('cities.id').onDelete('cascade'))
    .addColumn('price_cents', number, (column) => column.notNull().check(sql`price_cents >= 0`))
    .addColumn('updated_at', number, required)
    .addColumn('rev', number, defaultOne)
    .addPrimaryKeyConstraint('rate', ['delivery_id', 'city_id'])
    .execute();
  await index(db, 'rates_city', { table: 'rates', columns: ['city_id'] });
}
