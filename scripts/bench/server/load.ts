import { connect, type Connection, type HttpRequest } from './connection.ts';

/** The next request of a client. `kind` is its name in the figures. */
export interface LoadRequest {
  kind: string;
  request: HttpRequest;
}

export interface LoadResult {
  /** How long each answer took, in ms, by kind. */
  latencies: Map<string, number[]>;
  /** The number of answers by status. */
  statuses: Map<number, number>;
  /** Answers per second. */
  rate: number;
}

export interface Load {
  port: number;
  clients: number;
  ms: number;
  next(client: number): LoadRequest;
  /** The pause of a client between two requests, in ms. */
  think?(): number;
}

/** Runs keep-alive clients, each of which sends one request after another until `load.ms` have passed. */
export async function drive(load: Load): Promise<LoadResult> {
  const loaded: LoadResult = { latencies: new Map(), statuses: new Map(), rate: 0 };
  const connections = Array.from({ length: load.clients }, () => connect(load.port));
  const startedAt = performance.now();
  const until = startedAt + load.ms;
  await Promise.all(connections.map((connection, client) => ask(connection, client, { load, loaded, until })));
  const count = [...loaded.statuses.values()].reduce((sum, one) => sum + one, 0);
  loaded.rate = (count / (performance.now() - startedAt)) * 1000;
  for (const connection of connections) connection.close();
  return loaded;
}

/** The answers with another status than 200, as text for an error; null when there are none. */
export function unexpectedStatuses({ statuses }: LoadResult): string | null {
  const others = [...statuses].filter(([status]) => status !== 200);
  return others.length === 0 ? null : others.map(([status, count]) => `${count} × ${status}`).join(', ');
}

interface ClientTask {
  load: Load;
  loaded: LoadResult;
  until: number;
}

async function ask(connection: Connection, client: number, { load, loaded, until }: ClientTask): Promise<void> {
  const { latencies, statuses } = loaded;
  const { think } = load;
  if (think) await pause(think());
  while (performance.now() < until) {
    const { kind, request } = load.next(client);
    const startedAt = performance.now();
    const { status } = await connection.ask(request);
    const times = latencies.get(kind) ?? [];
    if (times.push(performance.now() - startedAt) === 1) latencies.set(kind, times);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (think) await pause(think());
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
