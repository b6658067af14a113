import { sql, type Kysely } from 'kysely';
import type { OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';

/** Rows that are fetched from PostgreSQL at once. */
const fetched = 1_000;

/** Runs with a database that stands still: what others commit meanwhile is not seen, and nobody waits for us. */
export async function inSnapshot<T>(open: OpenDatabase, run: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const begin = open.kind === 'sqlite' ? 'begin deferred' : 'begin isolation level repeatable read read only';
  return open.reader.connection().execute(async (db) => {
    await sql.raw(begin).execute(db);
    try {
      return await run(db);
    } finally {
      await sql`rollback`.execute(db);
    }
  });
}

/** All rows of a table, part by part: a large table never stands in memory as a whole. */
export async function* rowsOf(
  db: Kysely<Database>,
  kind: OpenDatabase['kind'],
  table: string,
): AsyncGenerator<Record<string, string | number | null>> {
  // A cast: the name comes from the list of all tables.
  const all = db.selectFrom(table as 'house').selectAll();
  if (kind === 'sqlite') return yield* all.stream() as AsyncIterable<object> as AsyncIterable<AnyRow>;
  await sql`declare backup_rows no scroll cursor for ${all}`.execute(db);
  for (;;) {
    const { rows } = await sql<AnyRow>`fetch ${sql.lit(fetched)} from backup_rows`.execute(db);
    yield* rows;
    if (rows.length < fetched) break;
  }
  await sql`close backup_rows`.execute(db);
}

/** Whole numbers, texts and nothing else, as the tables of both databases are made. */
type AnyRow = Record<string, string | number | null>;
