import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileSizeMax } from '../../src/contract/limits.ts';
import { deviceDatabase, DeviceDatabase, readSession } from '../../src/client/local/device.ts';
import { answerShare } from '../../src/client/local/share-target.ts';
import { deleteOldSharedFiles, storeSharedFiles, takeSharedFiles } from '../../src/client/local/shared-files.ts';
import { passesOf } from '../../src/client/sync/page-passes.ts';
import { signOut } from '../../src/client/sync/sign-out.ts';
import { resetDevice, serve, signInOnDevice } from './browser.ts';
import { amina, sara } from './support.ts';

beforeEach(resetDevice);
afterEach(() => vi.unstubAllGlobals());

const hour = 3_600_000;

const bytesOf = (start: string, size = 40): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  bytes.set(Uint8Array.from(start, (character) => character.charCodeAt(0)));
  return bytes;
};
const png = '\x89PNG\r\n\x1a\n';

const slip = (name: string, start = png, size?: number): File =>
  new File([bytesOf(start, size)], name, { type: 'application/octet-stream' });

/** Shares files as Android does; returns the address to which the answer leads. */
async function share(files: readonly (File | string)[]): Promise<string> {
  const form = new FormData();
  form.set('title', 'Transfer');
  for (const file of files) form.append('slip', file);
  return addressOf(await answerShare(new Request('https://shop.test/share', { method: 'POST', body: form })));
}

function addressOf(answer: Response): string {
  expect(answer.status).toBe(303);
  const { origin, pathname, search } = new URL(answer.headers.get('location')!);
  expect(origin).toBe('https://shop.test');
  return `${pathname}${search}`;
}

const idIn = (address: string): string => new URL(address, 'https://shop.test').searchParams.get('shared')!;

test('TU-41 shared files are stored with the type of their first bytes, and lead to the form by a 303', async () => {
  const address = await share([slip('transfer.PNG'), slip('image', '\xff\xd8\xff\xe0'), slip('slip.txt', '%PDF-1.7')]);

  expect(address).toMatch(/^\/user\/top-up\?shared=[0-9a-f-]{36}$/);
  const files = await takeSharedFiles(idIn(address));
  expect(files!.map(({ name, type }) => [name, type])).toEqual([
    ['transfer.PNG', 'image/png'],
    ['image.jpg', 'image/jpeg'],
    ['slip.txt.pdf', 'application/pdf'],
  ]);
  expect(new Uint8Array(files![0]!.bytes)).toEqual(bytesOf(png));
});

test.each([
  ['GIF', 'GIF89a', 'image/gif'],
  ['WebP', 'RIFF\x10\0\0\nWEBPVP8 ', 'image/webp'],
])('TU-41 a %s is recognised', async (_what, start, type) => {
  const files = await takeSharedFiles(idIn(await share([slip('picture', start)])));
  expect(files).toMatchObject([{ type }]);
});

test('TU-41 a file of exactly 4 MB is taken', async () => {
  expect(idIn(await share([slip('large.png', png, fileSizeMax)]))).not.toBe('none');
});

test.each<[string, (File | string)[]]>([
  ['of a byte more than 4 MB', [slip('large.png', png, fileSizeMax + 1)]],
  ['of another type', [slip('page.png', '<svg xmlns="http://www.w3.org/2000/svg">')]],
  ['that is empty', [new File([], 'empty.png')]],
  ['that is only text', ['https://example.test']],
  ['of which one is refused', [slip('a.png'), slip('b.png', 'MZ')]],
  ['of four files', ['a', 'b', 'c', 'd'].map((name) => slip(`${name}.png`))],
  ['without a file', []],
])('TU-41 a share %s stores nothing, and the form asks for the picture', async (_what, files) => {
  expect(await share(files)).toBe('/user/top-up?shared=none');
  expect(await deviceDatabase().shared.count()).toBe(0);
});

test('TU-41 a request that is no form, and a full device, lead to the form too', async () => {
  const noForm = new Request('https://shop.test/share', { method: 'POST', body: 'x' });
  expect(addressOf(await answerShare(noForm))).toBe('/user/top-up?shared=none');

  const body = new FormData();
  body.append('slip', slip('a.png'));
  const full = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));
  const form = new Request('https://shop.test/share', { method: 'POST', body });
  expect(addressOf(await answerShare(form, full))).toBe('/user/top-up?shared=none');
});

