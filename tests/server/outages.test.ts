import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { isOutage } from '../../src/server/platform/database/outage.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { allowed } from '../support/allowed.ts';
import { expectRefused, type Answer } from '../support/client.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { createDevice, openTicketMutation, replyMutation } from '../support/device.ts';
import { countEvents } from '../support/count-events.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';

describe.runIf(databaseKind === 'postgres')('PostgreSQL ends the connection', () => {
  test('of an order: 503 with Retry-After, nothing is charged, and the same key orders once afterwards', async () => {
    const server = await startTestServer();
    const tea = await putProduct(server.services);
    await credit(server.services, server.users.amina, 1_000);
    const restoreConnection = await endConnectionOn(server, 'insert', 'ledger', "new.kind = 'charge'");
    const headers = { 'Idempotency-Key': randomUUID() };
    const order = () => server.as('amina').post('/api/orders', { product_id: tea.id }, headers);

    expectBusy(await order());
    expect((await server.as('amina').get('/api/orders')).body.total).toBe(0);
    await restoreConnection();
    const [first, again] = [await order(), await order()];

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await server.as('amina').get('/api/orders')).body.total).toBe(1);
    expect(server.errors).toEqual([]);
  });

  test('in the middle of a push: the whole call is 503, and the same push then stores each reply once', async () => {
    const server = await startTestServer();
    const phone = createDevice(server.as('amina'));
    const ticket = uuidv7();
    await phone.exchange([openTicketMutation(ticket)]);
    const restoreConnection = await endConnectionOn(server, 'insert', 'responses', "new.content = 'two'");
    const mutations = ['one', 'two', 'three'].map((content) => replyMutation({ ticket, content }));

    expectBusy(await phone.postSync({ mutations }));
    await restoreConnection();
    const { results } = await phone.exchange(mutations);

    expect(results.map(({ code }) => code)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const { body } = await server.as('amina').get(`/api/tickets/${ticket}`);
    expect(body.responses.map(({ content }: { content: string }) => content)).toEqual(['one', 'two', 'three']);
  });

  test('of all clients at once, again and again: the server stays up, answers 200 or 503, and warns once', async () => {
    const { server, warnings } = await startWarningServer();
    const answers: Answer[] = [];
    const ask = async () => {
      for (let turn = 0; turn < 40; turn += 1) answers.push(await server.as('amina').get('/api/orders'));
    };
    await server.as('amina').get('/api/orders');

    const asking = Promise.all(Array.from({ length: 8 }, ask));
    for (let turn = 0; turn < 5; turn += 1) {
      await expect.poll(() => answers.length).toBeGreaterThan(turn * 40);
      await endAllConnections(server);
    }
    await asking;

    for (const answer of answers.filter(({ status }) => status !== 200)) expectBusy(answer);
    await expect.poll(async () => (await server.as('amina').get('/api/orders')).status).toBe(200);
    expect(warnings).toEqual([expect.stringContaining('the database failed')]);
  });

  test('and is read-only for a while, as after a failover: 503, then orders go on over new connections', async () => {
    const { server } = await startWarningServer();
    const tea = await putProduct(server.services);
    await credit(server.services, server.users.amina, 1_000);
    const headers = { 'Idempotency-Key': randomUUID() };
    const order = () => server.as('amina').post('/api/orders', { product_id: tea.id }, headers);
    await server.as('amina').get('/api/orders');
    await setReadOnly(server, 'on');
    await endAllConnections(server);

    await expect.poll(async () => (await server.as('amina').get('/api/orders')).status).toBe(200);
    expectBusy(await order());
    await setReadOnly(server, 'off');

    await expect.poll(async () => (await order()).status).toBe(200);
    expect((await server.as('amina').get('/api/orders')).body.total).toBe(1);
  });

  test('of the sequencer: open pages are notified of the change as soon as the database works again', async () => {
    const { server, warnings } = await startWarningServer();
    const eventCount = await countEvents(server.url, await server.signIn('amina'));
    const restoreConnection = await endConnectionOn(server, 'update', 'feed_head', 'true');

    await credit(server.services, server.users.amina, 5);
    await expect.poll(() => warnings.length).toBe(1);
    await restoreConnection();

    await expect.poll(eventCount).toBe(2);
  });

  test('while an e-mail is marked as sent: it is not sent again', async () => {
    const { server, warnings } = await startWarningServer();
    const restoreConnection = await endConnectionOn(server, 'update', 'letters', 'new.sent_at is not null');
    const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
    const unsent = () =>
      server.services.reader.selectFrom('letters').select('id').where('sent_at', 'is', null).execute();

    await server.guest.post('/api/auth/register', leila);
    await expect.poll(() => warnings.length).toBeGreaterThan(0);
    await restoreConnection();
    await expect.poll(unsent).toEqual([]);
    server.clock.advance(3_600_000);
    await server.mail.deliver();

    expect(server.mail.sent.map(({ recipient }) => recipient)).toEqual([leila.email]);
    expect(warnings).toEqual([expect.stringContaining('the database failed')]);
  });
});

