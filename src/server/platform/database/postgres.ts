import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Database } from './schema.ts';

/** Opens a pool of PostgreSQL connections; reading and writing use the same one. */
export function openPostgres(url: string, onError: (error: Error) => void): { db: Kysely<Database>; pool: Pool } {
  const pool = new Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: (oid, format) => (wholeNumbers.has(oid) ? toNumber : types.getTypeParser(oid, format)) },
  });
  pool.on('error', onError);
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** int8 and numeric (the sum of int8). */
const wholeNumbers = new Set<number>([20, 1700]);

function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('a number of the database is past 2^53');
  return value;
}
