import { beforeEach, expect, test } from 'vitest';
import { entities, entitiesUnlessNamed } from '../../src/contract/sync-limits.ts';
import type { SyncedNotification } from '../../src/contract/notifications.ts';
import type { SyncAnswer } from '../../src/contract/sync.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { notify } from '../../src/server/shared/notify.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

type Kind = SyncedNotification['kind'];

/** Notifies amina, as an act of sara's; returns the ids of her notifications, newest first. */
async function notifyAmina(kind: Kind, about: SyncedNotification['about'] = { topup_id: 'x', topup_number: 31 }) {
  const { services, users } = server;
  server.clock.advance(1_000);
  const person = { id: users.sara.id, role: 'admin', name: 'Sara', email: '', sessionId: 0 } as const;
  await inTransaction(services.db, (tx) =>
    notify({ tx, now: services.now(), person }, [users.amina.id], { kind, about }),
  );
  await services.sequencer.run();
  const rows = services.db.selectFrom('notifications').select('id').where('user_id', '=', users.amina.id);
  return (await rows.orderBy('id', 'desc').execute()).map(({ id }) => id);
}

const device = (who: TestUserName, names?: string[]) =>
  Object.assign(createDevice(server.as(who)), { entities: names });
const kindsIn = (answers: readonly SyncAnswer[]) =>
  answers
    .flatMap(({ older, changes, results }) => [...older, ...changes, ...results.flatMap(({ rows }) => rows)])
    .flatMap(({ entity, row }) => (entity === 'notifications' && row ? [(row as { kind: string }).kind] : []));

const read = (ids: string[]) => mutationOf('notification.read', 'notifications', { ids });

test.each([
  ['an app from before requests named tables', undefined],
  ['an app that names the tables of that time', [...entitiesUnlessNamed]],
])(
  'TU-18 D-27 %s gets no notification about a request: not at first, not as a change, not as a result',
  async (_name, names) => {
    await notifyAmina('balance.changed', { amount: 50 });
    await notifyAmina('topup.refused');
    const phone = device('amina', names);

    const first = await phone.catchUp();
    const ids = await notifyAmina('topup.opened');
    const changed = await phone.catchUp();
    const pushed = await phone.catchUp([read(ids)]);

    expect(kindsIn(first)).toEqual(['balance.changed']);
    expect(first[0]!.total).toBe(2);
    expect(kindsIn(changed)).toEqual([]);
    expect(new Set(kindsIn(pushed))).toEqual(new Set(['balance.changed']));
    expect(phone.keys('notifications')).toHaveLength(1);
    expect([...first, ...changed, ...pushed].map(({ reset }) => reset)).not.toContain(true);
  },
);

test('TU-18 an app that names top-up requests gets them everywhere, also after an update', async () => {
  await notifyAmina('topup.refused', { topup_id: 'x', topup_number: 31, reason: 'unreadable' });
  const phone = device('amina');
  await phone.catchUp();
  expect(phone.keys('notifications')).toEqual([]);

  phone.entities = [...entities];
  const [reset] = await phone.catchUp();
  const [id] = await notifyAmina('topup.opened');
  const changed = await phone.catchUp();
  const pushed = await phone.catchUp([read([id!])]);

  expect(reset!.reset).toBe(true);
  expect(phone.keys('notifications')).toHaveLength(2);
  expect(kindsIn(changed)).toEqual(['topup.opened']);
  expect(pushed[0]!.results[0]!.rows).toMatchObject([{ key: id, row: { kind: 'topup.opened' } }]);
});

test('TU-18 the list of notifications leaves them out of its rows, pages and total', async () => {
  await notifyAmina('balance.changed', { amount: 1 });
  for (let count = 0; count < 3; count += 1) await notifyAmina('topup.refused');
  await notifyAmina('balance.changed', { amount: 2 });

  const { data } = (await server.as('amina').get('/api/notifications?per_page=2')).body;

  expect(data.total).toBe(2);
  expect(data.data.map(({ about }: SyncedNotification) => about.amount)).toEqual([2, 1]);
});

test('TU-18 they follow the switch of changes of the balance', async () => {
  const mute = (kinds: string[]) => server.as('amina').post('/api/auth/profile', { muted_notifications: kinds });
  const { status } = await mute(['balance.changed']);
  expect(status).toBe(200);
  expect(await notifyAmina('topup.refused')).toEqual([]);
  await mute(['order.status']);
  expect(await notifyAmina('topup.refused')).toHaveLength(1);
});
