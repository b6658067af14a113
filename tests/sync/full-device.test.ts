// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { placeOrder } from '../../src/contract/orders.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { sendInBackground } from '../../src/client/sync/background.ts';
import { makeMoneyCall, settle } from '../../src/client/sync/money.ts';
import { deleteSeen, readUnseen } from '../../src/client/sync/outcomes.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { syncStatus } from '../../src/client/sync/status.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { deleteUserData } from '../../src/client/sync/user-data.ts';
import { signInOnDevice } from './browser.ts';
import { advanceTime, advanceUntil, unreachable, setUpPageNetwork } from './page-network.ts';
import { amina, deviceOf, eachMutation, newTicket, type CallResult, type TestDevice } from './support.ts';

const page = setUpPageNetwork();

/** A device's disk, which caches and the outbox share. */
interface Disk {
  /** Bytes of each cache, by its name. */
  caches: Map<string, number>;
  /** Bytes that are free for caches and for the outbox. */
  free: number;
}

/** Gives this page a disk with this much free space. */
function diskWith(free: number): Disk {
  const disk: Disk = { caches: new Map(), free };
  vi.stubGlobal('caches', {
    has: async (name: string) => disk.caches.has(name),
    open: async (name: string) => ({
      put: async (_key: string, response: Response) => {
        const { byteLength } = await response.arrayBuffer();
        if (byteLength > disk.free) throw new DOMException('full', 'QuotaExceededError');
        disk.free -= byteLength;
        disk.caches.set(name, byteLength);
      },
    }),
    delete: async (name: string) => {
      disk.free += disk.caches.get(name) ?? 0;
      return disk.caches.delete(name);
    },
  });
  const estimate = async () => ({ usage: 0, quota: disk.free });
  Object.defineProperty(navigator, 'storage', { value: { estimate }, configurable: true });
  return disk;
}

/** Makes the outbox and the money calls refuse each write while the disk has no space. */
function writeTo(disk: Disk, db: LocalDatabase): void {
  const check = () => {
    if (disk.free <= 0) throw new DOMException('full', 'QuotaExceededError');
  };
  for (const table of [db.outbox, db.pledges]) {
    table.hook('creating', check);
    table.hook('updating', check);
  }
  // An IndexedDB needs space to delete a row, too.
  db.pledges.hook('deleting', check);
}

const reserve = `comptoir-reserve-${amina.id}`;

/** A page on a disk with 100 MB of space, that has synced once and then has a change while the connection is lost. */
async function pageWithChange(): Promise<{ disk: Disk; db: LocalDatabase; id: string }> {
  const disk = diskWith(100_000_000);
  const db = await signInOnDevice(amina);
  writeTo(disk, db);
  startSync(db);
  await advanceTime(1_000);
  expect([...disk.caches.keys()]).toEqual([reserve]);
  page.network = unreachable;
  const performing = perform(db, 'ticket.open', newTicket());
  await advanceTime(1_000);
  return { disk, db, id: await performing };
}

test('OF-42 a device that is full sends what waits with its reserve, and makes the reserve again when there is space', async () => {
  const { disk, id } = await pageWithChange();
  disk.free = 0;

  page.network = () => null;
  await advanceTime(10_000);

  expect(page.accepted).toMatchObject([{ id }]);
  expect(syncStatus()).toMatchObject({ state: 'synced', waiting: 0 });
  expect(disk.caches.size).toBe(0);
  disk.free = 100_000_000;
  dispatchEvent(new Event('pageshow'));
  await advanceTime(1_000);
  expect([...disk.caches.keys()]).toEqual([reserve]);
});

