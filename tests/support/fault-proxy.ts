import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { addresses } from '../../src/client/api/addresses.ts';

/**
 * A fault of a request: `lose-request` cuts it before the server, `lose-answer` cuts the connection after the server's
 * answer, `hold-answer` holds the answer back until `repair`.
 */
export type Fault = 'lose-request' | 'lose-answer' | 'hold-answer';

/** An answer of something between the browser and the server, for example the page of a captive portal. */
export interface ForeignAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface FaultProxy {
  url: string;
  /** Injects `fault` into the next `times` requests whose method and path are `call`, for example `POST /api/orders`. */
  inject(fault: Fault, call: string, times?: number): void;
  /** Breaks this share of all requests to `/api/` from now on, at random: half before the server, half after its answer. */
  breakShare(share: number): void;
  /** Loses the answers to this share of all requests to `/api/` from now on, evenly: with 0.1 about each tenth. */
  loseAnswers(share: number): void;
  /** Answers the next `times` requests whose method and path match `call` in place of the server, which does not get them. */
  answer(foreign: ForeignAnswer, call: RegExp, times?: number): void;
  /** Drops all further events of the open streams, without closing them. */
  silenceStreams(): void;
  /** Resolves when the next request whose method and path are `call` is on its way to the server. */
  next(call: string): Promise<void>;
  /** Resolves when no request whose method and path are `call` has come for a second. */
  untilQuiet(call: string): Promise<void>;
  /** Resolves when no request to `/api/` waits for its answer; event streams do not count. */
  untilAnswered(): Promise<void>;
  /** Serves the files at these paths with changed texts from now on, as another release of the app would. */
  release(files: Record<string, (text: string) => string>): void;
  /** Ends the faults of `inject`, `answer`, `breakShare` and `loseAnswers`, and sends the held answers. */
  repair(): void;
  /** The faults that happened, in order, such as `lose-answer POST /api/orders`; a test checks that there are some. */
  happened: string[];
  /** Cuts every connection from now on, as a dead network does; `false` ends this. */
  setDown(down: boolean): void;
  stop(): Promise<void>;
}

/** A network between a browser and the server at `target`, on a free loopback port. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const network = new FaultyNetwork(target);
  const server = createServer((incoming, answer) => network.handle(incoming, answer));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inject: (fault, call, times = 1) => void network.rules.push({ fault, matches: (one) => one === call, left: times }),
    breakShare: (share) => void (network.brokenShare = share),
    loseAnswers: (share) => void (network.lostShare = share),
    answer: (foreign, call, times = 1) =>
      void network.rules.push({ fault: foreign, matches: (one) => call.test(one), left: times }),
    silenceStreams: () => network.silenceStreams(),
    next: (call) => new Promise((resolve) => network.awaited.push({ call, resolve })),
    untilQuiet: (call) => network.untilQuiet(call),
    untilAnswered: () => network.untilAnswered(),
    release: (files) => void (network.released = files),
    repair: () => network.repair(),
    happened: network.happened,
    setDown: (isDown) => {
      network.isDown = isDown;
      if (isDown) server.closeAllConnections();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface Rule {
  fault: Fault | ForeignAnswer;
  /** `call` is a method and a path. */
  matches(call: string): boolean;
  left: number;
}

class FaultyNetwork {
  readonly rules: Rule[] = [];
  readonly happened: string[] = [];
  readonly awaited: { call: string; resolve(): void }[] = [];
  isDown = false;
  brokenShare = 0;
  lostShare = 0;
  released: Record<string, (text: string) => string> = {};
  private readonly target: string;
  private readonly streams = new Map<IncomingMessage, ServerResponse>();
  /** The answers that are not sent yet, without those of event streams. */
  private readonly unanswered = new Set<ServerResponse>();
  /** Grows by `lostShare` with each request; at 1 an answer is lost. */
  private lossDue = 0;
  /** When the last request with each method and path came, in ms. */
  private readonly lastAt = new Map<string, number>();
  private endWaiting = () => {};
  private repaired = new Promise<void>((resolve) => (this.endWaiting = resolve));

  constructor(target: string) {
    this.target = target;
  }

