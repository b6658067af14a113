import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isOutage } from '../../src/server/platform/outage.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused, type Answer } from '../support/client.ts';
import { deviceOf, opening, replying } from '../support/device.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, openWorld, type World } from '../support/world.ts';

describe.runIf(databaseKind === 'postgres')('PostgreSQL ends the connection', () => {
  test('of an order: 503 with Retry-After, nothing is charged, and the same key orders once afterwards', async () => {
    const world = await openWorld();
    const tea = await putProduct(world.means);
    await credit(world.means, world.people.amina, 1_000);
    const mended = await endConnectionOn(world, 'insert', 'ledger', "new.kind = 'charge'");
    const headers = { 'Idempotency-Key': randomUUID() };
    const order = () => world.as('amina').post('/api/orders', { product_id: tea.id }, headers);

    expectBusy(await order());
    expect((await world.as('amina').get('/api/orders')).body.total).toBe(0);
    await mended();
    const [first, again] = [await order(), await order()];

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await world.as('amina').get('/api/orders')).body.total).toBe(1);
    expect(world.errors).toEqual([]);
  });

  test('in the middle of a push: the whole call is 503, and the same push then does each reply once', async () => {
    const world = await openWorld();
    const phone = deviceOf(world.as('amina'));
    const ticket = uuidv7();
    await phone.exchange([opening(ticket)]);
    const mended = await endConnectionOn(world, 'insert', 'responses', "new.content = 'two'");
    const mutations = ['one', 'two', 'three'].map((content) => replying({ ticket, content }));

    expectBusy(await phone.ask({ mutations }));
    await mended();
    const { results } = await phone.exchange(mutations);

    expect(results.map(({ code }) => code)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const { body } = await world.as('amina').get(`/api/tickets/${ticket}`);
    expect(body.responses.map(({ content }: { content: string }) => content)).toEqual(['one', 'two', 'three']);
  });

  test('of everybody at once, again and again: the server stays and answers 200 or 503', async () => {
    const world = await openWorld();
    const answers: Answer[] = [];
    const ask = async () => {
      for (let turn = 0; turn < 40; turn += 1) answers.push(await world.as('amina').get('/api/orders'));
    };
    await world.as('amina').get('/api/orders');

    const asking = Promise.all(Array.from({ length: 8 }, ask));
    for (let turn = 0; turn < 5; turn += 1) {
      await expect.poll(() => answers.length).toBeGreaterThan(turn * 40);
      await endAllConnections(world);
    }
    await asking;

    for (const answer of answers.filter(({ status }) => status !== 200)) expectBusy(answer);
    await expect.poll(async () => (await world.as('amina').get('/api/orders')).status).toBe(200);
    expect(world.errors).toEqual([]);
  });
});

test('a client that aborts its request, a wrong statement and a wrong value are no outages', async () => {
  const world = await openWorld();
  const failed = await sql`select * from no_such_table`.execute(world.means.db).catch((error: unknown) => error);
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

  expect([failed, aborted, new RangeError('past 2^53'), undefined].map(isOutage)).toEqual([false, false, false, false]);
});

function expectBusy(answer: Answer): void {
  expectRefused(answer, 503, 'BUSY');
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
}

/** From now on a change of this table ends the connection it is made on, until the returned function is called. */
async function endConnectionOn(world: World, event: string, table: string, when: string): Promise<() => Promise<void>> {
  const { db } = world.means;
  await sql`create function end_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(db);
  await sql`create trigger breaks after ${sql.raw(event)} on ${sql.table(table)}
    for each row when (${sql.raw(when)}) execute function end_connection()`.execute(db);
  return async () => {
    await sql`drop trigger breaks on ${sql.table(table)}`.execute(db);
  };
}

async function endAllConnections(world: World): Promise<void> {
  const all = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`;
  await all.execute(world.means.db).catch(() => undefined);
}