describe.runIf(databaseKind === 'postgres')('the network to PostgreSQL', () => {
  const startBehindProxy = async () => {
    const proxy = { current: undefined as Awaited<ReturnType<typeof startDatabaseProxy>> | undefined };
    const databaseSettings = async (url: string) => {
      proxy.current = await startDatabaseProxy(url);
      return { DATABASE_URL: proxy.current.url };
    };
    const server = await startTestServer({ databaseSettings });
    const tea = await putProduct(server.services);
    await credit(server.services, server.users.amina, 1_000);
    const headers = { 'Idempotency-Key': randomUUID() };
    const order = () => server.as('amina').post('/api/orders', { product_id: tea.id }, headers);
    return { server, order, proxy: proxy.current! };
  };

  test('loses the answer to a COMMIT: 503, and the same key then returns the placed order', async () => {
    const { server, order, proxy } = await startBehindProxy();
    proxy.loseCommitAfter('insert into "orders"');

    expectBusy(await order());
    const again = await order();

    expect(proxy.faults).toBe(1);
    expect(again.status).toBe(200);
    const { body } = await server.as('amina').get('/api/orders');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([again.body.order.id]);
  });

  test('falls silent in an order: all requests get 503 within seconds, and the order’s locks are freed', async () => {
    const { server, order, proxy } = await startBehindProxy();
    await server.as('karim').get('/api/orders');
    proxy.fallSilentAt('insert into "orders"');

    const began = performance.now();
    const ordering = order();
    await expect.poll(() => proxy.faults).toBeGreaterThan(0);
    const reading = Array.from({ length: 20 }, () => server.as('karim').get('/api/orders'));
    for (const answer of await Promise.all([ordering, ...reading])) expectBusy(answer);
    const seconds = (performance.now() - began) / 1_000;
    proxy.recover();

    expect(seconds).toBeLessThan(allowed(12_000) / 1_000);
    expect((await server.as('karim').get('/api/orders')).status).toBe(200);
    await expect.poll(async () => (await order()).status, { timeout: 25_000 }).toBe(200);
    expect((await server.as('amina').get('/api/orders')).body.total).toBe(1);
    expect(server.errors).toEqual([]);
  });
});

test('a database that cannot be found, reached or written to is an outage', async () => {
  const addresses = [
    'postgres://127.0.0.1:1/shop',
    'postgres://localhost:1/shop',
    'postgres://no-such-host.invalid/shop',
    'postgres://localhost/shop?host=/no/such/folder',
  ];
  const connect = (connectionString: string) =>
    new Client({ connectionString }).connect().catch((error: unknown) => error);
  const failures = await Promise.all(addresses.map(connect));
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
  const states = ['08006', '25006', '25P02', '53300', '57P01', '57P03'].map((code) =>
    Object.assign(new Error(), { code }),
  );

  expect([...failures, broken, ...states].filter((error) => !isOutage(error))).toEqual([]);
});

test('a client that aborts its request, a wrong statement and a wrong value are no outages', async () => {
  const server = await startTestServer();
  const failed = await sql`select * from no_such_table`.execute(server.services.db).catch((error: unknown) => error);
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

  expect([failed, aborted, new RangeError('past 2^53'), undefined].map(isOutage)).toEqual([false, false, false, false]);
});

function expectBusy(answer: Answer): void {
  expectRefused(answer, 503, 'BUSY');
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
}

/** A test server that collects its warnings; an error in its log fails the test. */
async function startWarningServer(): Promise<{ server: TestServer; warnings: string[] }> {
  const warnings: string[] = [];
  const warn = (_about: object, text: string) => void warnings.push(text);
  const error = (about: object, text: string) => expect.unreachable(`${text} ${JSON.stringify(about)}`);
  const log = { error, warn, info: () => undefined, debug: () => undefined };
  return { server: await startTestServer({ overrides: { log } }), warnings };
}

/** Makes each change of this table for which `when` is true end its connection; the returned function undoes that. */
async function endConnectionOn({ services: { db } }: TestServer, event: string, table: string, when: string) {
  await sql`create function end_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(db);
  await sql`create trigger breaks after ${sql.raw(event)} on ${sql.table(table)}
    for each row when (${sql.raw(when)}) execute function end_connection()`.execute(db);
  return async () => {
    await sql`drop trigger breaks on ${sql.table(table)}`.execute(db);
  };
}

/** Makes new database sessions read-only or writable. */
async function setReadOnly(server: TestServer, value: 'on' | 'off'): Promise<void> {
  await withOwnConnection(server, async (client) => {
    await client.query('set default_transaction_read_only = off');
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(`alter database ${rows[0]!.name} set default_transaction_read_only = ${value}`);
  });
}

/** Ends every database connection of the server. */
async function endAllConnections(server: TestServer): Promise<void> {
  await withOwnConnection(server, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  );
}

/** Runs `act` on a new connection that the server does not use. */
async function withOwnConnection({ settings }: TestServer, act: (client: Client) => Promise<unknown>): Promise<void> {
  const { url } = settings.database as { url: string }; // these tests run only on PostgreSQL
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
