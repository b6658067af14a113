import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { orderStatuses } from '../../src/contract/order-rules.ts';
import { createResponseCache } from '../../src/server/platform/changes/response-cache.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { announce } from '../../src/server/platform/changes/feed.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

/** A shop with one product, and customers with money. */
async function openShop(): Promise<{ server: TestServer; buy(who: TestUserName): Promise<number> }> {
  const server = await startTestServer();
  const tea = await putProduct(server.services);
  for (const who of ['amina', 'karim'] as const) await credit(server.services, server.users[who], 10_000);
  const buy = async (who: TestUserName): Promise<number> => {
    const headers = { 'Idempotency-Key': randomUUID() };
    return (await server.as(who).post('/api/orders', { product_id: tea.id }, headers)).body.order.id;
  };
  return { server, buy };
}

const list = async (server: TestServer, who: TestUserName, filter = '') =>
  (await server.as(who).get(`/api/orders?per_page=10${filter}`)).body;

const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);

let turn = 0;
/** The list with an unknown parameter that is new each time: the same rows, but never from the cache. */
const listUncached = (server: TestServer, who: TestUserName, filter = '') =>
  list(server, who, `${filter}&turn=${(turn += 1)}`);

test('a list shows each change at once, whichever user made it', async () => {
  const { server, buy } = await openShop();
  expect((await list(server, 'amina')).total).toBe(0);

  const id = await buy('amina');
  const ordered = await list(server, 'amina');
  await server.as('sara').post(`/api/orders/${id}`, { status: 'delivered', notes: 'here it is' });
  const delivered = await list(server, 'amina');
  await server.as('sara').delete(`/api/orders/${id}`);
  const gone = await list(server, 'amina');

  expect(idsOf(ordered)).toEqual([id]);
  expect(delivered.data).toMatchObject([{ id, status: 'delivered', notes: 'here it is' }]);
  expect(gone).toMatchObject({ data: [], total: 0 });
  await server.close();
});

test('a cached list is never given to another user, even for the same request', async () => {
  const { server, buy } = await openShop();
  const [aminas, karims] = [await buy('amina'), await buy('karim')];

  for (const _round of [1, 2]) {
    expect(idsOf(await list(server, 'amina'))).toEqual([aminas]);
    expect(idsOf(await list(server, 'karim'))).toEqual([karims]);
    expect(idsOf(await list(server, 'sara'))).toEqual([karims, aminas]);
  }
  await server.close();
});

test('a deactivated user gets no cached list', async () => {
  const { server, buy } = await openShop();
  await buy('amina');
  const device = server.withToken(await server.signIn('amina'));
  expect((await device.get('/api/orders?per_page=10')).body.total).toBe(1);

  await server.as('sara').post(`/api/users/${server.users.amina.id}/active`, { is_active: false });

  expect((await device.get('/api/orders?per_page=10')).status).toBe(401);
  await server.close();
});

/** Changes that can happen in a shop. */
interface ShopChange {
  what: 'order' | 'status' | 'delete';
  who: TestUserName;
  /** An existing order, by an index that wraps around. */
  which: number;
  status: string;
}

const shopChange: fc.Arbitrary<ShopChange> = fc.record({
  what: fc.constantFrom('order', 'status', 'status', 'delete'),
  who: fc.constantFrom('amina', 'karim'),
  which: fc.nat({ max: 99 }),
  status: fc.constantFrom(...orderStatuses),
});

const requests: [TestUserName, string][] = [
  ['amina', ''],
  ['amina', '&status=new,delivered'],
  ['karim', ''],
  ['sara', ''],
  ['sara', '&status=refunded'],
];

test('after any change, a cached list equals a freshly read one', async () => {
  const { server, buy } = await openShop();
  const orders: number[] = [];
  const apply = async ({ what, who, which, status }: ShopChange) => {
    const id = orders[which % orders.length];
    if (what === 'order' || id === undefined) orders.push(await buy(who));
    else if (what === 'delete') await server.as('sara').delete(`/api/orders/${id}`);
    else await server.as('sara').post(`/api/orders/${id}`, { status }, { 'Idempotency-Key': randomUUID() });
  };

  const story = fc.array(shopChange, { minLength: 1, maxLength: 12 });
  const property = fc.asyncProperty(story, async (events) => {
    for (const one of events) {
      await apply(one);
      for (const [who, filter] of requests) {
        const [cached, fresh] = [await list(server, who, filter), await listUncached(server, who, filter)];
        expect([cached.data, cached.total]).toEqual([fresh.data, fresh.total]);
      }
    }
  });
  await fc.assert(property, { numRuns: 12 });
  await server.close();
});

test.runIf(databaseKind === 'sqlite')('a list that is requested again comes from the cache', async () => {
  const { server, buy } = await openShop();
  const id = await buy('amina');
  await list(server, 'amina');

  // Directly in the database, without an announcement in the feed.
  await server.services.db.updateTable('orders').set({ notes: 'secret' }).where('id', '=', id).execute();

  expect((await list(server, 'amina')).data[0].notes).toBeNull();
  expect((await listUncached(server, 'amina')).data[0].notes).toBe('secret');
  await server.close();
});

test.runIf(databaseKind === 'sqlite')('a list shows at once what another process has changed', async () => {
  const { server, buy } = await openShop();
  const id = await buy('amina');
  await list(server, 'amina');

  const command = new DatabaseSync(join(server.settings.dataDir, 'comptoir.db'));
  command.prepare("update orders set notes = 'restored' where id = ?").run(id);
  command.close();

  expect((await list(server, 'amina')).data[0].notes).toBe('restored');
  await server.close();
});

test.runIf(databaseKind === 'sqlite')(
  'an answer whose reading began before a commit is returned but not cached',
  async () => {
    const { server } = await openShop();
    const cache = createResponseCache({ db: server.services.db, foreignCommits: () => 0 });
    const entry = { scope: 'u:7', name: 'orders' };
    const before = Promise.withResolvers<string>();

    const slow = cache.get(entry, () => before.promise);
    await inTransaction(server.services.db, (tx) =>
      announce(tx, [{ scopes: ['u:7'], entity: 'orders', key: '1', rev: 2 }]),
    );
    before.resolve('old');

    expect(String(await slow)).toBe('old');
    expect(String(await cache.get(entry, async () => 'new'))).toBe('new');
    expect(String(await cache.get(entry, async () => 'never made'))).toBe('new');
    await server.close();
  },
);

test.runIf(databaseKind === 'sqlite')('a commit in other scopes keeps a cached answer', async () => {
  const { server } = await openShop();
  const cache = createResponseCache({ db: server.services.db, foreignCommits: () => 0 });
  await cache.get({ scope: 'u:7', name: 'orders' }, async () => 'kept');

  await inTransaction(server.services.db, (tx) =>
    announce(tx, [{ scopes: ['u:8', 'support'], entity: 'orders', key: '1', rev: 2 }]),
  );

  expect(String(await cache.get({ scope: 'u:7', name: 'orders' }, async () => 'made again'))).toBe('kept');
  await server.close();
});
