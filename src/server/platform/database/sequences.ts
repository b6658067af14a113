import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Lets PostgreSQL continue after the highest id when rows were inserted with given ids. SQLite does so by itself. */
export async function continueIds(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'sqlite') return;
  for (const [table, last] of await lastIds(db, kind)) {
    const { rows } = await sql<{ highest: number | null }>`select max(id) as highest from ${sql.table(table)}`.execute(
      db,
    );
    const highest = rows[0]?.highest ?? 0;
    if (highest > last) await setLastId(db, kind, { table, last: highest });
  }
}

/**
 * Returns the highest id that each table whose ids count up has ever used; a table that never had a row may be
 * missing.
 */
export async function lastIds(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<Map<string, number>> {
  const query =
    kind === 'sqlite'
      ? sql<SequenceRow>`select name as "table", seq as last from sqlite_sequence`
      : sql<SequenceRow>`select t.relname as "table", pg_sequence_last_value(s.oid) as last
          from pg_class s join pg_depend d on d.objid = s.oid and d.deptype = 'a' join pg_class t on t.oid = d.refobjid
          where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace`;
  const { rows } = await query.execute(db);
  return new Map(rows.map(({ table, last }) => [table, last ?? 0]));
}

interface SequenceRow {
  table: string;
  last: number | null;
}

/** Makes the next id of a table `last` + 1. */
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
