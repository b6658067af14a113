import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { conditions, networkSimulator } from '../../scripts/network-simulator.ts';
import { fastFolder } from '../support/machine.ts';

/* The network simulator of `npm run dev`, in front of an API server that answers every request. */

const api = createHttpServer((_request, answer) => {
  answeredCount += 1;
  answer.writeHead(200, { 'content-type': 'application/json' }).end('{"code":"SUCCESS"}');
});
const folder = mkdtempSync(join(fastFolder, 'comptoir-vite-'));
let answeredCount = 0;
let vite: ViteDevServer;
let url: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><body></body>');
  mkdirSync(join(folder, 'api'));
  writeFileSync(join(folder, 'api/session.ts'), 'export const session: string = "own module";');
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  vite = await createServer({
    configFile: false,
    root: folder,
    cacheDir: join(folder, 'cache'),
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0 },
    plugins: [networkSimulator(target)],
  });
  await vite.listen();
  url = `http://127.0.0.1:${(vite.httpServer!.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await vite.close();
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const chooseNetwork = async (name: string) => (await fetch(`${url}/__network/${name}`, { method: 'POST' })).status;
const requestOrders = () =>
  fetch(`${url}/api/orders`).then(
    async (answer) => `${answer.status} ${answer.headers.get('content-type') ?? ''}`.trim(),
    () => 'no answer',
  );

test('the page of `npm run dev` has a box with every kind of network', async () => {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();

  for (const [name, { label }] of Object.entries(conditions)) expect(page).toContain(JSON.stringify([name, label]));
});

test.each(['good', 'offline'])(
  'the modules of the app come from Vite, also those in its folder “api” (%s)',
  async (name) => {
    await chooseNetwork(name);

    for (const query of ['', '?t=1'])
      expect(await (await fetch(`${url}/api/session.ts${query}`)).text()).toContain('own module');
  },
);

test.each([
  ['good', '200 application/json'],
  ['portal', '200 text/html'],
  ['busy', '503'],
  ['failing', '500'],
])('with “%s” the app gets %s', async (name, expected) => {
  expect(await chooseNetwork(name)).toBe(200);

  expect(await requestOrders()).toBe(expected);
});

test('offline no request reaches the API server, and the next one after “good” does', async () => {
  await chooseNetwork('offline');
  const before = answeredCount;
  expect(await requestOrders()).toBe('no answer');
  expect(answeredCount).toBe(before);

  await chooseNetwork('good');

  expect(await requestOrders()).toBe('200 application/json');
});

test('with “lossy” the API server handles each request, and each tenth answer is lost', async () => {
  await chooseNetwork('lossy');
  const before = answeredCount;
  const answers: string[] = [];

  for (let number = 0; number < 30; number += 1) answers.push(await requestOrders());

  expect(answeredCount - before).toBe(30);
  const lost = answers.filter((one) => one === 'no answer').length;
  // Ten times 0.1 may stay below 1.
  expect([2, 3]).toContain(lost);
});

test('with “slow” an answer takes 3 s longer', async () => {
  await chooseNetwork('slow');
  const began = performance.now();

  expect(await requestOrders()).toBe('200 application/json');

  expect(performance.now() - began).toBeGreaterThan(2_900);
});

test('an unknown network changes nothing', async () => {
  await chooseNetwork('good');

  expect(await chooseNetwork('wonderful')).toBe(404);
  expect(await requestOrders()).toBe('200 application/json');
});
