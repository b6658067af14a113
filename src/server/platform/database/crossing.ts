import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import type { Pokes } from '../pokes.ts';

const channel = 'comptoir_poke';
/** Bytes PostgreSQL takes in one notice. */
const noticeMax = 7_900;

/**
 * Pokes that cross from one server node to the others by LISTEN/NOTIFY. A notice is only a hint and never part of a
 * business transaction, where it would serialise all commits.
 */
export function crossNodes(
  local: Pokes,
  pool: Pool,
  url: string,
  onError: (error: Error) => void,
): Pokes & { ready: Promise<void>; close(): Promise<void> } {
  const self = randomUUID();
  const ear = listen(url, onError, (payload) => {
    const [from, ...scopes] = JSON.parse(payload) as string[];
    if (from !== self) local.poke(scopes);
  });
  return {
    subscribe: local.subscribe,
    poke(scopes) {
      const list = [...scopes];
      local.poke(list);
      for (const notice of notices(self, list))
        pool.query('select pg_notify($1, $2)', [channel, notice]).catch(onError);
    },
    ready: ear.ready,
    close: ear.close,
  };
}

/** A connection that listens and comes back after a break. */
function listen(url: string, onError: (error: Error) => void, heard: (payload: string) => void) {
  let client: Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: url, keepAlive: true });
    const lost = (error?: Error) => {
      if (closed || client !== next) return;
      client = undefined;
      if (error) onError(error);
      retry = setTimeout(() => void connect().catch(onError), 1_000);
    };
    client = next;
    next.on('notification', (notice) => heard(notice.payload ?? '[]'));
    next.on('error', lost);
    next.on('end', () => lost());
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      lost(error as Error);
    }
  };
  return {
    ready: connect(),
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}

function* notices(self: string, scopes: string[]): Generator<string> {
  let part: string[] = [];
  for (const scope of scopes) {
    if (JSON.stringify([self, ...part, scope]).length > noticeMax) {
      yield JSON.stringify([self, ...part]);
      part = [];
    }
    part.push(scope);
  }
  yield JSON.stringify([self, ...part]);
}
