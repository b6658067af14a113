import { expect, test } from 'vitest';
import { addresses } from '../../src/client/api/addresses.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { OutboxItem, StoredFile } from '../../src/client/local/stored.ts';
import { amend } from '../../src/client/sync/amend.ts';
import { discard, retry } from '../../src/client/sync/outbox.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform, performForm } from '../../src/client/sync/perform.ts';
import { NotSaved } from '../../src/client/sync/storage.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { amina, deviceOf, eachMutation, callFailure, newTicket, ticketChange, type TestDevice } from './support.ts';

const file = (name = 'photo.png'): StoredFile => ({ id: uuidv7(), name, type: 'image/png', bytes: new ArrayBuffer(4) });

/** Amina's device, with a waiting ticket that has these files. */
async function deviceWithTicket(
  files: StoredFile[],
  server = eachMutation({}),
): Promise<TestDevice & { ticket: string }> {
  const device = await deviceOf(amina, server);
  const args = { ...newTicket(), file_ids: files.map(({ id }) => id) };
  await performForm(device.db, 'ticket.open', { args, files, runtime: device.environment.runtime });
  return Object.assign(device, { ticket: args.id });
}

const uploads = ({ calls }: TestDevice) =>
  calls.filter(({ path }) => path === addresses.uploadFile.path).map(({ input }) => input.id);

test('C-42 each file of a ticket is sent once, before the ticket, and removed when the ticket is accepted', async () => {
  const files = [file('one.png'), file('two.png'), file('three.png')];
  const device = await deviceWithTicket(files);

  await pass(device.db, device.environment);

  expect(device.calls.map(({ path }) => path)).toEqual([
    ...files.map(() => addresses.uploadFile.path),
    addresses.sync.path,
  ]);
  expect(uploads(device)).toEqual(files.map(({ id }) => id));
  expect(device.requests()[0]!.mutations).toMatchObject([{ kind: 'ticket.open', v: 2 }]);
  expect(device.requests()[0]!.mutations[0]!.args.file_ids).toEqual(files.map(({ id }) => id));
  expect(await device.db.blobs.count()).toBe(0);
});

test('C-42 after an interruption only the files that have not arrived are uploaded', async () => {
  const files = [file(), file(), file()];
  const device = await deviceWithTicket(files);
  const acceptingServer = device.server;
  device.server = (path, input) =>
    uploads(device).length === 2 ? callFailure('unreachable') : acceptingServer(path, input);
  await pass(device.db, device.environment);
  expect((await device.db.blobs.toArray()).filter(({ sent }) => sent)).toHaveLength(1);

  device.server = acceptingServer;
  await pass(device.db, device.environment);

  expect(uploads(device)).toEqual([files[0]!.id, files[1]!.id, files[1]!.id, files[2]!.id]);
  expect(await device.db.outbox.count()).toBe(0);
});

test('C-42 a waiting ticket shows its files by their ids; their names and contents are on the device', async () => {
  const photo = file();
  const { db, ticket } = await deviceWithTicket([photo]);

  expect((await db.tickets.get(ticket))?.attachments).toMatchObject([{ id: photo.id }]);
  expect(await db.blobs.get(photo.id)).toMatchObject({ name: 'photo.png', type: 'image/png' });
});

test('C-42 discarding a ticket deletes its files', async () => {
  const { db, environment } = await deviceWithTicket([file(), file()]);
  const [item] = await db.outbox.toArray();

  expect(await discard(db, item!.id, [], environment.transport)).toBe('discarded');

  expect(await db.blobs.count()).toBe(0);
});

test('files that the server no longer has are uploaded again when the ticket is retried', async () => {
  const photo = file();
  const device = await deviceWithTicket(
    [photo],
    eachMutation({ status: 422, code: 'INVALID_FIELDS', errors: { file_ids: ['invalid'] } }),
  );
  await pass(device.db, device.environment);
  const [parked] = await device.db.outbox.toArray();
  expect(parked!.state).toBe('failed');

  device.server = eachMutation({});
  await retry(device.db, parked!.id, {}, device.environment);
  await pass(device.db, device.environment);

  expect(uploads(device)).toEqual([photo.id, photo.id]);
  expect(await device.db.outbox.count()).toBe(0);
});

test('with a full device neither the ticket nor one of its files is stored', async () => {
  const { db, environment } = await deviceOf(amina);
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  db.blobs.hook('creating', full);
  const files = [file()];
  const args = { ...newTicket(), file_ids: files.map(({ id }) => id) };

  await expect(performForm(db, 'ticket.open', { args, files, runtime: environment.runtime })).rejects.toThrow(NotSaved);

  expect([await db.outbox.count(), await db.blobs.count(), await db.tickets.count()]).toEqual([0, 0, 0]);
});

