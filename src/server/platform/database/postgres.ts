import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, types, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import { breaksConnection } from '../outage.ts';
import { nameOf } from './prepared.ts';
import type { Database } from './schema.ts';

export interface PostgresOptions {
  /** Prepared queries are sent under a name, so that each connection plans them once. */
  named: boolean;
  /** Limits how long requests wait for PostgreSQL; commands wait as long as it takes. */
  limited: boolean;
  /** PostgreSQL may be given settings for the whole session, which a pooler would refuse. */
  session: boolean;
}

export interface OpenPostgres {
  db: Kysely<Database>;
  /** The same connections without a limit for queries. */
  maintenance: Kysely<Database>;
  pool: Pool;
}

/** Ms a request waits for a connection. */
const connectionTimeout = 4_000;
/** Ms a request waits for the answer to one query. */
export const queryTimeout = 5_000;
/** Ms after which PostgreSQL ends a transaction, and frees its locks, whose server has fallen silent. */
const silentTransaction = 10_000;
/** Ms; the longest delay of a timer. */
const unlimited = 2 ** 31 - 1;

/** Opens a pool of PostgreSQL connections; reading and writing use the same one. */
export function openPostgres(url: string, options: PostgresOptions, onError: (error: Error) => void): OpenPostgres {
  const pool = new Pool(configOf(url, options));
  pool.on('error', onError);
  // A client in use has no listener of the pool, and an error event that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', onError));
  const over = (timeout: number) =>
    new Kysely<Database>({ dialect: new Dialect({ pool: wrapPool(pool, options.named, timeout) }) });
  return { db: over(options.limited ? queryTimeout : unlimited), maintenance: over(unlimited), pool };
}

function configOf(url: string, { limited, session }: PostgresOptions): PoolConfig {
  return {
    connectionString: url,
    max: 16,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: limited ? connectionTimeout : 10_000,
    types: { getTypeParser: (oid, format) => (wholeNumbers.has(oid) ? toNumber : types.getTypeParser(oid, format)) },
    ...(limited && session && { idle_in_transaction_session_timeout: silentTransaction }),
  };
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** Migrations take their lock themselves (`migrate`): that of Kysely belongs to the session, and needs one of our own. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {
    // Held by the transaction of `migrate`.
  }

  override async releaseMigrationLock(): Promise<void> {
    // Released with the transaction of `migrate`.
  }
}

/** The pool as Kysely sees it, with a limit in ms for each query. */
function wrapPool(pool: Pool, named: boolean, timeout: number): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? wrapClient(client, named, timeout);
      clients.set(client, known);
      return known;
    },
  };
}

function wrapClient(client: PoolClient, named: boolean, timeout: number): PostgresPoolClient {
  let broken = false;
  let released = false;
  const release = (destroy: boolean) => {
    if (!released) client.release(destroy);
    released = destroy;
  };
  const onFailure = (error: unknown): never => {
    if (breaksConnection(error)) broken = true;
    // Closes the socket: a ROLLBACK would wait behind the query that was never answered.
    if (isTimeout(error)) release(true);
    throw error;
  };
  const query = (text: string, values: unknown[] = []): unknown => {
    const config: Query = { name: named ? nameOf(text) : undefined, text, values, query_timeout: timeout };
    return client.query(config).catch(onFailure);
  };
  return {
    query: query as PostgresPoolClient['query'], // a cast: no cursor is ever asked for
    release: (destroy) => release(destroy || broken),
  };
}

/** The types leave out the limit in ms. */
type Query = QueryConfig & { query_timeout: number };

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** int8 and numeric (the sum of int8). */
const wholeNumbers = new Set<number>([20, 1700]);

function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('a number of the database is past 2^53');
  return value;
}
