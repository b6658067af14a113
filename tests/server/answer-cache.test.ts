import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { orderStatuses } from '../../src/contract/orders.ts';
import { createAnswerCache } from '../../src/server/platform/answer-cache.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { announce } from '../../src/server/platform/feed.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, openWorld, type Name, type World } from '../support/world.ts';

/** A shop with tea, and money for it. */
async function openShop(): Promise<{ world: World; buy(who: Name): Promise<number> }> {
  const world = await openWorld();
  const tea = await putProduct(world.means);
  for (const who of ['amina', 'karim'] as const) await credit(world.means, world.people[who], 10_000);
  const buy = async (who: Name): Promise<number> => {
    const said = { 'Idempotency-Key': randomUUID() };
    return (await world.as(who).post('/api/orders', { product_id: tea.id }, said)).body.order.id;
  };
  return { world, buy };
}

const list = async (world: World, who: Name, filter = '') =>
  (await world.as(who).get(`/api/orders?per_page=10${filter}`)).body;

const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);

/** A word that no list knows: the answer is the same, and was never made before. */
let turn = 0;
const listUncached = (world: World, who: Name, filter = '') => list(world, who, `${filter}&turn=${(turn += 1)}`);

test('a list shows each change at once, whoever made it', async () => {
  const { world, buy } = await openShop();
  expect((await list(world, 'amina')).total).toBe(0);

  const id = await buy('amina');
  const ordered = await list(world, 'amina');
  await world.as('sara').post(`/api/orders/${id}`, { status: 'delivered', notes: 'here it is' });
  const delivered = await list(world, 'amina');
  await world.as('sara').delete(`/api/orders/${id}`);
  const gone = await list(world, 'amina');

  expect(idsOf(ordered)).toEqual([id]);
  expect(delivered.data).toMatchObject([{ id, status: 'delivered', notes: 'here it is' }]);
  expect(gone).toMatchObject({ data: [], total: 0 });
  await world.close();
});

test('a list is nobody else’s, also where both ask in the same words', async () => {
  const { world, buy } = await openShop();
  const [aminas, karims] = [await buy('amina'), await buy('karim')];

  for (const _twice of [1, 2]) {
    expect(idsOf(await list(world, 'amina'))).toEqual([aminas]);
    expect(idsOf(await list(world, 'karim'))).toEqual([karims]);
    expect(idsOf(await list(world, 'sara'))).toEqual([karims, aminas]);
  }
  await world.close();
});

test('who may no longer see a list gets none, however often it was told before', async () => {
  const { world, buy } = await openShop();
  await buy('amina');
  const device = world.withToken(await world.signIn('amina'));
  expect((await device.get('/api/orders?per_page=10')).body.total).toBe(1);

  await world.as('sara').post(`/api/users/${world.people.amina.id}/active`, { is_active: false });

  expect((await device.get('/api/orders?per_page=10')).status).toBe(401);
  await world.close();
});

/** What may happen in a shop. */
interface Event {
  what: 'order' | 'status' | 'delete';
  who: Name;
  /** One of the orders there are, counted around. */
  which: number;
  status: string;
}

const event: fc.Arbitrary<Event> = fc.record({
  what: fc.constantFrom('order', 'status', 'status', 'delete'),
  who: fc.constantFrom('amina', 'karim'),
  which: fc.nat({ max: 99 }),
  status: fc.constantFrom(...orderStatuses),
});

const questions: [Name, string][] = [
  ['amina', ''],
  ['amina', '&status=new,delivered'],
  ['karim', ''],
  ['sara', ''],
  ['sara', '&status=refunded'],
];

test('whatever happens, a list that was asked before is the list that is made anew', { timeout: 120_000 }, async () => {
  const { world, buy } = await openShop();
  const orders: number[] = [];
  const happen = async ({ what, who, which, status }: Event) => {
    const id = orders[which % orders.length];
    if (what === 'order' || id === undefined) orders.push(await buy(who));
    else if (what === 'delete') await world.as('sara').delete(`/api/orders/${id}`);
    else await world.as('sara').post(`/api/orders/${id}`, { status }, { 'Idempotency-Key': randomUUID() });
  };

  const story = fc.array(event, { minLength: 1, maxLength: 12 });
  const told = fc.asyncProperty(story, async (events) => {
    for (const one of events) {
      await happen(one);
      for (const [who, filter] of questions) {
        const [known, made] = [await list(world, who, filter), await listUncached(world, who, filter)];
        expect([known.data, known.total]).toEqual([made.data, made.total]);
      }
    }
  });
  await fc.assert(told, { numRuns: 12 });
  await world.close();
});

test.runIf(databaseKind === 'sqlite')('a list that is asked again is not made again', async () => {
  const { world, buy } = await openShop();
  const id = await buy('amina');
  await list(world, 'amina');

  // Behind the server's back, over its own connection and announced to nobody.
  await world.means.db.updateTable('orders').set({ notes: 'secret' }).where('id', '=', id).execute();

  expect((await list(world, 'amina')).data[0].notes).toBeNull();
  expect((await listUncached(world, 'amina')).data[0].notes).toBe('secret');
  await world.close();
});

test.runIf(databaseKind === 'sqlite')('a list shows at once what another process has changed', async () => {
  const { world, buy } = await openShop();
  const id = await buy('amina');
  await list(world, 'amina');

  const command = new DatabaseSync(join(world.settings.dataDir, 'comptoir.db'));
  command.prepare("update orders set notes = 'restored' where id = ?").run(id);
  command.close();

  expect((await list(world, 'amina')).data[0].notes).toBe('restored');
  await world.close();
});

test.runIf(databaseKind === 'sqlite')(
  'an answer that began to be made before a commit is told to who asked, and kept for nobody',
  async () => {
    const { world } = await openShop();
    const cache = createAnswerCache({ db: world.means.db, elsewhere: () => 0 });
    const asked = { scope: 'u:7', name: 'orders' };
    const before = Promise.withResolvers<string>();

    const slow = cache.get(asked, () => before.promise);
    await inTransaction(world.means.db, (tx) =>
      announce(tx, [{ scopes: ['u:7'], entity: 'orders', key: '1', rev: 2 }]),
    );
    before.resolve('old');

    expect(String(await slow)).toBe('old');
    expect(String(await cache.get(asked, async () => 'new'))).toBe('new');
    expect(String(await cache.get(asked, async () => 'never made'))).toBe('new');
    await world.close();
  },
);

test.runIf(databaseKind === 'sqlite')('a commit somewhere else leaves the answers of other people', async () => {
  const { world } = await openShop();
  const cache = createAnswerCache({ db: world.means.db, elsewhere: () => 0 });
  await cache.get({ scope: 'u:7', name: 'orders' }, async () => 'kept');

  await inTransaction(world.means.db, (tx) =>
    announce(tx, [{ scopes: ['u:8', 'admin'], entity: 'orders', key: '1', rev: 2 }]),
  );

  expect(String(await cache.get({ scope: 'u:7', name: 'orders' }, async () => 'made anew'))).toBe('kept');
  await world.close();
});
