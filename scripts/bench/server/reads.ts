import type { Bare } from './bare.ts';
import type { RepeatedAnswer } from './bare-http.ts';
import { connect, type HttpAnswer, type HttpRequest } from './connection.ts';
import type { Shop } from './fill.ts';
import { drive, unexpectedStatuses, type LoadRequest, type Load } from './load.ts';

/** Answers per second in each round: of a bare server with the same bytes (the lower bound), and of ours. */
export interface ReadRounds {
  floor: number[];
  ours: number[];
  /** Bytes of an answer. */
  bytes: number;
  clients: number;
}

interface ReadTask {
  port: number;
  bare: Bare;
  /** The requests, sent one after the other and then again. */
  requests: HttpRequest[];
  /** Adds an unknown parameter with another value each time, so that no answer comes from the cache. */
  avoidsCache?: boolean;
}

/** Measures in turns: a bare `node:http` server that answers with the bytes of our first answer, then ours. */
export async function measureReads(
  { port, bare, requests, avoidsCache = false }: ReadTask,
  { clients, rounds, ms }: { clients: number; rounds: number; ms: number },
): Promise<ReadRounds> {
  const example = await askOnce(port, requests[0]!);
  if (example.status !== 200) throw new Error(`a read was refused: ${example.body.toString()}`);
  const floor = await bare.request<{ port: number }>(toRepeat(example));
  const load = { clients, ms, next: inTurn(requests, avoidsCache) };
  const measured: ReadRounds = { floor: [], ours: [], bytes: example.body.length, clients };
  for (let round = 0; round <= rounds; round++) {
    const [raw, own] = [await rateOf({ ...load, port: floor.port }), await rateOf({ ...load, port })];
    // The first round warms both up and is not counted.
    if (round === 0) continue;
    measured.floor.push(raw);
    measured.ours.push(own);
  }
  return measured;
}

/** Pages of each customer's own orders, with and without a filter. */
export const ownOrders = ({ customers }: Shop): HttpRequest[] =>
  customers.flatMap(({ token }) =>
    ['', '&status=delivered,completed', '&page=2'].map((filter) => ({
      method: 'GET',
      path: `/api/orders?per_page=10${filter}`,
      token,
    })),
  );

/** Pages of all customers' orders, as admins filter them. */
export const allOrders = ({ admins, customers }: Shop): HttpRequest[] =>
  admins.flatMap(({ token }) =>
    ['', '&status=processing', '&page=7', `&user=${customers[0]!.id}`].map((filter) => ({
      method: 'GET',
      path: `/api/orders?per_page=10${filter}`,
      token,
    })),
  );

/** The cursor of a customer's device that has followed everything. */
export async function cursorNow(port: number, token: string): Promise<string> {
  const device = connect(port);
  const body = { protocol: 1, epoch: null, cursor: null, before: null, mutations: [] };
  const reply = await device.ask({ method: 'POST', path: '/api/sync', token, body });
  device.close();
  return (JSON.parse(reply.body.toString()) as { cursor: string }).cursor;
}

/** Number of pulls before the measured ones, in which the code is compiled. */
const warmUp = 60;

/** Returns how long each pull of 500 changed rows by an admin's device takes, in ms. */
export async function measurePull(port: number, token: string, times: number): Promise<number[]> {
  const device = connect(port);
  const ask = async (body: object) => {
    const startedAt = performance.now();
    const reply = await device.ask({
      method: 'POST',
      path: '/api/sync',
      token,
      body: { protocol: 1, mutations: [], ...body },
    });
    const ms = performance.now() - startedAt;
    return { ms, ...(JSON.parse(reply.body.toString()) as { epoch: string; changes: unknown[] }) };
  };
  const taken: number[] = [];
  const { epoch } = await ask({ epoch: null, cursor: null, before: null });
  for (let turn = 0; turn < times + warmUp; turn++) {
    const { ms, changes } = await ask({ epoch, cursor: 'v1.admin.0', before: null });
    if (turn >= warmUp) taken.push(ms);
    if (changes.length !== 500) throw new Error(`a pull brought ${changes.length} rows`);
  }
  device.close();
  return taken;
}

async function askOnce(port: number, request: HttpRequest): Promise<HttpAnswer> {
  const connection = connect(port);
  const reply = await connection.ask(request);
  connection.close();
  return reply;
}

function inTurn(requests: HttpRequest[], avoidsCache: boolean): () => LoadRequest {
  let turn = 0;
  return () => {
    const request = requests[turn++ % requests.length]!;
    return { kind: 'read', request: avoidsCache ? { ...request, path: `${request.path}&turn=${turn}` } : request };
  };
}

async function rateOf(load: Load): Promise<number> {
  const loaded = await drive(load);
  const failures = unexpectedStatuses(loaded);
  if (failures) throw new Error(`reads were refused: ${failures}`);
  return loaded.rate;
}

function toRepeat({ rawHeaders, body }: HttpAnswer): RepeatedAnswer {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, turn): [string, string] => [
    rawHeaders[2 * turn]!,
    rawHeaders[2 * turn + 1]!,
  ]);
  const ours = pairs.filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name.toLowerCase()));
  return { fields: ours, body: body.toString() };
}
