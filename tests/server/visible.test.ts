import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { synced as balance } from '../../src/server/features/balance/synced.ts';
import { synced as notifications } from '../../src/server/features/notifications/synced.ts';
import { synced as orders } from '../../src/server/features/orders/synced.ts';
import { synced as people } from '../../src/server/features/people/synced.ts';
import { synced as tickets } from '../../src/server/features/tickets/synced.ts';
import type { Person } from '../../src/server/platform/context.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { deviceOf, opening, replying } from '../support/device.ts';
import { credit, putProduct } from '../support/shop.ts';
import { openWorld, type World } from '../support/world.ts';

test('OF-18 even a row that is asked for by its key is nobody else’s', async () => {
  const world = await openWorld();
  const { keys } = await liveOf(world);
  const readAs = async (person: Person) => {
    const entities = [...balance, ...notifications, ...orders, ...people, ...tickets];
    const changes = await Promise.all(
      entities.map(({ entity, read }) => read(world.means.reader, person, keys.get(entity) ?? [])),
    );
    return changes.flat();
  };
  const as = (who: 'amina' | 'karim' | 'sara'): Person => ({ ...world.people[who], sessionId: 1 });

  const [own, foreign, byAdmin] = [await readAs(as('karim')), await readAs(as('amina')), await readAs(as('sara'))];

  const seen = (changes: typeof own) => changes.filter(({ row }) => row !== null).map(({ entity }) => entity);
  expect(seen(own)).toEqual([
    'account',
    'ledger',
    'ledger',
    'notifications',
    'orders',
    'tickets',
    'responses',
    'responses',
  ]);
  expect(seen(foreign)).toEqual([]);
  expect(seen(byAdmin)).toEqual(['orders', 'people', 'tickets', 'responses', 'responses']);
  for (const change of foreign) expect(change).toMatchObject({ rev: 0, row: null });
});

/** Karim buys, asks and is answered; the keys of all his rows. */
async function liveOf(world: World): Promise<{ keys: Map<string, string[]> }> {
  const { karim } = world.people;
  const tea = await putProduct(world.means);
  await credit(world.means, karim, 50);
  await world.as('karim').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  const ticket = uuidv7();
  await deviceOf(world.as('karim')).exchange([opening(ticket), replying({ ticket })]);
  await deviceOf(world.as('sara')).exchange([replying({ ticket })]);
  const phone = deviceOf(world.as('karim'));
  await phone.catchUp();
  const names = ['account', 'ledger', 'notifications', 'orders', 'tickets', 'responses'] as const;
  const keys = new Map<string, string[]>(names.map((entity) => [entity, phone.keys(entity)]));
  return { keys: keys.set('people', [String(karim.id)]) };
}
