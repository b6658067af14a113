import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import { nameOf } from './prepared.ts';
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
  // A client in use has no listener of the pool, and an error event that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', onError));
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: naming(pool) }) }), pool };
}

/** The pool as Kysely sees it. What was prepared goes out under its name: a connection then plans it once. */
function naming(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? namingClient(client);
      clients.set(client, known);
      return known;
    },
  };
}

function namingClient(client: PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[] = []): unknown => client.query({ name: nameOf(text), text, values });
  return {
    query: query as PostgresPoolClient['query'], // a cast: no cursor is ever asked for
    release: (destroy) => client.release(destroy),
  };
}

/** int8 and numeric (the sum of int8). */
const wholeNumbers = new Set<number>([20, 1700]);

function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('a number of the database is past 2^53');
  return value;
}
