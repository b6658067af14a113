import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

const tables: Record<keyof Database, true> = {
  users: true,
  sessions: true,
  letters: true,
  mail_tokens: true,
  throttles: true,
  categories: true,
  products: true,
  product_variants: true,
  product_categories: true,
  articles: true,
  article_votes: true,
  deliveries: true,
  cities: true,
  rates: true,
  files: true,
  orders: true,
  order_items: true,
  topup_methods: true,
  topups: true,
  topup_files: true,
  saved_answers: true,
  stock: true,
  code_batches: true,
  codes: true,
  stock_watches: true,
  ledger: true,
  tickets: true,
  responses: true,
  ticket_files: true,
  notifications: true,
  outcomes: true,
  audit: true,
  feed_inbox: true,
  feed: true,
  feed_head: true,
  unsent: true,
  presence: true,
  house: true,
};

/** All tables; the type of `tables` makes a missing or removed one a compile error. */
export const tableNames: readonly string[] = Object.keys(tables);

/** Lets PostgreSQL plan its queries for the rows that were just inserted: until then it plans for empty tables. */
export async function analyzeTables(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') await sql`analyze ${sql.join(tableNames.map((name) => sql.table(name)))}`.execute(db);
}
