import { Client } from 'pg';
import { OperatorError } from '../operator-error.ts';

export interface PostgresServer {
  /**
   * A pooler such as PgBouncer is in between: a connection may reach another session of PostgreSQL with each
   * transaction, so nothing may be left in the session.
   */
  pooled: boolean;
}

/**
 * Looks at the PostgreSQL of this URL over a connection of its own. Throws an OperatorError when its database does not
 * store UTF-8, and the error of the connection when there is none.
 */
export async function inspectPostgres(url: string): Promise<PostgresServer> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<About>(
      `select pg_backend_pid() as pid, current_database() as name, current_setting('server_encoding') as encoding`,
    );
    const { pid, name, encoding } = rows[0]!;
    if (encoding !== 'UTF8') throw new OperatorError(wrongEncoding(name, encoding));
    // A pooler hands out process ids of its own. A cast: the types leave the field out.
    return { pooled: (client as unknown as { processID: number }).processID !== pid };
  } finally {
    await client.end();
  }
}

/**
 * The URL over which a connection has a session of its own, as LISTEN needs it; null when only a pooler is known.
 * Throws an OperatorError when DATABASE_DIRECT_URL is that of a pooler or of another encoding.
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

interface About {
  pid: number;
  name: string;
  encoding: string;
}

const wrongEncoding = (name: string, encoding: string): string =>
  `The PostgreSQL database "${name}" stores text as ${encoding}; create one with createdb --encoding=UTF8 --template=template0.`;
