import { expect, test } from 'vitest';
import { addresses } from '../../src/client/api/addresses.ts';
import { openPageDatabase } from '../../src/client/local/rows-in-memory/page-database.ts';
import type { OutboxItem, StoredFile } from '../../src/client/local/stored.ts';
import { endUploadWaits, leaveOutFile } from '../../src/client/sync/amend.ts';
import { sendInBackground } from '../../src/client/sync/background.ts';
import { perform, performForm } from '../../src/client/sync/perform.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import {
  amina,
  callFailure,
  deviceOf,
  eachMutation,
  newTicket,
  sara,
  ticketChange,
  type Server,
  type TestDevice,
} from './support.ts';

const file = (name = 'photo.png'): StoredFile => ({ id: uuidv7(), name, type: 'image/png', bytes: new ArrayBuffer(4) });

/** A server that accepts everything but the uploads of these files, which never reach it. */
const losing =
  (...files: readonly StoredFile[]): Server =>
  (path, input: { id?: string }) =>
    path === addresses.uploadFile.path && files.some(({ id }) => id === input.id)
      ? callFailure('unreachable')
      : eachMutation({})(path, input as never);

async function openTicketWith({ db, environment }: TestDevice, ...files: StoredFile[]): Promise<string> {
  const args = { ...newTicket(), file_ids: files.map(({ id }) => id) };
  return performForm(db, 'ticket.open', { args, files, runtime: environment.runtime });
}

const uploads = ({ calls }: TestDevice) =>
  calls.filter(({ path }) => path === addresses.uploadFile.path).map(({ input }) => input.id);
const sentIds = (device: TestDevice) => device.requests().map(({ mutations }) => mutations.map(({ id }) => id));
const itemOf = async ({ db }: TestDevice, id: string): Promise<OutboxItem> => (await db.outbox.get({ id }))!;

test('OF-41 an upload that does not get through holds back its own ticket only; the rest is sent in the same pass', async () => {
  const video = file('video.mp4');
  const device = await deviceOf(amina, losing(video));
  const { db, environment } = device;
  const held = await openTicketWith(device, video);
  const other = await perform(db, 'ticket.open', newTicket(), environment.runtime);

  const result = await runPass(db, environment);

  expect(result).toEqual({ kind: 'uploads', retryAfter: 1_000 });
  expect(sentIds(device)).toEqual([[other]]);
  expect(uploads(device)).toEqual([video.id]);
  // It was not sent, so that it can be changed or discarded without the server.
  expect(await itemOf(device, held)).toMatchObject({ state: 'queued', attempts: 0, upload: { file: video.id } });
});

test.each(['busy', 'broken'] as const)('OF-41 an upload that ends %s holds back its own ticket only', async (kind) => {
  const photo = file();
  const device = await deviceOf(amina, (path, input) =>
    path === addresses.uploadFile.path ? callFailure(kind) : eachMutation({})(path, input),
  );
  await openTicketWith(device, photo);
  const other = await perform(device.db, 'ticket.open', newTicket(), device.environment.runtime);

  expect(await runPass(device.db, device.environment)).toMatchObject({ kind: 'uploads' });

  expect(sentIds(device)).toEqual([[other]]);
});

test('OF-41 of one ticket, the replies before the file that does not get through are sent, and those after it wait', async () => {
  const video = file();
  const device = await deviceOf(amina, losing(video));
  const { db, environment } = device;
  await storeServerRows(db, [ticketChange('t1', 1)]);
  const reply = (files: StoredFile[] = []) => {
    const args = { id: uuidv7(), ticket_id: 't1', content: 'Hello', file_ids: files.map(({ id }) => id) };
    return performForm(db, 'ticket.reply', { args, files, runtime: environment.runtime });
  };
  const before = await reply();
  const withFile = await reply([video]);
  const after = await reply();

  await runPass(db, environment);

  expect(sentIds(device)).toEqual([[before]]);
  expect((await db.outbox.orderBy('seq').toArray()).map(({ id }) => id)).toEqual([withFile, after]);
});

test('while the connection is lost, the pass ends offline and the upload gets no wait of its own', async () => {
  const photo = file();
  const device = await deviceOf(amina, () => callFailure('unreachable'));
  const item = await openTicketWith(device, photo);

  for (let pass = 0; pass < 5; pass++)
    expect(await runPass(device.db, device.environment)).toEqual({ kind: 'offline' });
  expect(await itemOf(device, item)).not.toHaveProperty('upload');
  device.server = eachMutation({});

  expect(await runPass(device.db, device.environment)).toEqual({ kind: 'idle' });
  expect(await device.db.outbox.count()).toBe(0);
});

test('after an upload that does not reach the server, the other files are uploaded once the server has answered', async () => {
  const [video, photo] = [file('video.mp4'), file()];
  const device = await deviceOf(amina, losing(video));
  await openTicketWith(device, video);
  const withPhoto = await openTicketWith(device, photo);

  expect(await runPass(device.db, device.environment)).toMatchObject({ kind: 'uploads' });

  const { sync, uploadFile } = addresses;
  expect(device.calls.map(({ path }) => path)).toEqual([uploadFile.path, sync.path, uploadFile.path, sync.path]);
  expect(uploads(device)).toEqual([video.id, photo.id]);
  expect(sentIds(device)).toEqual([[], [withPhoto]]);
});