test('TU-42 shared files are taken once, also by two pages at the same time', async () => {
  const id = idIn(await share([slip('a.png')]));
  const taken = await Promise.all([takeSharedFiles(id), takeSharedFiles(id)]);

  expect(taken.filter((files) => files !== null)).toHaveLength(1);
  expect(await takeSharedFiles(id)).toBeNull();
  expect(await takeSharedFiles('none')).toBeNull();
});

/** Stores an entry as at a time. */
const storeAt = (at: number): Promise<string> =>
  storeSharedFiles([{ name: 'a.png', type: 'image/png', bytes: new ArrayBuffer(1) }], {
    now: () => at,
    newId: () => `at ${at}`,
  });

const storedIds = () => deviceDatabase().shared.orderBy('at').primaryKeys();

test('TU-42 a device keeps the three newest entries, for 24 hours', async () => {
  for (const at of [1, 2, 3, 4]) await storeAt(at * hour);
  expect(await storedIds()).toEqual([2, 3, 4].map((at) => `at ${at * hour}`));

  await storeAt(27 * hour + 1);
  expect(await storedIds()).toEqual([`at ${4 * hour}`, `at ${27 * hour + 1}`]);

  await deleteOldSharedFiles(28 * hour + 1);
  expect(await storedIds()).toEqual([`at ${27 * hour + 1}`]);
  expect(await takeSharedFiles(`at ${27 * hour + 1}`, 51 * hour + 2)).toBeNull();
});

test('TU-42 entries of a clock that was ahead do not replace a new one', async () => {
  for (const ahead of [100, 101, 102]) await storeAt(ahead * hour);
  await storeAt(hour);
  expect(await storedIds()).toEqual([`at ${hour}`]);
});

test('TU-42 the start of the app deletes what no page has taken for a day', async () => {
  const kept = await storeAt(Date.now() - 23 * hour);
  await deviceDatabase().shared.add({ id: 'old', at: Date.now() - 25 * hour, files: [] });

  await passesOf(await signInOnDevice(amina)).prepare();

  expect(await storedIds()).toEqual([kept]);
});

test('TU-42 a sign-out deletes shared files, also one that keeps unsent work', async () => {
  serve({});
  for (const choice of ['clean', 'keep', 'discard'] as const) {
    const db = await signInOnDevice(amina);
    await share([slip('a.png')]);
    expect(await signOut(db, choice)).toBe('done');
    expect(await deviceDatabase().shared.count()).toBe(0);
  }
});

test('TU-42 what is shared while no user is signed in stays for the one who signs in then', async () => {
  serve({});
  await signOut(await signInOnDevice(sara), 'clean');
  const id = idIn(await share([slip('a.png')]));

  await passesOf(await signInOnDevice(amina)).prepare();

  expect(await takeSharedFiles(id)).toMatchObject([{ name: 'a.png', type: 'image/png' }]);
});

/** The device's database as the build before shared files left it. */
async function earlierDevice() {
  const factory = { indexedDB: new IDBFactory(), IDBKeyRange };
  const earlier = new Dexie('cod_device', factory);
  earlier.version(1).stores({ session: 'k', accounts: 'userId' });
  await earlier.table('session').put({ k: 'current', userId: 3, token: 'token' });
  await earlier.table('accounts').put({ userId: 3, name: 'Amina', waiting: 2 });
  return { factory, earlier };
}

test('TU-43 an update keeps the session of the device and adds the store, also beside a tab of the build before', async () => {
  const { factory, earlier } = await earlierDevice();
  const device = new DeviceDatabase(factory);

  expect(await readSession(device)).toEqual({ userId: 3, token: 'token' });
  expect(await device.accounts.toArray()).toEqual([{ userId: 3, name: 'Amina', waiting: 2 }]);
  expect(await device.shared.count()).toBe(0);

  // The tab lets the newer build have the database, and opens it again with its own, older schema.
  await earlier.table('session').put({ k: 'ended a', userId: 2, token: 'a' });
  expect(await device.session.count()).toBe(2);
  earlier.close();
  device.close();
});

test('TU-43 a build before shared files keeps them in the database of a newer one', async () => {
  const { factory, earlier } = await earlierDevice();
  earlier.close();
  const device = new DeviceDatabase(factory);
  await device.shared.put({ id: 'a', at: 1, files: [] });
  device.close();

  const older = new Dexie('cod_device', factory);
  older.version(1).stores({ session: 'k', accounts: 'userId' });
  expect(await older.table('accounts').count()).toBe(1);
  older.close();

  const again = new DeviceDatabase(factory);
  expect(await again.shared.count()).toBe(1);
  again.close();
});
