import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the network does to a request: `lose-request` cuts it before the server, `lose-answer` lets the server
 * answer and cuts the connection then.
 */
export type Fault = 'lose-request' | 'lose-answer';

export interface FaultProxy {
  url: string;
  /** Injects `fault` into the next `times` requests whose method and path are `call`, for example `POST /api/orders`. */
  inject(fault: Fault, call: string, times?: number): void;
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
  const server = createServer((incoming, answer) => {
    if (down) return void incoming.socket.destroy();
    const call = `${incoming.method} ${new URL(incoming.url ?? '/', target).pathname}`;
    const rule = rules.find((one) => one.left > 0 && one.call === call);
    if (rule) {
      rule.left -= 1;
      happened.push(`${rule.fault} ${call}`);
    }
    if (rule?.fault === 'lose-request') return void incoming.socket.destroy();
    forward(target, incoming, answer, rule?.fault === 'lose-answer');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inject: (fault, call, times = 1) => void rules.push({ fault, call, left: times }),
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

function forward(target: string, incoming: IncomingMessage, answer: ServerResponse, loseAnswer: boolean): void {
  const onward = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers },
    (received) => {
      if (loseAnswer) {
        received.resume();
        received.on('end', () => incoming.socket.destroy());
        return;
      }
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
      received.on('error', () => answer.destroy());
    },
  );
  onward.on('error', () => incoming.socket.destroy());
  answer.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
