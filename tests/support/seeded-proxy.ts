import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { Chance } from '../sync/simulator/chance.ts';

/** What the network does to requests, and the share of the requests it does it to (trust.md, "Money"). */
const networkFaults = {
  'request lost': 0.05,
  'answer lost': 0.1,
  'answer cut': 0.05,
  doubled: 0.05,
  delayed: 0.2,
} as const;
type NetworkFault = keyof typeof networkFaults;

/** Ms. */
const longestDelay = 120;

export interface SeededProxy {
  url: string;
  /** How often each fault really happened: one that never did has proven nothing. */
  readonly happened: Record<NetworkFault, number>;
  /** Answers of the server by their status. */
  readonly statuses: Map<number, number>;
  /** Requests the server has and has not answered yet. */
  waiting(): number;
  /** Requests the server had and never answered. */
  brokenOff(): number;
  /** Where the server is from now on; null: nowhere. */
  point(target: string | null): void;
  /** Ends all faults, and waits until what was still under way has arrived. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

interface Packet {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * A network between clients and a server that comes and goes. What happens to a packet is decided by the seed, the
 * packet and how often it was sent, so that the order in which packets come makes no difference. `onSent` is told each
 * request the server has got whole, as `POST /api/orders`.
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
    point: (target) => void (network.target = target),
    clear: () => network.clear(),
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
  private readonly seen = new Map<string, number>();
  private readonly underWay = new Set<Promise<unknown>>();
  private isClear = false;

  constructor(seed: number, onSent: (call: string) => void) {
    this.seed = seed;
    this.onSent = onSent;
  }

  carry(packet: Packet, answer: ServerResponse): Promise<void> {
    return this.follow(this.bring(packet, answer));
  }

  async clear(): Promise<void> {
    this.isClear = true;
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async bring(packet: Packet, answer: ServerResponse): Promise<void> {
    const chance = this.chanceOf(packet);
    const fault = this.isClear ? undefined : faultOf(chance.next());
    const delay = 1 + chance.below(longestDelay);
    const isLateThere = chance.happens(0.5);
    if (fault === 'request lost') return this.lose(fault, answer);
    if (fault === 'doubled') void this.follow(this.again(packet, isLateThere ? delay : 0));
    const answered = await (fault === 'delayed' ? this.sendLate(packet, delay, isLateThere) : this.send(packet));
    if (!answered) return void answer.destroy();
    if (fault === 'answer lost') return this.lose(fault, answer);
    return this.answer(answered, answer, fault === 'answer cut');
  }

  /** The request is late, or its answer. */
  private async sendLate(packet: Packet, delay: number, isLateThere: boolean): Promise<Answered | null> {
    if (isLateThere) await wait(delay);
    const answered = await this.send(packet);
    if (answered && !isLateThere) await wait(delay);
    if (answered) this.happened.delayed += 1;
    return answered;
  }

  private async again(packet: Packet, delay: number): Promise<void> {
    await wait(delay);
    if (await this.send(packet)) this.happened.doubled += 1;
  }

  private lose(fault: NetworkFault, answer: ServerResponse): void {
    this.happened[fault] += 1;
    answer.destroy();
  }

  private answer({ status, headers, body }: Answered, answer: ServerResponse, isCut: boolean): void {
    if (answer.destroyed) return;
    const { 'transfer-encoding': _, ...rest } = headers;
    answer.writeHead(status, { ...rest, connection: 'keep-alive', 'content-length': body.length });
    if (!isCut || body.length < 2) return void answer.end(body);
    this.happened['answer cut'] += 1;
    answer.write(body.subarray(0, body.length >> 1), () => answer.socket?.destroySoon());
  }

  /** What the server answers; null when it is not there, or goes away before it has answered. */
  private send({ method, path, headers, body }: Packet): Promise<Answered | null> {
    if (this.target === null) return Promise.resolve(null);
    const onward = request(new URL(path, this.target), { method, headers });
    let isSent = false;
    onward.once('finish', () => {
      isSent = true;
      this.waiting += 1;
      this.onSent(`${method} ${path}`);
    });
    const answered = new Promise<Answered>((resolve, reject) => {
      onward.on('error', reject);
      onward.once('response', (received) => {
        const status = received.statusCode ?? 502;
        buffer(received).then((bytes) => resolve({ status, headers: received.headers, body: bytes }), reject);
      });
    });
    onward.end(body);
    return answered
      .then(
        (got) => {
          this.statuses.set(got.status, (this.statuses.get(got.status) ?? 0) + 1);
          return got;
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

  private chanceOf({ method, path, headers, body }: Packet): Chance {
    const name = `${method} ${path} ${String(headers['idempotency-key'])} ${body.toString()}`;
    const times = this.seen.get(name) ?? 0;
    this.seen.set(name, times + 1);
    return new Chance(crc32(`${this.seed} ${name} ${times}`));
  }

  private follow<Result>(work: Promise<Result>): Promise<Result> {
    const followed = work.finally(() => this.underWay.delete(followed));
    this.underWay.add(followed);
    return followed;
  }
}

function faultOf(luck: number): NetworkFault | undefined {
  let below = 0;
  return (Object.keys(networkFaults) as NetworkFault[]).find((fault) => luck < (below += networkFaults[fault]));
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
