import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the network does to a request: `lose-request` cuts it before the server, `lose-answer` lets the server
 * answer and cuts the connection then, `hold-answer` keeps the answer back until `mend`.
 */
export type Fault = 'lose-request' | 'lose-answer' | 'hold-answer';

export interface FaultProxy {
  url: string;
  /** Injects `fault` into the next `times` requests whose method and path are `call`, for example `POST /api/orders`. */
  inject(fault: Fault, call: string, times?: number): void;
  /** Breaks this share of all requests to `/api/` from now on, by chance: half of them before the server, half after it. */
  breakShare(share: number): void;
  /** Serves the files at these paths changed from now on, as another release of the app would. */
  release(files: Record<string, (text: string) => string>): void;
  /** Ends all injected faults and lets go of the answers that were held back. */
  mend(): void;
  /** Faults that really happened, in order: a run that counts none has proven nothing. */
  happened: string[];
  /** Cuts every connection from now on, as a dead network does; `false` mends it. */
  setDown(down: boolean): void;
  stop(): Promise<void>;
}

interface Rule {
  fault: Fault;
  call: string;
  left: number;
}

/** A network between a browser and the server at `target`, on a free loopback port. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: Rule[] = [];
  const happened: string[] = [];
  let down = false;
  let brokenShare = 0;
  let released: Record<string, (text: string) => string> = {};
  let letGo = () => {};
  let mended = new Promise<void>((resolve) => (letGo = resolve));
  const server = createServer((incoming, answer) => {
    if (down) return void incoming.socket.destroy();
    const call = `${incoming.method} ${new URL(incoming.url ?? '/', target).pathname}`;
    const rule = rules.find((one) => one.left > 0 && one.call === call);
    if (rule) rule.left -= 1;
    const fault = rule?.fault ?? (incoming.url?.startsWith('/api/') ? faultByChance(brokenShare) : undefined);
    if (fault) happened.push(`${fault} ${call}`);
    if (fault === 'lose-request') return void incoming.socket.destroy();
    forward(target, incoming, answer, { fault, mended, change: released[call.slice('GET '.length)] });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inject: (fault, call, times = 1) => void rules.push({ fault, call, left: times }),
    breakShare: (share) => void (brokenShare = share),
    release: (files) => void (released = files),
    mend: () => {
      rules.length = 0;
      brokenShare = 0;
      letGo();
      mended = new Promise((resolve) => (letGo = resolve));
    },
    happened,
    setDown: (isDown) => {
      down = isDown;
      if (down) server.closeAllConnections();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function faultByChance(share: number): Fault | undefined {
  if (Math.random() >= share) return undefined;
  return Math.random() < 0.5 ? 'lose-request' : 'lose-answer';
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

interface Passage {
  fault: Fault | undefined;
  mended: Promise<void>;
  /** What another release changes in this file. */
  change: ((text: string) => string) | undefined;
}

function forward(
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  { fault, mended, change }: Passage,
): void {
  if (change) return void sendChanged(new URL(incoming.url ?? '/', target), answer, change);
  const onward = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers },
    (received) => {
      if (fault === 'lose-answer') {
        received.resume();
        received.on('end', () => incoming.socket.destroy());
        return;
      }
      const pass = () => {
        answer.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(answer);
        received.on('error', () => answer.destroy());
      };
      if (fault === 'hold-answer') void mended.then(pass);
      else pass();
    },
  );
  onward.on('error', () => incoming.socket.destroy());
  answer.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
