import type { FastifyInstance } from 'fastify';
import { Server } from 'node:net';
import { setImmediate as startImmediate } from 'node:timers';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** How long requests that clients have already sent may still arrive, in ms. */
const graceMs = 400;
/** How long no connection must have arrived before listening stops, in ms. */
const quietMs = 10;
/** How long to wait at most for such a quiet moment, in ms. */
const quietTimeoutMs = 300;

/** Requests wait for these promises while the server stops listening. */
const gates = new WeakMap<Server, Promise<void>>();

/** Returns whether a server is closing: it finishes current requests and accepts no new connection. */
export const isDraining = (app: FastifyInstance): boolean => gates.has(app.server);

/**
 * Prepares a server for `drain`: its last responses close their connections, because open ones would keep the server
 * open. Idle connections end only after all data that has arrived was read: a connection whose next request was not read
 * yet, because the process was busy, looks idle, and ending it would cut that request off.
 */
export function makeDrainable(app: FastifyInstance): void {
  const closeIdleConnections = app.server.closeIdleConnections.bind(app.server);
  // The event loop reads what has arrived before it runs an immediate. Node's and Fastify's `close` call this, too.
  app.server.closeIdleConnections = () => void startImmediate(closeIdleConnections);
  app.addHook('onRequest', (_request, _reply, proceed) => {
    const gate = gates.get(app.server);
    if (gate) void gate.then(() => proceed());
    else proceed();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!app.server.listening) reply.header('Connection', 'close');
    done();
  });
}

/**
 * Closes a server without cutting off a request: it accepts no new connection, serves existing ones for 0.4 s with
 * `Connection: close`, then finishes the current requests.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const stopped = stopListening(app.server);
  gates.set(app.server, stopped);
  await stopped;
  await setTimeout(graceMs);
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(idle));
}

/**
 * Stops listening without resetting connections that the system has already accepted for this process. Requests wait
 * meanwhile, because a client that waits for a response opens no new connection. Listening stops after 10 ms, and then
 * one turn of the event loop, without a new connection.
 */
async function stopListening(server: Server): Promise<void> {
  let hasNewConnection = false;
  server.on('connection', () => (hasNewConnection = true));
  for (let ms = 0, quietFor = 0; quietFor < quietMs && ms < quietTimeoutMs; ms += 1) {
    hasNewConnection = false;
    await setTimeout(1);
    quietFor = hasNewConnection ? 0 : quietFor + 1;
  }
  for (let turn = 0; turn === 0 || (hasNewConnection && turn < quietTimeoutMs); turn += 1) {
    hasNewConnection = false;
    await setImmediate();
  }
  // `http.Server.close` would also end idle connections at once, on which a request may be arriving.
  Server.prototype.close.call(server);
}
