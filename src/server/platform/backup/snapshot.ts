import { sql, type Kysely } from 'kysely';
import type { OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';

/** Rows fetched from PostgreSQL at once. */
const rowsPerFetch = 1_000;

/** Runs a function on a snapshot of the database: it sees no later commits and blocks no writer. */
export async function inSnapshot<T>(database: OpenDatabase, run: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const begin = database.kind === 'sqlite' ? 'begin deferred' : 'begin isolation level repeatable read read only';
  return database.reader.connection().execute(async (db) => {
    await sql.raw(begin).execute(db);
    try {
      return await run(db);
    } finally {
      await sql`rollback`.execute(db);
    }
  });
}

/** All rows of a table, streamed: a large table is never in memory as a whole. */
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
    const { rows } = await sql<AnyRow>`fetch ${sql.lit(rowsPerFetch)} from backup_rows`.execute(db);
    yield* rows;
    if (rows.length < rowsPerFetch) break;
  }
  await sql`close backup_rows`.execute(db);
}

/** Integers and texts: the only types in the tables of both databases. */
type AnyRow = Record<string, string | number | null>;