test('OF-42 a device that is full without a reserve says so, keeps the change, and sends it when there is space', async () => {
  const { disk, db, id } = await pageWithChange();
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  disk.caches.clear();
  disk.free = 0;

  page.network = () => null;
  await advanceUntil(() => syncStatus().state === 'full');
  expect(syncStatus()).toMatchObject({ waiting: 1 });
  expect(await db.outbox.toArray()).toMatchObject([{ id }]);
  expect(page.accepted).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
  disk.free = 1_000;
  dispatchEvent(new Event('pageshow'));
  await advanceTime(1_000);

  expect(page.accepted).toMatchObject([{ id }]);
  expect(syncStatus()).toMatchObject({ state: 'synced', waiting: 0 });
  // Too little space for a reserve.
  expect(disk.caches.size).toBe(0);
});

test('OF-42 the service worker of a full device sends with the reserve too', async () => {
  const disk = diskWith(0);
  disk.caches.set(reserve, 500_000);
  const { db, environment } = await deviceOf(amina, eachMutation({}));
  await perform(db, 'ticket.open', newTicket(), environment.runtime);
  writeTo(disk, db);

  await sendInBackground(db, environment);

  expect(await db.outbox.count()).toBe(0);
});

/** A device without any free space, whose money calls the server answers with `answer`. */
async function fullDevice(answer: () => CallResult, { hasReserve = true } = {}) {
  const disk = diskWith(0);
  if (hasReserve) disk.caches.set(reserve, 500_000);
  const device = await deviceOf(amina, answer);
  return { ...device, device, disk };
}

const placed = { code: 'SUCCESS', order: { id: 77 }, balance: 88 };
const order = ({ db, environment }: TestDevice) =>
  makeMoneyCall(db, placeOrder, { product_id: 5, price: 12 }, { key: 'k1', about: { product_id: 5 } }, environment);

test('OF-42 a full device records an order with its reserve before it is sent, and stores the outcome', async () => {
  const recorded: unknown[] = [];
  const { db, device, disk } = await fullDevice(() => placed);
  device.server = async () => {
    recorded.push(...(await db.pledges.toArray()));
    return placed;
  };
  writeTo(disk, db);

  expect(await order(device)).toEqual({ kind: 'done', answer: placed });

  expect(recorded).toMatchObject([{ key: 'k1', state: 'asked' }]);
  expect(await db.pledges.count()).toBe(0);
});

test('OF-42 a device that becomes full while an order is sent stores the outcome with its reserve', async () => {
  const { db, device, disk } = await fullDevice(() => placed);
  disk.free = 1_000;
  writeTo(disk, db);
  device.server = () => {
    disk.free = 0;
    return placed;
  };

  expect(await order(device)).toEqual({ kind: 'done', answer: placed });

  expect(await db.pledges.count()).toBe(0);
});

test('OF-42 a full device without a reserve sends no order that it cannot record', async () => {
  const { db, device, disk } = await fullDevice(() => placed, { hasReserve: false });
  writeTo(disk, db);

  await expect(order(device)).rejects.toMatchObject({ name: 'NotSaved', why: 'full' });

  expect(device.calls).toEqual([]);
});

test('OF-42 a full device stores with its reserve what became of an order in doubt, and that it was seen', async () => {
  const { db, device, disk } = await fullDevice(() => ({ code: 'SUCCESS', state: 'applied', touched: ['orders:77'] }));
  const asked = { state: 'asked', call: 'placeOrder', about: {}, createdAt: 1 } as const;
  await db.pledges.bulkPut(['k1', 'k2'].map((key) => ({ ...asked, key })));
  writeTo(disk, db);

  expect(await settle(db, 'k1', device.environment.transport)).toBe('applied');

  expect(await readUnseen(db)).toMatchObject([{ key: 'k1', outcome: 'applied', touched: ['orders:77'] }]);
  disk.caches.set(reserve, 500_000);
  disk.free = 0;
  await deleteSeen(db, ['k1']);
  expect(await readUnseen(db)).toEqual([]);
});

test('D-11 a sign-out that deletes the data of a user deletes the reserve', async () => {
  const { disk, db } = await pageWithChange();
  stopSync();

  await deleteUserData(db);

  expect(disk.caches.size).toBe(0);
});
