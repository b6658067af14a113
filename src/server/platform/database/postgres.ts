import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, types, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import { breaksConnection } from './outage.ts';
import { nameOf } from './prepared.ts';
import type { Database } from './schema.ts';

export interface PostgresOptions {
  /** Whether prepared queries are sent under a name, so that each connection plans them once. */
  named: boolean;
  /** Whether requests wait for PostgreSQL only for a limited time; commands wait without limit. */
  hasTimeLimit: boolean;
  /** Whether PostgreSQL may be given settings for the whole session, which a pooler would refuse. */
  allowsSessionSettings: boolean;
}

export interface OpenPostgres {
  db: Kysely<Database>;
  /** The same connections without a time limit for queries. */
  maintenance: Kysely<Database>;
  pool: Pool;
}

/**
 * Maximum number of connections of one server.
 *
 * @internal Exported for tests, which occupy all connections.
 */
export const poolSize = 16;
/** How long a request waits for a connection, in ms. */
const connectionTimeout = 4_000;
/** How long a request waits for the answer to one query, in ms. */
export const queryTimeout = 5_000;
/**
 * How long PostgreSQL waits, in ms, before it ends a transaction whose server sends nothing more, and frees its locks.
 */
const idleInTransactionMs = 10_000;
/** The longest delay that a timer can have, in ms. */
const unlimited = 2 ** 31 - 1;

/** Opens a pool of PostgreSQL connections; reading and writing use the same one. */
export function openPostgres(url: string, options: PostgresOptions, onError: (error: Error) => void): OpenPostgres {
  const pool = new Pool(configOf(url, options));
  pool.on('error', onError);
  // The pool does not listen to a client in use, and an error event without a listener ends the process.
  pool.on('connect', (client) => client.on('error', onError));
  const withQueryTimeout = (timeout: number) =>
    new Kysely<Database>({ dialect: new Dialect({ pool: wrapPool(pool, options.named, timeout) }) });
  return {
    db: withQueryTimeout(options.hasTimeLimit ? queryTimeout : unlimited),
    maintenance: withQueryTimeout(unlimited),
    pool,
  };
}

function configOf(url: string, { hasTimeLimit, allowsSessionSettings }: PostgresOptions): PoolConfig {
  return {
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: hasTimeLimit ? connectionTimeout : 10_000,
    types: {
      getTypeParser: (oid, format) => (wholeNumberTypes.has(oid) ? toNumber : types.getTypeParser(oid, format)),
    },
    ...(hasTimeLimit && allowsSessionSettings && { idle_in_transaction_session_timeout: idleInTransactionMs }),
  };
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** Disables Kysely's migration lock, which a session holds; `migrate` takes a lock that its transaction holds. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {
    // Held by the transaction of `migrate`.
  }

  override async releaseMigrationLock(): Promise<void> {
    // Released with the transaction of `migrate`.
  }
}

/** Wraps the pool for Kysely, with a time limit (ms) for each query. */
function wrapPool(pool: Pool, named: boolean, timeout: number): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const wrapped = clients.get(client) ?? wrapClient(client, named, timeout);
      clients.set(client, wrapped);
      return wrapped;
    },
  };
}

function wrapClient(client: PoolClient, named: boolean, timeout: number): PostgresPoolClient {
  let broken = false;
  let isDestroyed = false;
  const release = (destroy: boolean) => {
    if (!isDestroyed) client.release(destroy);
    isDestroyed = destroy;
  };
  const onFailure = (error: unknown): never => {
    if (breaksConnection(error)) broken = true;
    // Closes the socket: a ROLLBACK would wait behind the unanswered query.
    if (isTimeout(error)) release(true);
    throw error;
  };
  const query = (text: string, values: unknown[] = []): unknown => {
    const config: Query = { name: named ? nameOf(text) : undefined, text, values, query_timeout: timeout };
    return client.query(config).catch(onFailure);
  };
  return {
    query: query as PostgresPoolClient['query'], // a cast: cursors are never used
    release: (destroy) => release(destroy || broken),
  };
}

/** A query with its time limit (ms), which the types of `pg` lack. */
type Query = QueryConfig & { query_timeout: number };

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** The ids of the types int8 and numeric (the sum of int8). */
const wholeNumberTypes = new Set<number>([20, 1700]);

function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('a number of the database is past 2^53');
  return value;
}
