import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { SeededRandom } from '../sync/simulator/seeded-random.ts';

/** The faults of the network, with the share of requests that each fault hits. */
const networkFaults = {
  'request lost': 0.05,
  'answer lost': 0.1,
  'answer cut': 0.05,
  doubled: 0.05,
  delayed: 0.2,
} as const;
type NetworkFault = keyof typeof networkFaults;

const longestDelayMs = 120;

export interface SeededProxy {
  url: string;
  /** How often each fault happened; a test checks that none is 0. */
  readonly happened: Record<NetworkFault, number>;
  /** Answers of the server by their status. */
  readonly statuses: Map<number, number>;
  /** Number of requests that were fully sent to the server and are not answered yet. */
  waiting(): number;
  /** Number of requests that were fully sent to the server and never answered. */
  brokenOff(): number;
  /** Sets the server's address; null while it is down. */
  setTarget(target: string | null): void;
  /** Ends all faults, and waits until all requests under way are finished. */
  endFaults(): Promise<void>;
  stop(): Promise<void>;
}

interface RequestParts {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface ServerAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * A network between clients and a server that may be down. The fate of a request depends on the seed, the request and
 * how often it was sent before, not on the order of arrival. `onSent` is called with each request that was fully sent
 * to the server, as `POST /api/orders`.
 */
export async function startSeededProxy(seed: number, onSent: (call: string) => void): Promise<SeededProxy> {
  const network = new Network(seed, onSent);
  const server = createServer((incoming, answer) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    buffer(incoming).then(
      (body) => network.carry({ method, path, headers, body }, answer),
      () => answer.destroy(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    happened: network.happened,
    statuses: network.statuses,
    waiting: () => network.waiting,
    brokenOff: () => network.brokenOff,
    setTarget: (target) => void (network.target = target),
    endFaults: () => network.endFaults(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

class Network {
  target: string | null = null;
  waiting = 0;
  brokenOff = 0;
  readonly statuses = new Map<number, number>();
  readonly happened = Object.fromEntries(Object.keys(networkFaults).map((fault) => [fault, 0])) as Record<
    NetworkFault,
    number
  >;
  private readonly seed: number;
  private readonly onSent: (call: string) => void;
  private readonly tries = new Map<string, number>();
  private readonly underWay = new Set<Promise<unknown>>();
  private faultsEnded = false;

  constructor(seed: number, onSent: (call: string) => void) {
    this.seed = seed;
    this.onSent = onSent;
  }

  carry(incoming: RequestParts, answer: ServerResponse): Promise<void> {
    return this.follow(this.carryWithFault(incoming, answer));
  }

  async endFaults(): Promise<void> {
    this.faultsEnded = true;
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async carryWithFault(incoming: RequestParts, answer: ServerResponse): Promise<void> {
    const random = this.randomFor(incoming);
    const fault = this.faultsEnded ? undefined : faultAt(random.next());
    const delay = 1 + random.below(longestDelayMs);
    const delaysRequest = random.chance(0.5);
    if (fault === 'request lost') return this.lose(fault, answer);
    if (fault === 'doubled') void this.follow(this.sendAgain(incoming, delaysRequest ? delay : 0));
    const answered = await (fault === 'delayed' ? this.sendLate(incoming, delay, delaysRequest) : this.send(incoming));
    if (!answered) return void answer.destroy();
    if (fault === 'answer lost') return this.lose(fault, answer);
    return this.reply(answered, answer, fault === 'answer cut');
  }

  /** Delays the request if `delaysRequest`, otherwise its answer. */
  private async sendLate(incoming: RequestParts, delay: number, delaysRequest: boolean): Promise<ServerAnswer | null> {
    if (delaysRequest) await wait(delay);
    const answered = await this.send(incoming);
    if (answered && !delaysRequest) await wait(delay);
    if (answered) this.happened.delayed += 1;
    return answered;
  }

  private async sendAgain(incoming: RequestParts, delay: number): Promise<void> {
    await wait(delay);
    if (await this.send(incoming)) this.happened.doubled += 1;
  }

  private lose(fault: NetworkFault, answer: ServerResponse): void {
    this.happened[fault] += 1;
    answer.destroy();
  }

  private reply({ status, headers, body }: ServerAnswer, answer: ServerResponse, isCut: boolean): void {
    if (answer.destroyed) return;
    const { 'transfer-encoding': _, ...rest } = headers;
    answer.writeHead(status, { ...rest, connection: 'keep-alive', 'content-length': body.length });
    if (!isCut || body.length < 2) return void answer.end(body);
    this.happened['answer cut'] += 1;
    answer.write(body.subarray(0, body.length >> 1), () => answer.socket?.destroySoon());
  }

  /** The server's answer; null when it is down or goes down before it has answered. */
  private send({ method, path, headers, body }: RequestParts): Promise<ServerAnswer | null> {
    if (this.target === null) return Promise.resolve(null);
    const upstream = request(new URL(path, this.target), { method, headers });
    let isSent = false;
    upstream.once('finish', () => {
      isSent = true;
      this.waiting += 1;
      this.onSent(`${method} ${path}`);
    });
    const answered = new Promise<ServerAnswer>((resolve, reject) => {
      upstream.on('error', reject);
      upstream.once('response', (received) => {
        const status = received.statusCode ?? 502;
        buffer(received).then((bytes) => resolve({ status, headers: received.headers, body: bytes }), reject);
      });
    });
    upstream.end(body);
    return answered
      .then(
        (answer) => {
          this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
          return answer;
        },
        () => {
          if (isSent) this.brokenOff += 1;
          return null;
        },
      )
      .finally(() => {
        if (isSent) this.waiting -= 1;
      });
  }

  private randomFor({ method, path, headers, body }: RequestParts): SeededRandom {
    const name = `${method} ${path} ${String(headers['idempotency-key'])} ${body.toString()}`;
    const times = this.tries.get(name) ?? 0;
    this.tries.set(name, times + 1);
    return new SeededRandom(crc32(`${this.seed} ${name} ${times}`));
  }

  private follow<Result>(delivery: Promise<Result>): Promise<Result> {
    const followed = delivery.finally(() => this.underWay.delete(followed));
    this.underWay.add(followed);
    return followed;
  }
}

function faultAt(luck: number): NetworkFault | undefined {
  let sum = 0;
  return (Object.keys(networkFaults) as NetworkFault[]).find((fault) => luck < (sum += networkFaults[fault]));
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
