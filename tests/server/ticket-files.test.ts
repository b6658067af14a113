import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { attachmentsMax } from '../../src/contract/limits.ts';
import { sweepFiles } from '../../src/server/platform/files/sweep.ts';
import { cleanUp } from '../../src/server/platform/jobs.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf, opening, queued, replying } from '../support/device.ts';
import { download, picture, png, postForm, type Upload } from '../support/uploads.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const question = { subject: 'No code', type: 'general', content: 'See the picture.' };
const opened = async (who: Name = 'amina') => (await world.as(who).post('/api/tickets', question)).body.ticket;
const read = async (who: Name, id: string) => (await world.as(who).get(`/api/tickets/${id}`)).body;

/** A file that a device has uploaded already. */
async function uploaded(who: Name, file?: Upload): Promise<string> {
  const id = uuidv7();
  expect((await postForm(world, who, '/api/files', { id, file: file ?? (await png()) })).status).toBe(200);
  return id;
}

const openingWith = (ticket: string, file_ids: unknown) => ({
  ...queued('ticket.open', ticket, { ...opening(ticket).args, file_ids }),
  v: 2,
});
const replyingWith = (ticket: string, file_ids: unknown, id = uuidv7()) => ({
  ...queued('ticket.reply', ticket, { ...replying({ ticket }, id).args, file_ids }),
  v: 2,
});

