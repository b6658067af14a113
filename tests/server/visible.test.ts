import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { synced as balance } from '../../src/server/features/balance/synced.ts';
import { synced as notifications } from '../../src/server/features/notifications/synced.ts';
import { synced as orders } from '../../src/server/features/orders/synced.ts';
import { synced as people } from '../../src/server/features/people/synced.ts';
import { synced as tickets } from '../../src/server/features/tickets/synced.ts';
import { synced as topups } from '../../src/server/features/topups/synced.ts';
import type { Person } from '../../src/server/platform/base/permissions.ts';
import { entities } from '../../src/contract/sync-limits.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, openTicketMutation, replyMutation } from '../support/device.ts';
import { credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { putTopupMethod, topupsOn } from '../support/topup-calls.ts';

test('OF-18 a row is not given to another user, even when requested by its key', async () => {
  const server = await startTestServer();
  const { keys } = await createKarimsRecords(server);
  const readAs = async (person: Person) => {
    const sources = [...balance, ...notifications, ...orders, ...people, ...tickets, ...topups];
    const changes = await Promise.all(
      sources.map(({ entity, read }) => read(server.services.reader, person, keys.get(entity) ?? [])),
    );
    return changes.flat();
  };
  const personOf = (who: 'amina' | 'karim' | 'sara'): Person => ({ ...server.users[who], sessionId: 1 });

  const [own, foreign, byAdmin] = [
    await readAs(personOf('karim')),
    await readAs(personOf('amina')),
    await readAs(personOf('sara')),
  ];

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
    'topups',
  ]);
  expect(seen(foreign)).toEqual([]);
  expect(seen(byAdmin)).toEqual(['orders', 'people', 'tickets', 'responses', 'responses', 'topups']);
  for (const change of foreign) expect(change).toMatchObject({ rev: 0, row: null });
});

/** Creates an order, a ticket, responses and a top-up request of karim; returns the keys of all his rows. */
async function createKarimsRecords(server: TestServer): Promise<{ keys: Map<string, string[]> }> {
  const { karim } = server.users;
  const tea = await putProduct(server.services);
  await credit(server.services, karim, 50);
  await server.as('karim').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  await topupsOn(server).opened('karim', { method_id: await putTopupMethod(server.services) });
  const ticket = uuidv7();
  await createDevice(server.as('karim')).exchange([openTicketMutation(ticket), replyMutation({ ticket })]);
  await createDevice(server.as('sara')).exchange([replyMutation({ ticket })]);
  const phone = createDevice(server.as('karim'));
  phone.entities = [...entities];
  await phone.catchUp();
  const names = ['account', 'ledger', 'notifications', 'orders', 'tickets', 'responses', 'topups'] as const;
  const keys = new Map<string, string[]>(names.map((entity) => [entity, phone.keys(entity)]));
  return { keys: keys.set('people', [String(karim.id)]) };
}
