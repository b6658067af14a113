import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

const counted = ['users', 'categories', 'products', 'product_variants', 'orders', 'order_items', 'ledger'] as const;

/** Lets PostgreSQL go on after the highest id, when rows were inserted with ids of their own. SQLite does so by itself. */
export async function continueIds(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'sqlite') return;
  for (const table of counted) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(1, (select coalesce(max(id), 1) from ${sql.table(table)})))`.execute(
      db,
    );
  }
}