test('OF-41 a failed upload is tried again with growing pauses, which a new change, a reload and the service worker respect', async () => {
  const video = file();
  const factory = { indexedDB: new IDBFactory(), IDBKeyRange };
  const device = await deviceOf(amina, losing(video), factory);
  const { environment, clock } = device;
  const item = await openTicketWith(device, video);
  const pauses: number[] = [];
  for (let tries = 1; tries <= 10; tries++) {
    await runPass(device.db, environment);
    expect(uploads(device)).toHaveLength(tries);
    const { upload } = await itemOf(device, item);
    pauses.push(upload!.until - clock.now);
    device.db.close();
    device.db = openPageDatabase(amina.id, factory);
    const change = await perform(device.db, 'ticket.open', newTicket(), environment.runtime);
    expect(await runPass(device.db, environment)).toMatchObject({ kind: 'uploads' });
    expect(sentIds(device).at(-1)).toEqual([change]);
    await expect(sendInBackground(device.db, environment)).rejects.toThrow('Later: uploads');
    expect(uploads(device)).toHaveLength(tries);
    clock.now = upload!.until + 1;
  }

  // Half of `random(0, min(5 min, 2 s · 2ⁿ))`.
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 150, 150].map((seconds) => seconds * 1_000));
});

test('an upload is tried at once at the user’s request, and when the clock was set back', async () => {
  const video = file();
  const device = await deviceOf(amina, losing(video));
  const { db, environment, clock } = device;
  await openTicketWith(device, video);
  await runPass(db, environment);

  await endUploadWaits(db);
  await runPass(db, environment);
  expect(uploads(device)).toHaveLength(2);

  clock.now -= 86_400_000;
  await runPass(db, environment);
  expect(uploads(device)).toHaveLength(3);
});

test('an upload that a server refuses with Retry-After: 0 is not repeated without a pause', async () => {
  const device = await deviceOf(amina, (path, input) =>
    path === addresses.uploadFile.path ? callFailure('busy', { retryAfter: 0 }) : eachMutation({})(path, input),
  );
  await openTicketWith(device, file());

  expect(await runPass(device.db, device.environment)).toEqual({ kind: 'uploads', retryAfter: 1_000 });
});

test('OF-41 a ticket that is sent without its file keeps the other files and needs no answer of the server', async () => {
  const [photo, video] = [file(), file('video.mp4')];
  const device = await deviceOf(amina, losing(video));
  const { db, environment } = device;
  const id = await openTicketWith(device, photo, video);
  await runPass(db, environment);
  const callsBefore = device.calls.length;

  expect(await leaveOutFile(db, await itemOf(device, id), environment)).toBe('amended');

  expect(device.calls).toHaveLength(callsBefore);
  expect((await db.blobs.toArray()).map((one) => one.id)).toEqual([photo.id]);
  expect(await runPass(db, environment)).toEqual({ kind: 'idle' });
  expect(device.requests().at(-1)!.mutations).toMatchObject([{ id, args: { file_ids: [photo.id] } }]);
});

test('OF-41 a change that may have arrived is cancelled before it is sent without its file', async () => {
  const video = file();
  const device = await deviceOf(amina, losing(video));
  const { db, environment } = device;
  const id = await openTicketWith(device, video);
  await db.outbox.toCollection().modify({ state: 'sent', attempts: 1 });
  await runPass(db, environment);

  expect(await leaveOutFile(db, await itemOf(device, id), environment)).toBe('amended');

  expect(device.calls.at(-1)).toMatchObject({ path: addresses.cancelOutcome.path, input: { key: id } });
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', args: { file_ids: [] } }]);
  expect((await db.outbox.toArray())[0]!.id).not.toBe(id);
});

test.each([
  ['ticket.reply', { id: uuidv7(), ticket_id: 't1', content: 'Hello' }],
  ['ticket.note', { id: uuidv7(), ticket_id: 't1', content: 'Hello' }],
] as const)('OF-41 a %s can be sent without its file', async (kind, args) => {
  const photo = file();
  const device = await deviceOf(sara, losing(photo));
  const { db, environment } = device;
  const form = { args: { ...args, file_ids: [photo.id] }, files: [photo], runtime: environment.runtime };
  const id = await performForm(db, kind, form);
  await runPass(db, environment);

  await leaveOutFile(db, await itemOf(device, id), environment);

  expect((await itemOf(device, id)).args).toEqual({ ...args, file_ids: [] });
});

test('OF-41 a delivery can be sent without its proof', async () => {
  const proof = file();
  const device = await deviceOf(sara, losing(proof));
  const { db, environment } = device;
  const args = { order_id: 5, status: 'completed' as const, notes: 'Code 1', file_id: proof.id };
  const id = await performForm(db, 'order.deliver', { args, files: [proof], runtime: environment.runtime });
  await runPass(db, environment);

  await leaveOutFile(db, await itemOf(device, id), environment);
  await runPass(db, environment);

  expect(device.requests().at(-1)!.mutations).toMatchObject([{ id, args: { notes: 'Code 1', file_id: null } }]);
  expect([await db.outbox.count(), await db.blobs.count()]).toEqual([0, 0]);
});
