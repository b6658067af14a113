import { Client } from 'pg';
import { OperatorError } from '../base/operator-error.ts';

export interface PostgresServer {
  /**
   * Whether a pooler such as PgBouncer is in between: each transaction may then run in another session of PostgreSQL,
   * so nothing may depend on a session.
   */
  pooled: boolean;
}

/**
 * Inspects the PostgreSQL server of a URL over a connection of its own. Throws an OperatorError when its database does
 * not store UTF-8, and the error of the connection when that fails.
 */
export async function inspectPostgres(url: string): Promise<PostgresServer> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerRow>(
      `select pg_backend_pid() as pid, current_database() as name, current_setting('server_encoding') as encoding`,
    );
    const { pid, name, encoding } = rows[0]!;
    if (encoding !== 'UTF8') throw new OperatorError(wrongEncoding(name, encoding));
    // A pooler reports process ids of its own. A cast: the types lack the field.
    return { pooled: (client as unknown as { processID: number }).processID !== pid };
  } finally {
    await client.end();
  }
}

/**
 * The URL of connections that have a session of their own, as LISTEN needs it; null when only a pooler is known. Throws
 * an OperatorError when DATABASE_DIRECT_URL leads to a pooler, or to a database that does not store UTF-8.
 */
export async function directUrlOf(
  { url, directUrl }: { url: string; directUrl?: string | undefined },
  pooled: boolean,
): Promise<string | null> {
  if (directUrl === undefined) return pooled ? null : url;
  const direct = await inspectPostgres(directUrl);
  if (direct.pooled)
    throw new OperatorError(
      'DATABASE_DIRECT_URL is that of a connection pooler; it must be that of PostgreSQL itself.',
    );
  return directUrl;
}

interface ServerRow {
  pid: number;
  name: string;
  encoding: string;
}

const wrongEncoding = (name: string, encoding: string): string =>
  `The PostgreSQL database "${name}" stores text as ${encoding}; create one with createdb --encoding=UTF8 --template=template0.`;
