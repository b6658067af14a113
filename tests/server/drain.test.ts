// database: any
import fastify from 'fastify';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { drain, makeDrainable } from '../../src/server/platform/http/drain.ts';

/** A thread with one open connection: it sends a request, and one more for each message; `sent` counts them. */
const client = `
  const { Agent, get } = require('node:http');
  const { parentPort, workerData: { port, sent } } = require('node:worker_threads');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = () =>
    get({ port, agent }, (answer) => answer.resume().on('end', () => parentPort.postMessage(answer.statusCode)))
      .on('finish', () => { Atomics.add(sent, 0, 1); Atomics.notify(sent, 0); })
      .on('error', ({ code }) => parentPort.postMessage(code));
  parentPort.on('message', send);
  send();
`;

test('a request that arrives while a closing server is busy is answered', async () => {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  makeDrainable(app);
  app.get('/', () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(client, {
    eval: true,
    workerData: { port: (app.server.address() as AddressInfo).port, sent },
  });
  expect(await once(thread, 'message')).toEqual([200]);

  const drained = drain(app);
  // The request arrives while the process is busy, and then idle connections are due to be closed. Timers run directly
  // after immediates, as they do after the callback of a socket: nothing is read in between.
  await expect.poll(() => app.server.listening, { interval: 1 }).toBe(false);
  thread.postMessage('again');
  setImmediate(() => {
    const startedAt = performance.now();
    Atomics.wait(sent, 0, 1, 60_000);
    while (performance.now() < startedAt + 600);
  });
  const answer = await once(thread, 'message');
  await drained;
  await thread.terminate();

  expect(answer).toEqual([200]);
});
