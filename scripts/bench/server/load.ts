import { connect, type Connection, type Request } from './connection.ts';

/** What one client does next. `kind` names it in the figures. */
export interface Ask {
  kind: string;
  request: Request;
}

export interface Loaded {
  /** Ms of each answer, by kind. */
  taken: Map<string, number[]>;
  /** How many answers had each status. */
  statuses: Map<number, number>;
  /** Answers a second. */
  rate: number;
}

export interface Load {
  port: number;
  clients: number;
  ms: number;
  next(client: number): Ask;
  /** Ms a client thinks before it asks again. */
  think?(): number;
}

/** Keep-alive clients that each ask, wait for the answer and ask again, until the time is over. */
export async function drive(load: Load): Promise<Loaded> {
  const loaded: Loaded = { taken: new Map(), statuses: new Map(), rate: 0 };
  const connections = Array.from({ length: load.clients }, () => connect(load.port));
  const begun = performance.now();
  const until = begun + load.ms;
  await Promise.all(connections.map((connection, client) => ask(connection, client, { load, loaded, until })));
  const count = [...loaded.statuses.values()].reduce((sum, one) => sum + one, 0);
  loaded.rate = (count / (performance.now() - begun)) * 1000;
  for (const connection of connections) connection.close();
  return loaded;
}

/** How many answers were not 200, as text for a complaint; null when all were. */
export function otherThanDone({ statuses }: Loaded): string | null {
  const others = [...statuses].filter(([status]) => status !== 200);
  return others.length === 0 ? null : others.map(([status, count]) => `${count} × ${status}`).join(', ');
}

interface Driving {
  load: Load;
  loaded: Loaded;
  until: number;
}

async function ask(connection: Connection, client: number, { load, loaded, until }: Driving): Promise<void> {
  const { taken, statuses } = loaded;
  const { think } = load;
  if (think) await pause(think());
  while (performance.now() < until) {
    const { kind, request } = load.next(client);
    const begun = performance.now();
    const { status } = await connection.ask(request);
    const times = taken.get(kind) ?? [];
    if (times.push(performance.now() - begun) === 1) taken.set(kind, times);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (think) await pause(think());
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
