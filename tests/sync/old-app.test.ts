import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeOrder } from '../../src/contract/orders.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { callAt } from '../../src/client/api/call.ts';
import type { openPageDatabase } from '../../src/client/local/rows-in-memory/page-database.ts';
import type { makeMoneyCall } from '../../src/client/sync/money.ts';
import type { pass } from '../../src/client/sync/pass.ts';
import type { perform } from '../../src/client/sync/perform.ts';
import { startLaterServer, type LaterServer } from '../support/new-table.ts';
import { unpackReleaseBefore } from '../support/release-before.ts';
import { credit, putProduct } from '../support/shop.ts';
import { playerId, soldOn } from '../support/sold.ts';
import { newTicket } from './support.ts';

/** The parts of the app that the tests run: their types are those of this version. */
interface App {
  callAt: typeof callAt;
  openPageDatabase: typeof openPageDatabase;
  makeMoneyCall: typeof makeMoneyCall;
  pass: typeof pass;
  perform: typeof perform;
}

let release: ReturnType<typeof unpackReleaseBefore>;
let app: App;
beforeAll(async () => {
  release = unpackReleaseBefore();
  const files = [
    'api/call.ts',
    'local/rows-in-memory/page-database.ts',
    'sync/money.ts',
    'sync/pass.ts',
    'sync/perform.ts',
  ];
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ join(release.folder, '../client', file)) as Promise<object>),
  );
  app = Object.assign({}, ...modules) as App;
});
afterAll(() => release.remove());

let server: LaterServer;
beforeEach(async () => void (server = await startLaterServer()));
afterEach(() => server.close());

/** A device with the app of the release before, in a network to the server. */
async function oldDevice(who: 'amina' | 'sara' = 'amina') {
  const { id } = server.users[who];
  const db = app.openPageDatabase(id, { indexedDB: new IDBFactory(), IDBKeyRange });
  const token = await server.signIn(who);
  const network: typeof fetch = (path, init) => fetch(`${server.url}${path as string}`, init);
  const call = ((address, input, options) =>
    app.callAt(address, input, { ...options, fetch: network })) as App['callAt'];
  const wait = async (_ms: number, end?: Promise<unknown>) => void (await end);
  const runtime = { now: () => server.clock.now, random: () => 0.5, newId: () => uuidv7(), wait };
  const environment = { transport: { token: async () => token, call }, runtime };
  return { id, db, environment, sync: () => app.pass(db, environment) };
}

test('D-27 the app of the release before loads, sends and follows changes at a server with one table more', async () => {
  await server.putParcel(server.users.amina.id, 'p1');
  const { db, environment, id, sync } = await oldDevice();

  expect(await sync()).toEqual({ kind: 'idle' });
  const ticket = newTicket();
  await app.perform(db, 'ticket.open', { ...ticket, subject: 'p1' }, environment.runtime);
  expect(await sync()).toEqual({ kind: 'idle' });
  await server.putParcel(id, 'p2');
  await server.as('sara').post(`/api/tickets/${ticket.id}/response`, { content: 'Here it is.' });
  expect(await sync()).toEqual({ kind: 'idle' });

  expect(await db.outbox.count()).toBe(0);
  expect(await db.tickets.get(ticket.id)).toMatchObject({ responses_count: 1, last_response_by: 'admin' });
  expect(await db.responses.count()).toBe(1);
});

test('D-27 the app of the release before orders, and knows why an order is refused', async () => {
  const tea = await putProduct(server.services);
  const { db, environment, sync } = await oldDevice();
  await sync();
  const order = (price: number) => {
    const about = { product_id: tea.id, title: 'Tea' };
    return app.makeMoneyCall(db, placeOrder, { product_id: tea.id, price }, { key: randomUUID(), about }, environment);
  };

  const withoutBalance = await order(10);
  await credit(server.services, server.users.amina, 25);
  const placed = await order(10);
  const dearer = await order(9);

  expect(withoutBalance).toMatchObject({ kind: 'refused', failure: { code: 'BALANCE_NOT_ENOUGH' } });
  expect(placed.kind).toBe('done');
  expect(dearer).toMatchObject({ kind: 'refused', failure: { code: 'PRICE_CHANGED', details: { price: 10 } } });
  expect(await db.pledges.count()).toBe(0);
  expect(await sync()).toEqual({ kind: 'idle' });
  expect(await db.orders.count()).toBe(1);
});

test('QT-03 AN-02 D-27 the app of the release before reads why a product is refused that it cannot order', async () => {
  const sold = soldOn(server);
  await credit(server.services, server.users.amina, 50);
  const { db, environment, sync } = await oldDevice();
  const order = async (product_id: number) =>
    app.makeMoneyCall(
      db,
      placeOrder,
      { product_id, price: 10 },
      { key: randomUUID(), about: { product_id, title: 'Tea' } },
      environment,
    );

  const outcomes = [
    await order(await sold.putSold({ order_fields: [playerId] })),
    await order(await sold.putSold({ quantity_min: 2, quantity_max: 4 })),
    await order(await sold.putSold({ quantity_max: 1_000, price_per: 1000 })),
  ];
  const optional = await order(
    await sold.putSold({ quantity_max: 9, order_fields: [{ ...playerId, required: false }] }),
  );

  expect(outcomes).toMatchObject([
    { kind: 'refused', failure: { code: 'INVALID_FIELDS', errors: { 'answers.player': ['required'] } } },
    { kind: 'refused', failure: { code: 'INVALID_FIELDS', errors: { quantity: ['required'] } } },
    { kind: 'refused', failure: { code: 'INVALID_FIELDS', errors: { quantity: ['required'] } } },
  ]);
  expect(optional.kind).toBe('done');
  expect(await sync()).toEqual({ kind: 'idle' });
  expect([await db.orders.count(), await db.products.count(), await db.pledges.count()]).toEqual([1, 4, 0]);
});

test('TU-45 D-27 the app of the release before gets nothing of top-up requests, and follows everything else', async () => {
  const devices = [await oldDevice('amina'), await oldDevice('sara')];
  for (const { sync } of devices) expect(await sync()).toEqual({ kind: 'idle' });

  const amounts = { min: 1, max: 500, proof: 'number', is_active: true };
  const method = { name: { en: 'Bank' }, steps: { en: 'Transfer it.' }, accounts: [], ...amounts };
  expect((await server.as('root').post('/api/topup-methods', method)).status).toBe(200);
  const topup = { id: uuidv7(), method_id: 1, amount: 20, slip_number: 'TRX-1' };
  expect((await server.as('amina').post('/api/topups', topup)).status).toBe(200);
  const refused = await server.as('sara').post(`/api/topups/${topup.id}/refuse`, { reason: 'not_received' });
  expect(refused.status).toBe(200);
  await credit(server.services, server.users.amina, 25);

  for (const { db, sync } of devices) {
    expect(await sync()).toEqual({ kind: 'idle' });
    expect(db.tables.map(({ name }) => name)).not.toContain('topups');
    expect(await db.notifications.filter(({ kind }) => kind.startsWith('topup.')).count()).toBe(0);
  }
  expect(await devices[0]!.db.ledger.count()).toBe(1);
});
