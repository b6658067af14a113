import { randomUUID } from 'node:crypto';
import { Client, type Pool, type QueryConfig } from 'pg';
import type { Notifier } from './notifier.ts';
import { serverLock } from '../database/exclusive-use.ts';
import { queryTimeout } from '../database/postgres.ts';

const channel = 'comptoir_poke';
/** Maximum number of bytes of one PostgreSQL notification. */
const payloadBytesMax = 7_900;

interface NotifierOptions {
  /** Sends notifications. */
  pool: Pool;
  /** The URL of a connection that receives them; null: this server receives none. */
  listenTo: string | null;
  /** How often that connection is checked, in ms. */
  checkEvery?: number;
}

/**
 * Notifies other servers by LISTEN/NOTIFY. A notification is only a hint and never part of a business transaction,
 * because NOTIFY makes the commits of all transactions wait for each other.
 */
export function notifyAcrossNodes(
  local: Notifier,
  { pool, listenTo, checkEvery = 15_000 }: NotifierOptions,
  onError: (error: Error) => void,
): Notifier & { ready: Promise<void>; close(): Promise<void> } {
  const serverId = randomUUID();
  const listener =
    listenTo === null
      ? { ready: Promise.resolve(), close: async () => undefined }
      : listen({ url: listenTo, checkEvery, onError }, (payload) => {
          const [from, ...scopes] = JSON.parse(payload) as string[];
          if (from !== serverId) local.notify(scopes);
        });
  return {
    subscribe: local.subscribe,
    notify(scopes) {
      const list = [...scopes];
      local.notify(list);
      for (const payload of payloadsOf(serverId, list)) pool.query(notifyQuery(payload)).catch(onError);
    },
    ready: listener.ready,
    close: listener.close,
  };
}

const notifyQuery = (payload: string): QueryConfig =>
  withTimeout({ text: 'select pg_notify($1, $2)', values: [channel, payload] });

/** Adds a time limit in ms, which the types of `pg` lack. */
const withTimeout = (query: QueryConfig): QueryConfig => Object.assign(query, { query_timeout: queryTimeout });

/** How long after a failure the next connection is tried, in ms. */
const reconnectDelayMs = 1_000;

interface ListenOptions {
  url: string;
  checkEvery: number;
  onError(error: Error): void;
}

/**
 * Keeps a connection that listens and holds the shared lock of a running server; reconnects when it fails or no longer
 * answers.
 */
function listen({ url, checkEvery, onError }: ListenOptions, onPayload: (payload: string) => void) {
  let client: Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const newClient = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: queryTimeout });
    const onLost = (error?: Error) => {
      if (closed || client !== newClient) return;
      client = undefined;
      clearTimeout(timer);
      if (error) onError(error);
      void newClient.end();
      timer = setTimeout(() => void connect(), reconnectDelayMs);
    };
    const scheduleCheck = () => {
      if (closed || client !== newClient) return;
      timer = setTimeout(
        () => void newClient.query(withTimeout({ text: 'select 1' })).then(scheduleCheck, onLost),
        checkEvery,
      );
    };
    client = newClient;
    newClient.on('notification', (message) => onPayload(message.payload ?? '[]'));
    newClient.on('error', onLost);
    newClient.on('end', () => onLost());
    try {
      await newClient.connect();
      await newClient.query(withTimeout({ text: `listen ${channel}` }));
      await newClient.query(withTimeout({ text: `select pg_try_advisory_lock_shared(${serverLock})` }));
      scheduleCheck();
    } catch (error) {
      onLost(error as Error);
    }
  };
  return {
    ready: connect(),
    async close() {
      closed = true;
      clearTimeout(timer);
      // Not awaited, because an unresponsive PostgreSQL would not answer.
      void client?.end();
    },
  };
}

function* payloadsOf(serverId: string, scopes: string[]): Generator<string> {
  let part: string[] = [];
  for (const scope of scopes) {
    if (JSON.stringify([serverId, ...part, scope]).length > payloadBytesMax) {
      yield JSON.stringify([serverId, ...part]);
      part = [];
    }
    part.push(scope);
  }
  yield JSON.stringify([serverId, ...part]);
}
