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

/** The highest id each counted table has ever given; a table that has given none may be missing. */
export async function lastIds(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<Map<string, number>> {
  const asked =
    kind === 'sqlite'
      ? sql<Given>`select name as "table", seq as last from sqlite_sequence`
      : sql<Given>`select t.relname as "table", pg_sequence_last_value(s.oid) as last
          from pg_class s join pg_depend d on d.objid = s.oid and d.deptype = 'a' join pg_class t on t.oid = d.refobjid
          where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace`;
  const { rows } = await asked.execute(db);
  return new Map(rows.map(({ table, last }) => [table, last ?? 0]));
}

interface Given {
  table: string;
  last: number | null;
}

/** Lets a counted table go on after this id. */
export async function setLastId(
  db: Kysely<Database>,
  kind: 'sqlite' | 'postgres',
  { table, last }: { table: string; last: number },
): Promise<void> {
  if (kind === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
}
