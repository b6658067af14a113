import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findPgBouncer } from '../../scripts/pgbouncer.mjs';
import type { Logger } from '../../src/server/platform/context.ts';
import { clientOf, expectRefused } from '../support/client.ts';
import { fastFolder } from '../support/folders.ts';
import { listenToPokes } from '../support/pokes.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { startPostgres } from '../support/postgres.ts';
import { emptyHouse, runCommand, startProgram } from '../support/programs.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, openWorld } from '../support/world.ts';

const found = findPgBouncer() !== undefined;
const email = 'root@example.test';
const password = 'une phrase assez longue';

test.runIf(databaseKind === 'postgres' && !found)('NOT RUN: this machine has no PgBouncer', () => {
  process.stderr.write('\n*** NOT RUN: the tests of a connection pooler, because this machine has no PgBouncer ***\n');
  expect(process.env.CI).not.toBe('true');
});

describe.runIf(databaseKind === 'postgres' && found)('behind PgBouncer in transaction mode', () => {
  test('hundreds of orders, lists and health checks at once are all answered', async () => {
    const { world, warnings } = await pooledWorld();
    const tea = await putProduct(world.means);
    await credit(world.means, world.people.amina, 10_000);
    const statuses: number[] = [];
    const customer = async () => {
      const amina = world.as('amina');
      for (let turn = 0; turn < 8; turn += 1) {
        const key = { 'Idempotency-Key': randomUUID() };
        statuses.push((await amina.post('/api/orders', { product_id: tea.id }, key)).status);
        statuses.push((await amina.get('/api/orders')).status);
        statuses.push((await world.guest.get('/health')).status);
      }
    };

    await Promise.all(Array.from({ length: 14 }, customer));

    expect(statuses.filter((status) => status === 200)).toHaveLength(336);
    expect((await world.as('amina').get('/api/orders')).body.total).toBe(112);
    expect(world.errors).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('DATABASE_DIRECT_URL')]);
  });

  test('open pages hear of changes on their own node without DATABASE_DIRECT_URL', async () => {
    const { world } = await pooledWorld();
    const pokes = await listenToPokes(world.url, await world.signIn('amina'));

    await credit(world.means, world.people.amina, 5);
    world.means.sequencer.wake();

    await expect.poll(pokes, { timeout: 10_000 }).toBeGreaterThan(1);
  });

  test('two nodes that start together bring the tables once, and hear of each other over DATABASE_DIRECT_URL', async () => {
    const direct = await emptyHouse();
    const house = {
      ...direct,
      DATABASE_URL: await startPgBouncer(direct.DATABASE_URL!),
      DATABASE_DIRECT_URL: direct.DATABASE_URL!,
    };
    const [one, other] = await Promise.all([startProgram(house), startProgram(house)]);
    const made = await runCommand('create-root', house, {
      args: ['--email', email, '--password-stdin'],
      input: password,
    });
    const [here, there] = [clientOf(one.url, async () => ({})), clientOf(other.url, async () => ({}))];
    const { token } = (await here.post('/api/auth/login', { email, password })).body.data;
    const pokes = await listenToPokes(one.url, token);

    const joined = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
    expect((await there.post('/api/auth/register', joined)).status).toBe(200);

    await expect.poll(pokes, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(await runCommand('verify', house)).toMatchObject({ code: 0, err: '' });
    expect(await runCommand('backup', house, { args: [`${direct.DATA_DIR}/a.backup`] })).toMatchObject({ code: 0 });
    expect(`${one.printed()}${other.printed()}`).not.toContain('"level":50');
  }, 90_000);

  test('PostgreSQL crashes: 503 until it is back, then everything goes on', async () => {
    const postgres = await startPostgres({ folder: fastFolder, durable: false });
    onTestFinished(() => postgres.stop());
    const house = { ...(await emptyHouse()), DATABASE_URL: await startPgBouncer((await postgres.database()).url) };
    await runCommand('create-root', house, { args: ['--email', email, '--password-stdin'], input: password });
    const node = await startProgram(house);
    const guest = clientOf(node.url, async () => ({}));
    const signIn = () => guest.post('/api/auth/login', { email, password });
    expect((await signIn()).status).toBe(200);

    await postgres.crash();
    for (let turn = 0; turn < 3; turn += 1) expectRefused(await signIn(), 503, 'BUSY');
    await postgres.start();

    await expect.poll(async () => (await signIn()).status, { timeout: 20_000 }).toBe(200);
    expect(node.printed()).not.toContain('"level":50');
  }, 60_000);

  test('the address of the pooler as DATABASE_DIRECT_URL ends the start with one sentence', async () => {
    const direct = await emptyHouse();
    const pooled = await startPgBouncer(direct.DATABASE_URL!);
    const house = { ...direct, DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled };

    await expect(startProgram(house)).rejects.toThrow(
      'the server ended: DATABASE_DIRECT_URL is that of a connection pooler; it must be that of PostgreSQL itself.\n',
    );
  });
});

async function pooledWorld() {
  const warnings: string[] = [];
  const log: Logger = {
    error: (about, text) => expect.unreachable(`${text} ${JSON.stringify(about)}`),
    warn: (_about, text) => void warnings.push(text),
    info: () => undefined,
    debug: () => undefined,
  };
  const through = async (url: string) => ({ DATABASE_URL: await startPgBouncer(url) });
  return { world: await openWorld({ through, outside: { log } }), warnings };
}
