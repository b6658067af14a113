// database: any
import { randomUUID } from 'node:crypto';
import { Agent, request, type ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openServices } from '../../src/server/platform/services.ts';
import { createSession } from '../../src/server/platform/sessions.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { allowed } from '../support/allowed.ts';
import { withDatabase } from '../support/backups.ts';
import { clientOf } from '../support/client.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { credit, putProduct } from '../support/shop.ts';

test('SIGTERM cuts no request: each begun request is answered, streams end, and the exit code is 0', async () => {
  const installation = await emptyInstallation();
  const email = 'root@example.test';
  await runCommand('create-root', installation, {
    args: ['--email', email, '--password-stdin'],
    input: 'une phrase assez longue',
  });
  const program = await startProgram(installation);
  const guest = clientOf(program.url, async () => ({}));
  const login = await guest.post('/api/auth/login', { email, password: 'une phrase assez longue' });
  const headers = { Authorization: `Bearer ${login.body.data.token}` };
  const stream = await fetch(`${program.url}/api/sync/events`, { headers });

  // Password checks take their time: most of them are under way when the signal comes.
  let answered = 0;
  const asked = Array.from({ length: 8 }, (_, number) =>
    guest
      .post('/api/auth/login', { email: `nobody${number}@example.test`, password: 'a guess' })
      .finally(() => (answered += 1)),
  );
  await expect.poll(() => answered, { interval: 5 }).toBeGreaterThanOrEqual(1);
  const begun = performance.now();
  const exit = program.stop('SIGTERM');
  const answers = await Promise.all(asked);

  expect(answers.map(({ body }) => body.code)).toEqual(Array(8).fill('INVALID_CREDENTIALS'));
  expect(await exit).toBe(0);
  expect(performance.now() - begun).toBeLessThan(allowed(10_000));
  expect(await stream.text()).toContain('event: poke');
});

test('SIGTERM under load cuts no request: each is answered, or its connection is refused', async () => {
  const installation = { ...(await emptyInstallation()), REQUESTS_PER_MINUTE: '0' };
  const { token, productId } = await fillInstallation(installation);
  const program = await startProgram(installation);
  const clients = Array.from({ length: 32 }, (_, number) =>
    startClient(program.url, token, number % 2 === 0 ? { read: '/api/orders' } : { order: productId }),
  );
  const answered = () => clients.reduce((sum, { statuses }) => sum + statuses.length, 0);
  await expect.poll(answered, { interval: 5 }).toBeGreaterThan(100);

  const begun = performance.now();
  const exit = await program.stop('SIGTERM');
  const ms = performance.now() - begun;
  const ends = await Promise.all(clients.map(({ end }) => end));

  expect(exit).toBe(0);
  expect(ms).toBeLessThan(allowed(10_000));
  expect(new Set(ends)).toEqual(new Set(['ECONNREFUSED']));
  const statuses = clients.flatMap((one) => one.statuses);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const orders = clients.filter((_one, number) => number % 2 === 1).flatMap((one) => one.statuses);
  expect(await ordersIn(installation)).toBe(orders.length);
});

test('a registration that was answered before SIGKILL is stored', async () => {
  const installation = await emptyInstallation();
  const first = await startProgram(installation);
  const registered = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
  const answer = await clientOf(first.url, async () => ({})).post('/api/auth/register', registered);
  await first.stop('SIGKILL');

  const second = await startProgram(installation);

  expect(answer.status).toBe(200);
  const login = await clientOf(second.url, async () => ({})).post('/api/auth/login', registered);
  expect(login.body).toMatchObject({ code: 'ACCOUNT_NOT_ACTIVE', details: { reason: 'unconfirmed' } });
});

test('in production the output has no secret and no e-mail address of a user', async () => {
  const installation = await emptyInstallation();
  const program = await startProgram(installation);
  const guest = clientOf(program.url, async () => ({}));
  await guest.post('/api/auth/register', { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await program.stop('SIGINT');

  expect(program.printed()).toContain('Comptoir is at http://127.0.0.1');
  expect(program.printed()).not.toMatch(/token=|une bonne phrase|@/);
});

/** Creates a product of one cent and a signed-in customer with 1,000 euros. */
async function fillInstallation(installation: Record<string, string>): Promise<{ token: string; productId: number }> {
  const { services, close } = await openServices(readSettings(installation));
  const now = services.now();
  const person = { role_id: 1, is_active: 1, confirmed_at: now, locale: 'en', search_text: '', sort_key: '' };
  const { id } = await services.db
    .insertInto('users')
    .values({ ...person, name: 'Amina', email: 'amina@example.test', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await credit(services, { id }, 1_000);
  const { id: productId } = await putProduct(services, { price: 0.01, cost: 0 });
  const token = await createSession(services.db, { userId: id, userAgent: null, address: null, now });
  await close();
  return { token, productId };
}

/**
 * A client that sends its next request as soon as it has an answer, until a request fails. Orders use one connection,
 * each read opens its own.
 */
function startClient(url: string, token: string, fields: { read: string } | { order: number }) {
  const agent = new Agent({ keepAlive: 'order' in fields, maxSockets: 1 });
  const statuses: number[] = [];
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...('order' in fields && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
      };
      const path = 'order' in fields ? '/api/orders' : fields.read;
      const asked = request(`${url}${path}`, { agent, headers, method: 'order' in fields ? 'POST' : 'GET' });
      asked
        .on('response', (answer) => void text(answer).then(() => resolve(answer.statusCode ?? 0), reject))
        .on('error', (error: NodeJS.ErrnoException) => reject(isRefused(asked, error) ? refused : error))
        .end('order' in fields ? JSON.stringify({ product_id: fields.order }) : undefined);
    });
  const end = (async () => {
    try {
      for (;;) statuses.push(await ask());
    } catch (error) {
      agent.destroy();
      return (error as NodeJS.ErrnoException).code ?? String(error);
    }
  })();
  return { statuses, end };
}

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/**
 * Returns whether a connection was refused. The system also resets new connections that it has accepted and the server
 * has not yet, when the server stops listening.
 */
const isRefused = (asked: ClientRequest, { code }: NodeJS.ErrnoException): boolean =>
  code === 'ECONNREFUSED' || (code === 'ECONNRESET' && !asked.reusedSocket);

const ordersIn = async (installation: Record<string, string>): Promise<number> =>
  (await withDatabase(installation, (db) => db.selectFrom('orders').select('id').execute())).length;
