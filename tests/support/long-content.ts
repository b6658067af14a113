import { sql } from 'kysely';
import { join } from 'node:path';
import { nameMax, orderMessageMax, subjectMax, titleMax } from '../../src/contract/limits.ts';
import { localeCodes } from '../../src/contract/locales.ts';
import { openSqlite } from '../../src/server/platform/database/sqlite.ts';
import { openShopDatabase } from './shop-database.ts';

/** An amount of seven digits, in cents. */
const cents = 123_456_789;

/** The texts of users in a shop, with their maximum lengths. */
const columns: Record<string, Record<string, number>> = {
  users: { name: nameMax },
  categories: { title: titleMax },
  products: { title: titleMax },
  product_variants: { title: titleMax },
  orders: { user_name: nameMax, message: orderMessageMax, notes: orderMessageMax, status_by: nameMax },
  order_items: { product_name: titleMax, variant_name: titleMax },
  tickets: { user_name: nameMax, subject: subjectMax, content: 400, status_by: nameMax },
  responses: { author_name: nameMax, content: 400 },
  deliveries: { title: nameMax },
  cities: { title: nameMax },
};

/** The amounts of a shop that are no part of the ledger. */
const amounts: Record<string, readonly string[]> = {
  products: ['price_cents', 'shown_price_cents'],
  product_variants: ['price_cents'],
  orders: ['total_cents'],
  order_items: ['price_cents'],
};

/**
 * Gives every text of the shop its maximum length, by turns in Latin and Arabic script, with and without spaces, and
 * every amount seven digits; the customer's balance gets movements of this size through the ledger.
 */
export async function lengthen(dataFolder: string, currency: string, email: string): Promise<void> {
  const { db, reader } = openSqlite(join(dataFolder, 'comptoir.db'));
  for (const [table, lengths] of Object.entries(columns)) {
    const texts = Object.entries(lengths).map(([name, max], at) => sql`${sql.ref(name)} = ${longText(max, at)}`);
    const numbers = (amounts[table] ?? []).map((name) => sql`${sql.ref(name)} = ${sql.lit(cents)}`);
    await sql`update ${sql.table(table)} set ${sql.join([...texts, ...numbers])}`.execute(db);
  }
  await sql`update notifications set about = json_set(about, '$.subject', ${longText(subjectMax, 0)}, '$.by', ${longText(nameMax, 1)})
    where kind like 'ticket.%'`.execute(db);
  for (const locale of localeCodes)
    await sql`update articles set texts = json_set(texts, ${`$.${locale}.title`}, ${longText(titleMax, 0)})
      where json_extract(texts, ${`$.${locale}`}) is not null`.execute(db);
  await reader.destroy();
  await db.destroy();
  const shop = openShopDatabase(dataFolder, currency);
  for (const _movement of [1, 2]) await shop.credit(email, cents / 100);
  await shop.close();
}

/** One of the texts in `max` characters, another one in each row. */
function longText(max: number, from: number) {
  const cases = units.map((unit, at) => {
    const text = unit.repeat(Math.ceil(max / unit.length)).slice(0, max);
    return sql`when ${sql.lit(at)} then ${text.trim().padEnd(max, unit.trim().at(-1))}`;
  });
  return sql`case (rowid + ${sql.lit(from)}) % ${sql.lit(units.length)} ${sql.join(cases, sql` `)} end`;
}

const units = ['Donaudampfschifffahrt card ', 'WWMM', 'بطاقةٌ مُستعجَلةٌ ', 'استعجالاتكم'];
