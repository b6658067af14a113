import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openMeans } from '../../src/server/platform/means.ts';
import { createSession } from '../../src/server/platform/sessions.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { inside } from '../support/backups.ts';
import { clientOf } from '../support/client.ts';
import { emptyHouse, runCommand, startProgram } from '../support/programs.ts';
import { credit, putProduct } from '../support/shop.ts';

test('SIGTERM cuts no request: what has begun is answered, streams end, and the exit code is 0', async () => {
  const house = await emptyHouse();
  const email = 'root@example.test';
  await runCommand('create-root', house, {
    args: ['--email', email, '--password-stdin'],
    input: 'une phrase assez longue',
  });
  const program = await startProgram(house);
  const guest = clientOf(program.url, async () => ({}));
  const login = await guest.post('/api/auth/login', { email, password: 'une phrase assez longue' });
  const headers = { Authorization: `Bearer ${login.body.data.token}` };
  const stream = await fetch(`${program.url}/api/sync/events`, { headers });

  // Two dozen password checks take their time: most of them are under way when the signal comes.
  let answered = 0;
  const asked = Array.from({ length: 24 }, (_, number) =>
    guest
      .post('/api/auth/login', { email: `nobody${number}@example.test`, password: 'a guess' })
      .finally(() => (answered += 1)),
  );
  await expect.poll(() => answered, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(5);
  const begun = performance.now();
  const exit = program.stop('SIGTERM');
  const answers = await Promise.all(asked);

  expect(answers.map(({ body }) => body.code)).toEqual(Array(24).fill('INVALID_CREDENTIALS'));
  expect(await exit).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(await stream.text()).toContain('event: poke');
}, 60_000);

test('B8 SIGTERM under load cuts nothing: each request is answered, or no connection is made', async () => {
  const house = { ...(await emptyHouse()), REQUESTS_PER_MINUTE: '0' };
  const { token, productId } = await openForBusiness(house);
  const program = await startProgram(house);
  const crowd = Array.from({ length: 32 }, (_, number) =>
    customer(program.url, token, number % 2 === 0 ? { read: '/api/orders' } : { order: productId }),
  );
  const answered = () => crowd.reduce((sum, { statuses }) => sum + statuses.length, 0);
  await expect.poll(answered, { timeout: 20_000, interval: 5 }).toBeGreaterThan(400);

  const begun = performance.now();
  const exit = await program.stop('SIGTERM');
  const seconds = (performance.now() - begun) / 1000;
  const ends = await Promise.all(crowd.map(({ end }) => end));

  expect([exit, seconds < 10]).toEqual([0, true]);
  expect(new Set(ends)).toEqual(new Set(['ECONNREFUSED']));
  const statuses = crowd.flatMap((one) => one.statuses);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const orders = crowd.filter((_one, number) => number % 2 === 1).flatMap((one) => one.statuses);
  expect(await ordersIn(house)).toBe(orders.length);
}, 60_000);

test('after SIGKILL the next start finds everything that was answered', async () => {
  const house = await emptyHouse();
  const first = await startProgram(house);
  const registered = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
  const answer = await clientOf(first.url, async () => ({})).post('/api/auth/register', registered);
  await first.stop('SIGKILL');

  const second = await startProgram(house);

  expect(answer.status).toBe(200);
  const login = await clientOf(second.url, async () => ({})).post('/api/auth/login', registered);
  expect(login.body).toMatchObject({ code: 'ACCOUNT_NOT_ACTIVE', details: { reason: 'unconfirmed' } });
}, 60_000);

test('production prints no secret and seeds nothing', async () => {
  const house = await emptyHouse();
  const program = await startProgram(house);
  const guest = clientOf(program.url, async () => ({}));
  await guest.post('/api/auth/register', { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await program.stop('SIGINT');

  expect(program.printed()).toContain('Comptoir is at http://127.0.0.1');
  expect(program.printed()).not.toMatch(/token=|une bonne phrase|@/);
});

/** A house with a product of one cent and a customer with 1,000 euros who is signed in. */
async function openForBusiness(house: Record<string, string>): Promise<{ token: string; productId: number }> {
  const { means, close } = await openMeans(readSettings(house));
  const now = means.now();
  const person = { role_id: 1, is_active: 1, confirmed_at: now, locale: 'en', search_text: '', sort_key: '' };
  const { id } = await means.db
    .insertInto('users')
    .values({ ...person, name: 'Amina', email: 'amina@example.test', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await credit(means, { id }, 1_000);
  const { id: productId } = await putProduct(means, { price: 0.01, cost: 0 });
  const token = await createSession(means.db, { userId: id, userAgent: null, address: null, now });
  await close();
  return { token, productId };
}

/** A device on a connection of its own that asks again as soon as it was answered, until it cannot. */
function customer(url: string, token: string, wish: { read: string } | { order: number }) {
  const agent = new Agent({ keepAlive: 'order' in wish, maxSockets: 1 });
  const statuses: number[] = [];
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...('order' in wish && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
      };
      const path = 'order' in wish ? '/api/orders' : wish.read;
      request(`${url}${path}`, { agent, headers, method: 'order' in wish ? 'POST' : 'GET' })
        .on('response', (answer) => void text(answer).then(() => resolve(answer.statusCode ?? 0), reject))
        .on('error', reject)
        .end('order' in wish ? JSON.stringify({ product_id: wish.order }) : undefined);
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

const ordersIn = async (house: Record<string, string>): Promise<number> =>
  (await inside(house, (db) => db.selectFrom('orders').select('id').execute())).length;
