import type { FastifyInstance } from 'fastify';
import { Server } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Ms in which requests that are on their way still arrive. */
const grace = 400;
/** Ms without a new connection that are waited for, and for how long at most. */
const quiet = 10;
const quietWithin = 300;

/** What requests wait for while the server stops listening. */
const gates = new WeakMap<Server, Promise<void>>();

/** Says whether a server is closing: it finishes what it has begun and takes no new connection. */
export const isDraining = (app: FastifyInstance): boolean => gates.has(app.server);

/** Prepares a server for `drain`: its last answers tell their connection to end, which would keep the server open. */
export function makeDrainable(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, letIn) => {
    const gate = gates.get(app.server);
    if (gate) void gate.then(() => letIn());
    else letIn();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!app.server.listening) reply.header('Connection', 'close');
    done();
  });
}

/**
 * Closes a server without cutting a request: it takes no new connection from now on, for a moment it goes on with
 * those it has and asks each to come no more, then it finishes what has begun.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const stopped = stopListening(app.server);
  gates.set(app.server, stopped);
  await stopped;
  await setTimeout(grace);
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(idle));
}

/**
 * The system makes connections before this process takes them, and cuts those that still wait when nobody listens any
 * more. So requests are held for a moment: who waits for an answer makes no new connection. When none has come for a
 * while, it ends in a turn of the event loop that has brought none.
 */
async function stopListening(server: Server): Promise<void> {
  let came = false;
  server.on('connection', () => (came = true));
  for (let ms = 0, calm = 0; calm < quiet && ms < quietWithin; ms += 1) {
    came = false;
    await setTimeout(1);
    calm = came ? 0 : calm + 1;
  }
  for (let turn = 0; turn === 0 || (came && turn < quietWithin); turn += 1) {
    came = false;
    await setImmediate();
  }
  // Not the close of HTTP servers, which ends idle connections at once, and with them a request on its way.
  Server.prototype.close.call(server);
}
