import { randomUUID } from 'node:crypto';
import { Client, type Pool, type QueryConfig } from 'pg';
import type { Pokes } from '../pokes.ts';
import { serverLock } from './exclusive-use.ts';
import { queryTimeout } from './postgres.ts';

const channel = 'comptoir_poke';
/** Bytes PostgreSQL takes in one notice. */
const noticeMax = 7_900;

interface Ways {
  /** Sends notices. */
  pool: Pool;
  /** The URL of a connection that receives them; null: this node receives none. */
  listenTo: string | null;
  /** Ms between two questions whether that connection still works. */
  checkEvery?: number;
}

/**
 * Pokes that cross from one server node to the others by LISTEN/NOTIFY. A notice is only a hint and never part of a
 * business transaction, where it would serialise all commits.
 */
export function crossNodes(
  local: Pokes,
  { pool, listenTo, checkEvery = 15_000 }: Ways,
  onError: (error: Error) => void,
): Pokes & { ready: Promise<void>; close(): Promise<void> } {
  const self = randomUUID();
  const listener =
    listenTo === null
      ? { ready: Promise.resolve(), close: async () => undefined }
      : listen({ url: listenTo, checkEvery, onError }, (payload) => {
          const [from, ...scopes] = JSON.parse(payload) as string[];
          if (from !== self) local.poke(scopes);
        });
  return {
    subscribe: local.subscribe,
    poke(scopes) {
      const list = [...scopes];
      local.poke(list);
      for (const notice of notices(self, list)) pool.query(notify(notice)).catch(onError);
    },
    ready: listener.ready,
    close: listener.close,
  };
}

const notify = (notice: string): QueryConfig =>
  limited({ text: 'select pg_notify($1, $2)', values: [channel, notice] });

/** With a limit in ms that the types leave out. */
const limited = (query: QueryConfig): QueryConfig => Object.assign(query, { query_timeout: queryTimeout });

/** Ms before the next attempt after a failure. */
const retryAfter = 1_000;

interface Listening {
  url: string;
  checkEvery: number;
  onError(error: Error): void;
}

/**
 * A connection that listens, says by a lock that a server runs, and is opened again whenever it fails, also when it only
 * falls silent.
 */
function listen({ url, checkEvery, onError }: Listening, heard: (payload: string) => void) {
  let client: Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: queryTimeout });
    const lost = (error?: Error) => {
      if (closed || client !== next) return;
      client = undefined;
      clearTimeout(timer);
      if (error) onError(error);
      void next.end();
      timer = setTimeout(() => void connect(), retryAfter);
    };
    const check = () => {
      if (closed || client !== next) return;
      timer = setTimeout(() => void next.query(limited({ text: 'select 1' })).then(check, lost), checkEvery);
    };
    client = next;
    next.on('notification', (notice) => heard(notice.payload ?? '[]'));
    next.on('error', lost);
    next.on('end', () => lost());
    try {
      await next.connect();
      await next.query(limited({ text: `listen ${channel}` }));
      await next.query(limited({ text: `select pg_try_advisory_lock_shared(${serverLock})` }));
      check();
    } catch (error) {
      lost(error as Error);
    }
  };
  return {
    ready: connect(),
    async close() {
      closed = true;
      clearTimeout(timer);
      // Not waited for: a server that has fallen silent does not answer this either.
      void client?.end();
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
