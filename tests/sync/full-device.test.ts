// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { sendInBackground } from '../../src/client/sync/background.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { syncStatus } from '../../src/client/sync/status.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { deleteUserData } from '../../src/client/sync/user-data.ts';
import { signInOnDevice } from './browser.ts';
import { advanceTime, advanceUntil, unreachable, setUpPageNetwork } from './page-network.ts';
import { amina, deviceOf, eachMutation, newTicket } from './support.ts';

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

/** Has the outbox refuse each write while the disk has no space. */
function writeTo(disk: Disk, db: LocalDatabase): void {
  const check = () => {
    if (disk.free <= 0) throw new DOMException('full', 'QuotaExceededError');
  };
  db.outbox.hook('creating', check);
  db.outbox.hook('updating', check);
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

test('D-11 a sign-out that deletes the data of a user deletes the reserve', async () => {
  const { disk, db } = await pageWithChange();
  stopSync();

  await deleteUserData(db);

  expect(disk.caches.size).toBe(0);
});
