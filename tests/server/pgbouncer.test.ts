import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findPgBouncer } from '../../scripts/postgres.mjs';
import type { Logger } from '../../src/server/platform/base/logger.ts';
import { clientOf, expectRefused } from '../support/client.ts';
import { fastFolder } from '../support/machine.ts';
import { countEvents } from '../support/count-events.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { startPostgres } from '../support/postgres.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, startTestServer } from '../support/test-server.ts';

const hasPgBouncer = findPgBouncer() !== undefined;
const email = 'root@example.test';
const password = 'une phrase assez longue';
/** A part of each error in the log. */
const errorLevel = '"level":50';

test.runIf(databaseKind === 'postgres' && !hasPgBouncer)('NOT RUN: this machine has no PgBouncer', () => {
  process.stderr.write('\n*** NOT RUN: the tests of a connection pooler, because this machine has no PgBouncer ***\n');
  expect(process.env.CI).not.toBe('true');
});

describe.runIf(databaseKind === 'postgres' && hasPgBouncer)('behind PgBouncer in transaction mode', () => {
  test('hundreds of orders, lists and health checks at once are all answered', async () => {
    const { server, warnings } = await startPooledServer();
    const tea = await putProduct(server.services);
    await credit(server.services, server.users.amina, 10_000);
    const statuses: number[] = [];
    const customer = async () => {
      const amina = server.as('amina');
      for (let turn = 0; turn < 8; turn += 1) {
        const key = { 'Idempotency-Key': randomUUID() };
        statuses.push((await amina.post('/api/orders', { product_id: tea.id }, key)).status);
        statuses.push((await amina.get('/api/orders')).status);
        statuses.push((await server.guest.get('/health')).status);
      }
    };

    await Promise.all(Array.from({ length: 14 }, customer));

    expect(statuses.filter((status) => status === 200)).toHaveLength(336);
    expect((await server.as('amina').get('/api/orders')).body.total).toBe(112);
    expect(server.errors).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('DATABASE_DIRECT_URL')]);
  });

  test('open pages are notified of changes on their own node without DATABASE_DIRECT_URL', async () => {
    const { server } = await startPooledServer();
    const eventCount = await countEvents(server.url, await server.signIn('amina'));

    await credit(server.services, server.users.amina, 5);
    server.services.sequencer.wake();

    await expect.poll(eventCount).toBeGreaterThan(1);
  });

  test('two nodes that start together create the tables once, and notify each other over DATABASE_DIRECT_URL', async () => {
    const direct = await emptyInstallation();
    const installation = {
      ...direct,
      DATABASE_URL: await startPgBouncer(direct.DATABASE_URL!),
      DATABASE_DIRECT_URL: direct.DATABASE_URL!,
    };
    const [one, other] = await Promise.all([startProgram(installation), startProgram(installation)]);
    const created = await runCommand('create-root', installation, {
      args: ['--email', email, '--password-stdin'],
      input: password,
    });
    const [here, there] = [clientOf(one.url, async () => ({})), clientOf(other.url, async () => ({}))];
    const { token } = (await here.post('/api/auth/login', { email, password })).body.data;
    const eventCount = await countEvents(one.url, token);

    const registration = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
    expect((await there.post('/api/auth/register', registration)).status).toBe(200);

    await expect.poll(eventCount).toBeGreaterThan(1);
    expect(created).toMatchObject({ code: 0, err: '' });
    expect(await runCommand('verify', installation)).toMatchObject({ code: 0, err: '' });
    expect(await runCommand('backup', installation, { args: [`${direct.DATA_DIR}/a.backup`] })).toMatchObject({
      code: 0,
    });
    expect(`${one.printed()}${other.printed()}`).not.toContain(errorLevel);
  });

  test('when PostgreSQL crashes, sign-ins get 503 until it is back, and succeed afterwards', async () => {
    const postgres = await startPostgres({ folder: fastFolder, durable: false });
    onTestFinished(() => postgres.stop());
    const installation = {
      ...(await emptyInstallation()),
      DATABASE_URL: await startPgBouncer((await postgres.database()).url),
    };
    await runCommand('create-root', installation, { args: ['--email', email, '--password-stdin'], input: password });
    const node = await startProgram(installation);
    const guest = clientOf(node.url, async () => ({}));
    const signIn = () => guest.post('/api/auth/login', { email, password });
    expect((await signIn()).status).toBe(200);

    await postgres.crash();
    for (let turn = 0; turn < 3; turn += 1) expectRefused(await signIn(), 503, 'BUSY');
    await postgres.start();

    await expect.poll(async () => (await signIn()).status).toBe(200);
    expect(node.printed()).not.toContain(errorLevel);
  });

  test('the address of the pooler as DATABASE_DIRECT_URL ends the start with one sentence', async () => {
    const direct = await emptyInstallation();
    const pooled = await startPgBouncer(direct.DATABASE_URL!);
    const installation = { ...direct, DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled };

    await expect(startProgram(installation)).rejects.toThrow(
      'the server ended: DATABASE_DIRECT_URL is that of a connection pooler; it must be that of PostgreSQL itself.\n',
    );
  });
});

async function startPooledServer() {
  const warnings: string[] = [];
  const log: Logger = {
    error: (about, text) => expect.unreachable(`${text} ${JSON.stringify(about)}`),
    warn: (_about, text) => void warnings.push(text),
    info: () => undefined,
    debug: () => undefined,
  };
  const databaseSettings = async (url: string) => ({ DATABASE_URL: await startPgBouncer(url) });
  return { server: await startTestServer({ databaseSettings, overrides: { log } }), warnings };
}
