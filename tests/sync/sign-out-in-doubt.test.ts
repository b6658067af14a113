import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInPerson } from '../../src/client/api/session.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { listAccounts } from '../../src/client/local/device.ts';
import type { PendingCall } from '../../src/client/local/stored.ts';
import { syncAndCountUnsaved, signOut } from '../../src/client/sync/sign-out.ts';
import { resetDevice, serve, signInOnDevice } from './browser.ts';
import { amina, callFailure } from './support.ts';

beforeEach(resetDevice);
afterEach(() => vi.unstubAllGlobals());

const databases = async () =>
  (await indexedDB.databases()).map(({ name }) => name).toSorted((a, b) => (a! < b! ? -1 : 1));

const callInDoubt = (key: string): PendingCall => ({
  key,
  state: 'asked',
  call: 'placeOrder',
  about: { product_id: 5, title: 'Tea', quantity: 1, amount: 12 },
  createdAt: Date.now(),
});
const outcomeOf = (state: string, touched: string[] = []) => ({
  '/api/outcomes/cancel': () => ({ code: 'SUCCESS', state, touched }),
});

test('discarding at sign-out cancels an order in doubt before it is deleted', async () => {
  const requests = serve(outcomeOf('cancelled'));
  const db = await signInOnDevice(amina);
  await db.pledges.bulkPut([callInDoubt('k1'), callInDoubt('k2')]);

  expect(await signOut(db, 'discard')).toBe('done');

  expect(requests.map(({ path, input }) => [path, input.key])).toEqual([
    ['/api/outcomes/cancel', 'k1'],
    ['/api/outcomes/cancel', 'k2'],
    ['/api/auth/logout', undefined],
  ]);
  expect(await databases()).toEqual(['cod_device']);
});

test('an order in doubt that cannot be cancelled now is not discarded', async () => {
  serve({ '/api/outcomes/cancel': () => callFailure('unreachable') });
  const db = await signInOnDevice(amina);
  await db.pledges.put(callInDoubt('k1'));

  expect(await signOut(db, 'discard')).toBe('unreachable');

  expect(signedInPerson()).toEqual(amina);
  expect(await db.pledges.toArray()).toMatchObject([{ key: 'k1', state: 'asked' }]);
});

test('when the connection is lost between two orders in doubt, the outcome of the first is kept for the user', async () => {
  let count = 0;
  const answer = { code: 'SUCCESS', state: 'cancelled', touched: [] };
  serve({ '/api/outcomes/cancel': () => (count++ === 0 ? answer : callFailure('unreachable')) });
  const db = await signInOnDevice(amina);
  await db.pledges.bulkPut([callInDoubt('k1'), callInDoubt('k2')]);

  expect(await signOut(db, 'discard')).toBe('unreachable');

  expect((await db.pledges.toArray()).map(({ key, state }) => [key, state])).toEqual([
    ['k1', 'settled'],
    ['k2', 'asked'],
  ]);
});

test('an order that was placed after all is shown before the user leaves, also at a discarding sign-out', async () => {
  serve(outcomeOf('applied', ['orders:77']));
  const db = await signInOnDevice(amina);
  await db.pledges.put(callInDoubt('k1'));

  expect(await signOut(db, 'discard')).toBe('unsaved');
  expect(await syncAndCountUnsaved(db, 0)).toMatchObject({ inDoubt: 0, unseen: 1 });
  expect(signedInPerson()).toEqual(amina);

  expect(await signOut(db, 'discard', ['k1'])).toBe('done');
  expect(await databases()).toEqual(['cod_device']);
});

test('an unseen outcome stops a clean sign-out until it was shown', async () => {
  serve({});
  const db = await signInOnDevice(amina);
  await db.pledges.put({ ...callInDoubt('k1'), state: 'settled', outcome: 'cancelled', touched: [] });

  expect(await syncAndCountUnsaved(db, 10)).toEqual({
    waiting: 0,
    parked: 0,
    inDoubt: 0,
    usersInDoubt: 0,
    drafts: 0,
    unseen: 1,
  });
  expect(await signOut(db, 'clean')).toBe('unsaved');
  expect(await signOut(db, 'clean', ['k1'])).toBe('done');
});

test('orders in doubt and unseen outcomes survive a sign-out that keeps the changes; the login page counts those in doubt', async () => {
  serve({});
  const db = await signInOnDevice(amina);
  const settled: PendingCall = { ...callInDoubt('k2'), state: 'settled', outcome: 'cancelled', touched: [] };
  await db.pledges.bulkPut([callInDoubt('k1'), settled]);

  expect(await signOut(db, 'keep')).toBe('done');

  const later = openDatabase(amina.id);
  expect((await later.pledges.toArray()).map(({ key, state }) => [key, state])).toEqual([
    ['k1', 'asked'],
    ['k2', 'settled'],
  ]);
  expect(await listAccounts()).toEqual([{ userId: amina.id, name: 'Amina', waiting: 1 }]);
  later.close();
});