test.each(['never sent', 'may have arrived', 'refused'] as const)(
  'OF-10 when a file of a ticket that was %s is replaced, the new file is sent and the old one is deleted',
  async (before) => {
    const [wrong, kept, right] = [file('wrong.png'), file('kept.png'), file('right.png')];
    const device = await deviceWithTicket([wrong, kept]);
    const { db, environment } = device;
    const [item] = await db.outbox.toArray();
    if (before === 'may have arrived') await db.outbox.put({ ...item!, state: 'sent', attempts: 1 });
    const error = { status: 422, code: 'INVALID_FIELDS', errors: { file_ids: ['invalid'] } };
    if (before === 'refused') await db.outbox.put({ ...item!, state: 'failed', error });

    const outcome = await amend(
      db,
      item!.id,
      { file_ids: [kept.id, right.id] },
      { ...environment, files: [kept, right] },
    );

    expect(outcome).toBe('amended');
    expect((await db.blobs.toArray()).map(({ id }) => id).toSorted()).toEqual([kept.id, right.id].toSorted());
    await pass(db, environment);
    expect(uploads(device)).toEqual([kept.id, right.id]);
    expect(device.requests().at(-1)!.mutations).toMatchObject([{ args: { file_ids: [kept.id, right.id] } }]);
    expect([await db.outbox.count(), await db.blobs.count()]).toEqual([0, 0]);
  },
);

test('OF-10 while it is not known whether a ticket has arrived, its files stay as they are', async () => {
  const [first, second] = [file(), file()];
  const { db, environment } = await deviceWithTicket([first], () => callFailure('unreachable'));
  const [item] = await db.outbox.toArray();
  await db.outbox.put({ ...item!, state: 'sent', attempts: 1 });

  expect(await amend(db, item!.id, { file_ids: [second.id] }, { ...environment, files: [second] })).toBe('unknown');

  expect((await db.blobs.toArray()).map(({ id }) => id)).toEqual([first.id]);
});

const ticket = uuidv7();

/** Puts a reply into the outbox as an earlier or a newer version of the app left it. */
async function addReplyOfOtherVersion(db: LocalDatabase, more: Partial<OutboxItem>): Promise<OutboxItem> {
  await storeServerRows(db, [ticketChange(ticket, 1)]);
  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: ticket, content: 'And now?' });
  const [item] = await db.outbox.toArray();
  const { file_ids: _, ...args } = item!.args;
  await db.outbox.put({ ...item!, args, v: 1, ...more });
  return (await db.outbox.get({ id: item!.id }))!;
}

test('a reply that an earlier version of the app queued is upgraded and sent; one that may have arrived is sent unchanged', async () => {
  const [fresh, sent] = [await deviceOf(amina, eachMutation({})), await deviceOf(amina, eachMutation({}))];
  await addReplyOfOtherVersion(fresh.db, {});
  await addReplyOfOtherVersion(sent.db, { state: 'sent', attempts: 1 });

  await pass(fresh.db, fresh.environment);
  await pass(sent.db, sent.environment);

  expect(fresh.requests()[0]!.mutations).toMatchObject([{ v: 2, args: { content: 'And now?', file_ids: [] } }]);
  expect(sent.requests()[0]!.mutations).toMatchObject([{ v: 1, args: { content: 'And now?' } }]);
  expect(sent.requests()[0]!.mutations[0]!.args).not.toHaveProperty('file_ids');
});

test('amending a reply of an earlier version of the app upgrades it', async () => {
  const { db, environment } = await deviceOf(amina);
  const item = await addReplyOfOtherVersion(db, {});

  await amend(db, item.id, { content: 'Changed' }, environment);

  expect(await db.outbox.toArray()).toMatchObject([{ id: item.id, v: 2, args: { content: 'Changed', file_ids: [] } }]);
});

test.each([{ v: 3 }, { kind: 'ticket.split' }])(
  'an item of a newer version of the app (%o) is not sent, and its lane waits',
  async (newer) => {
    const device = await deviceOf(amina, eachMutation({}));
    const item = await addReplyOfOtherVersion(device.db, newer);
    await perform(device.db, 'ticket.reply', { id: uuidv7(), ticket_id: ticket, content: 'Later' });

    await pass(device.db, device.environment);

    expect(device.requests().flatMap(({ mutations }) => mutations)).toEqual([]);
    expect((await device.db.outbox.orderBy('seq').toArray()).map(({ id }) => id)).toContain(item.id);
    expect(await device.db.outbox.count()).toBe(2);
  },
);