test('C-42 a customer opens a ticket with a form and two files; both sides see and read them', async () => {
  const files = [await png('one.png'), { name: 'two.png', type: 'image/png', bytes: await picture('png', 20) }];

  const { status, body } = await postForm(world, 'amina', '/api/tickets', { ...question, 'attachments[]': files });

  expect(status).toBe(200);
  expect(body.ticket.attachments).toMatchObject([
    { name: 'one.png', type: 'image/png' },
    { name: 'two.png', type: 'image/png' },
  ]);
  for (const who of ['amina', 'sara'] as const) {
    const { attachments } = await read(who, body.ticket.id);
    expect(attachments).toEqual(body.ticket.attachments);
    const file = await download(world, who, `/api/files/${attachments[1].id}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(file.bytes.length).toBe(attachments[1].size);
  }
});

test('C-42 an admin replies with a form and a document; the list of tickets is as before', async () => {
  const { id } = await opened();
  const bytes = Uint8Array.from(Buffer.from('%PDF-1.7\n%%EOF'));
  const file = { name: 'guide.pdf', type: 'application/pdf', bytes };

  const { body } = await postForm(world, 'sara', `/api/tickets/${id}/response`, {
    content: 'Read this.',
    'attachments[]': [file],
  });

  expect(body.response.attachments).toMatchObject([{ name: 'guide.pdf', type: 'application/pdf', size: bytes.length }]);
  expect(body.ticket.attachments).toEqual([]);
  expect((await read('amina', id)).responses[0].attachments).toEqual(body.response.attachments);
});

test('C-08 C-42 a form takes at most five files, each of an allowed type; a refused one changes nothing', async () => {
  const { id } = await opened();
  const send = (files: Upload[], more = {}) =>
    postForm(world, 'amina', `/api/tickets/${id}/response`, { content: 'Here', 'attachments[]': files, ...more });
  const six = await Promise.all(Array.from({ length: attachmentsMax + 1 }, (_, at) => png(`${at}.png`)));

  expectRefused(await send(six), 413, 'REQUEST_TOO_LARGE');
  expectRefused(await send([{ ...(await png()), name: 'run.exe' }]), 415, 'INVALID_FILE_TYPE');
  const together = await send(six.slice(0, attachmentsMax), { 'file_ids[]': [await uploaded('amina')] });

  expectRefused(together, 422, 'INVALID_FIELDS');
  expect((await read('amina', id)).responses).toEqual([]);
  expect((await send(six.slice(0, attachmentsMax))).body.response.attachments).toHaveLength(attachmentsMax);
});

test('OF-13 the same form with the same key is one reply with its files; other files under it are refused', async () => {
  const { id } = await opened();
  const key = { 'Idempotency-Key': randomUUID() };
  const send = async (side: number) =>
    postForm(
      world,
      'amina',
      `/api/tickets/${id}/response`,
      { content: 'Here', 'attachments[]': [{ ...(await png()), bytes: await picture('png', side) }] },
      key,
    );

  const [first, again, other] = [await send(8), await send(8), await send(9)];

  expect(again.body).toEqual(first.body);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect((await read('amina', id)).responses).toHaveLength(1);
});

test('C-42 OF-05 a device opens a ticket and replies offline with files it uploads before, and other devices get their names', async () => {
  const [phone, desk] = [deviceOf(world.as('amina')), deviceOf(world.as('sara'))];
  const ticket = uuidv7();
  const [photo, other] = [await uploaded('amina', await png('photo.png')), await uploaded('amina')];

  const { results } = await phone.exchange([openingWith(ticket, [photo]), replyingWith(ticket, [other])]);

  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  await desk.catchUp();
  expect(desk.row('tickets', ticket)).toMatchObject({ attachments: [{ id: photo, name: 'photo.png' }] });
  const [reply] = desk.keys('responses');
  expect(desk.row('responses', reply!)).toMatchObject({ attachments: [{ id: other, type: 'image/png' }] });
});

test('a device with an earlier version of the app still opens tickets and replies, without files', async () => {
  const phone = deviceOf(world.as('amina'));
  const ticket = uuidv7();

  const { results } = await phone.exchange([opening(ticket), replying({ ticket })]);

  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect(phone.row('tickets', ticket)).toMatchObject({ attachments: [] });
});

test('C-42 a file of a ticket is read by its owner and by admins only', async () => {
  const file = await uploaded('amina');
  const unused = await uploaded('amina');
  const ticket = uuidv7();
  await deviceOf(world.as('amina')).exchange([openingWith(ticket, [file])]);
  const status = async (who: Name | null, id: string) => (await download(world, who, `/api/files/${id}`)).status;

  expect(await status('amina', file)).toBe(200);
  expect(await status('sara', file)).toBe(200);
  expect(await status('karim', file)).toBe(404);
  expect(await status(null, file)).toBe(401);
  expect(await status('karim', unused)).toBe(404);
});

test('C-42 nobody attaches a file of somebody else, one that is attached already, or the proof of an order', async () => {
  const [theirs, proof] = [await uploaded('karim'), await uploaded('sara')];
  const [used, fresh] = [await uploaded('amina'), await uploaded('amina')];
  const phone = deviceOf(world.as('amina'));
  const ticket = uuidv7();
  await phone.exchange([openingWith(ticket, [used])]);

  const refused = await phone.exchange([
    replyingWith(ticket, [theirs]),
    replyingWith(ticket, [proof]),
    replyingWith(ticket, [used]),
    replyingWith(ticket, [uuidv7()]),
    replyingWith(ticket, [fresh, fresh]),
    replyingWith(
      ticket,
      Array.from({ length: attachmentsMax + 1 }, () => uuidv7()),
    ),
  ]);

  expect(refused.results.map(({ status, code }) => [status, code])).toEqual(
    Array.from({ length: 6 }, () => [422, 'INVALID_FIELDS']),
  );
  expect(refused.results[0]!.errors).toEqual({ file_ids: ['invalid'] });
  expect((await read('amina', ticket)).responses).toEqual([]);
  expect((await phone.exchange([replyingWith(ticket, [fresh])])).results[0]!.status).toBe(200);
});

test('a customer uploads at most 60 files an hour; a file that is sent again does not count', async () => {
  const file = await png();
  const id = uuidv7();
  const send = (name: string) => postForm(world, 'amina', '/api/files', { id: name, file });
  for (let count = 0; count < 59; count++) await uploaded('amina', file);
  expect((await send(id)).status).toBe(200);

  expectRefused(await send(uuidv7()), 429, 'TOO_MANY_REQUESTS');
  expect((await send(id)).status).toBe(200);
});

test('files that nothing names are forgotten after 30 days, files of deleted tickets at once; others stay', async () => {
  const [kept, unused, gone] = [await uploaded('amina'), await uploaded('amina'), await uploaded('amina')];
  const phone = deviceOf(world.as('amina'));
  const [ticket, deleted] = [uuidv7(), uuidv7()];
  await phone.exchange([openingWith(ticket, [kept]), openingWith(deleted, [gone])]);
  const { db, files } = world.means;
  await db.updateTable('tickets').set({ deleted_at: world.clock.now }).where('id', '=', deleted).execute();
  expect((await download(world, 'sara', `/api/files/${gone}`)).status).toBe(404);
  const left = async () => (await db.selectFrom('files').select('id').orderBy('id').execute()).map(({ id }) => id);

  await cleanUp(db, world.clock.now);
  expect(await left()).toEqual([kept, unused].toSorted());
  world.clock.pass(31 * 86_400_000);
  await cleanUp(db, world.clock.now);

  expect(await left()).toEqual([kept]);
  expect(await sweepFiles(db, files, Date.now() + 2 * 86_400_000)).toBe(2);
});