  handle(incoming: IncomingMessage, answer: ServerResponse): void {
    if (this.isDown) return void incoming.socket.destroy();
    const { pathname } = new URL(incoming.url ?? '/', this.target);
    const call = `${incoming.method} ${pathname}`;
    this.lastAt.set(call, performance.now());
    this.watch(pathname, answer);
    const fault = this.faultOf(call, pathname);
    if (typeof fault === 'object') {
      this.happened.push(`${fault.status} ${call}`);
      incoming.resume();
      return void answer.writeHead(fault.status, fault.headers).end(fault.body);
    }
    if (fault) this.happened.push(`${fault} ${call}`);
    if (fault === 'lose-request') return void incoming.socket.destroy();
    const change = this.released[pathname];
    if (change) void sendChanged(new URL(incoming.url ?? '/', this.target), answer, change);
    else this.forward(incoming, answer, fault);
    for (const one of this.awaited.filter((waiting) => waiting.call === call)) {
      this.awaited.splice(this.awaited.indexOf(one), 1);
      one.resolve();
    }
  }

  async untilQuiet(call: string): Promise<void> {
    const quietAt = () => (this.lastAt.get(call) ?? 0) + 1_000;
    while (quietAt() > performance.now()) await delay(quietAt() - performance.now());
  }

  async untilAnswered(): Promise<void> {
    while (this.unanswered.size > 0) await delay(20);
  }

  silenceStreams(): void {
    for (const [received, answer] of this.streams) {
      this.happened.push('silence');
      received.unpipe(answer).resume();
    }
    this.streams.clear();
  }

  repair(): void {
    this.rules.length = 0;
    this.brokenShare = 0;
    this.lostShare = 0;
    this.endWaiting();
    this.repaired = new Promise((resolve) => (this.endWaiting = resolve));
  }

  private watch(pathname: string, answer: ServerResponse): void {
    if (!pathname.startsWith('/api/') || pathname === addresses.syncEvents.path) return;
    this.unanswered.add(answer);
    answer.on('close', () => this.unanswered.delete(answer));
  }

  private faultOf(call: string, pathname: string): Fault | ForeignAnswer | undefined {
    const rule = this.rules.find((one) => one.left > 0 && one.matches(call));
    if (rule) {
      rule.left -= 1;
      return rule.fault;
    }
    if (!pathname.startsWith('/api/')) return undefined;
    if (Math.random() < this.brokenShare) return Math.random() < 0.5 ? 'lose-request' : 'lose-answer';
    this.lossDue += this.lostShare;
    if (this.lossDue < 1) return undefined;
    this.lossDue -= 1;
    return 'lose-answer';
  }

  private forward(incoming: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): void {
    // The repair after this request: one that comes before the server's answer sends that answer too.
    const { repaired } = this;
    const upstream = request(
      new URL(incoming.url ?? '/', this.target),
      { method: incoming.method, headers: incoming.headers },
      (received) => {
        if (fault === 'lose-answer') return lose(received, incoming);
        if (fault === 'hold-answer') void repaired.then(() => this.sendOn(received, answer));
        else this.sendOn(received, answer);
      },
    );
    upstream.on('error', () => incoming.socket.destroy());
    answer.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  }

  private sendOn(received: IncomingMessage, answer: ServerResponse): void {
    // The server has died while the answer was held.
    if (received.destroyed) return void answer.destroy();
    answer.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(answer);
    received.on('error', () => answer.destroy());
    if (!isStream(received)) return;
    this.streams.set(received, answer);
    received.on('close', () => this.streams.delete(received));
  }
}

const isStream = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;

/** Cuts the connection after the answer has arrived; an event stream at once, because it does not end. */
function lose(received: IncomingMessage, incoming: IncomingMessage): void {
  if (isStream(received)) return void incoming.socket.destroy();
  received.resume();
  received.on('close', () => incoming.socket.destroy());
}

async function sendChanged(address: URL, answer: ServerResponse, change: (text: string) => string): Promise<void> {
  const original = await fetch(address);
  const { 'content-type': type, 'content-security-policy': policy } = Object.fromEntries(original.headers);
  const headers = {
    'content-type': type,
    'cache-control': 'no-cache',
    ...(policy && { 'content-security-policy': policy }),
  };
  answer.writeHead(original.status, headers).end(change(await original.text()));
}
