import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { attachmentsMax } from '../../src/contract/limits.ts';
import { sweepFiles } from '../../src/server/platform/files/sweep.ts';
import { cleanUp } from '../../src/server/platform/cleanup.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, openTicketMutation, mutationOf, replyMutation } from '../support/device.ts';
import { download, picture, png, postForm, type Upload } from '../support/uploads.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const question = { subject: 'No code', type: 'general', content: 'See the picture.' };
const openTicket = async (who: TestUserName = 'amina') =>
  (await server.as(who).post('/api/tickets', question)).body.ticket;
const read = async (who: TestUserName, id: string) => (await server.as(who).get(`/api/tickets/${id}`)).body;

/** Uploads a file as a device does; returns its id. */
async function upload(who: TestUserName, file?: Upload): Promise<string> {
  const id = uuidv7();
  expect((await postForm(server, who, '/api/files', { id, file: file ?? (await png()) })).status).toBe(200);
  return id;
}

const openWithFiles = (ticket: string, file_ids: unknown) => ({
  ...mutationOf('ticket.open', ticket, { ...openTicketMutation(ticket).args, file_ids }),
  v: 2,
});
const replyWithFiles = (ticket: string, file_ids: unknown, id = uuidv7()) => ({
  ...mutationOf('ticket.reply', ticket, { ...replyMutation({ ticket }, id).args, file_ids }),
  v: 2,
});

test('C-42 a customer opens a ticket with a form and two files; the customer and admins can read them', async () => {
  const files = [await png('one.png'), { name: 'two.png', type: 'image/png', bytes: await picture('png', 20) }];

  const { status, body } = await postForm(server, 'amina', '/api/tickets', { ...question, 'attachments[]': files });

  expect(status).toBe(200);
  expect(body.ticket.attachments).toMatchObject([
    { name: 'one.png', type: 'image/png' },
    { name: 'two.png', type: 'image/png' },
  ]);
  for (const who of ['amina', 'sara'] as const) {
    const { attachments } = await read(who, body.ticket.id);
    expect(attachments).toEqual(body.ticket.attachments);
    const file = await download(server, who, `/api/files/${attachments[1].id}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(file.bytes.length).toBe(attachments[1].size);
  }
});

test('C-42 an admin replies with a form and a document; the ticket itself gets no file', async () => {
  const { id } = await openTicket();
  const bytes = Uint8Array.from(Buffer.from('%PDF-1.7\n%%EOF'));
  const file = { name: 'guide.pdf', type: 'application/pdf', bytes };

  const { body } = await postForm(server, 'sara', `/api/tickets/${id}/response`, {
    content: 'Read this.',
    'attachments[]': [file],
  });

  expect(body.response.attachments).toMatchObject([{ name: 'guide.pdf', type: 'application/pdf', size: bytes.length }]);
  expect(body.ticket.attachments).toEqual([]);
  expect((await read('amina', id)).responses[0].attachments).toEqual(body.response.attachments);
});

test('C-08 C-42 a form accepts at most five files of allowed types; a refused form changes nothing', async () => {
  const { id } = await openTicket();
  const send = (files: Upload[], more = {}) =>
    postForm(server, 'amina', `/api/tickets/${id}/response`, { content: 'Here', 'attachments[]': files, ...more });
  const six = await Promise.all(Array.from({ length: attachmentsMax + 1 }, (_, at) => png(`${at}.png`)));

  expectRefused(await send(six), 413, 'REQUEST_TOO_LARGE');
  expectRefused(await send([{ ...(await png()), name: 'run.exe' }]), 415, 'INVALID_FILE_TYPE');
  const together = await send(six.slice(0, attachmentsMax), { 'file_ids[]': [await upload('amina')] });

  expectRefused(together, 422, 'INVALID_FIELDS');
  expect((await read('amina', id)).responses).toEqual([]);
  expect((await send(six.slice(0, attachmentsMax))).body.response.attachments).toHaveLength(attachmentsMax);
});

test('OF-06 the same form with the same key is one reply with its files; other files with that key are refused', async () => {
  const { id } = await openTicket();
  const key = { 'Idempotency-Key': randomUUID() };
  const send = async (side: number) =>
    postForm(
      server,
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

test('C-42 a device opens a ticket and replies offline with files that it has uploaded before, and other devices get their names', async () => {
  const [phone, adminDevice] = [createDevice(server.as('amina')), createDevice(server.as('sara'))];
  const ticket = uuidv7();
  const [photo, other] = [await upload('amina', await png('photo.png')), await upload('amina')];

  const { results } = await phone.exchange([openWithFiles(ticket, [photo]), replyWithFiles(ticket, [other])]);

  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  await adminDevice.catchUp();
  expect(adminDevice.row('tickets', ticket)).toMatchObject({ attachments: [{ id: photo, name: 'photo.png' }] });
  const [reply] = adminDevice.keys('responses');
  expect(adminDevice.row('responses', reply!)).toMatchObject({ attachments: [{ id: other, type: 'image/png' }] });
});

test('a device with an earlier version of the app still opens tickets and replies, without files', async () => {
  const phone = createDevice(server.as('amina'));
  const ticket = uuidv7();

  const { results } = await phone.exchange([openTicketMutation(ticket), replyMutation({ ticket })]);

  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect(phone.row('tickets', ticket)).toMatchObject({ attachments: [] });
});

test('C-42 a file of a ticket is read by its owner and by admins only', async () => {
  const file = await upload('amina');
  const unused = await upload('amina');
  const ticket = uuidv7();
  await createDevice(server.as('amina')).exchange([openWithFiles(ticket, [file])]);
  const status = async (who: TestUserName | null, id: string) =>
    (await download(server, who, `/api/files/${id}`)).status;

  expect(await status('amina', file)).toBe(200);
  expect(await status('sara', file)).toBe(200);
  expect(await status('karim', file)).toBe(404);
  expect(await status(null, file)).toBe(401);
  expect(await status('karim', unused)).toBe(404);
});

test('C-42 no user attaches another user’s file, an attached file, or the proof of an order', async () => {
  const [theirs, proof] = [await upload('karim'), await upload('sara')];
  const [used, fresh] = [await upload('amina'), await upload('amina')];
  const phone = createDevice(server.as('amina'));
  const ticket = uuidv7();
  await phone.exchange([openWithFiles(ticket, [used])]);

  const refused = await phone.exchange([
    replyWithFiles(ticket, [theirs]),
    replyWithFiles(ticket, [proof]),
    replyWithFiles(ticket, [used]),
    replyWithFiles(ticket, [uuidv7()]),
    replyWithFiles(ticket, [fresh, fresh]),
    replyWithFiles(
      ticket,
      Array.from({ length: attachmentsMax + 1 }, () => uuidv7()),
    ),
  ]);

  expect(refused.results.map(({ status, code }) => [status, code])).toEqual(
    Array.from({ length: 6 }, () => [422, 'INVALID_FIELDS']),
  );
  expect(refused.results[0]!.errors).toEqual({ file_ids: ['invalid'] });
  expect((await read('amina', ticket)).responses).toEqual([]);
  expect((await phone.exchange([replyWithFiles(ticket, [fresh])])).results[0]!.status).toBe(200);
});

test('a customer uploads at most 60 files an hour; a file that is sent again does not count', async () => {
  const file = await png();
  const id = uuidv7();
  const send = (name: string) => postForm(server, 'amina', '/api/files', { id: name, file });
  for (let count = 0; count < 59; count++) await upload('amina', file);
  expect((await send(id)).status).toBe(200);

  expectRefused(await send(uuidv7()), 429, 'TOO_MANY_REQUESTS');
  expect((await send(id)).status).toBe(200);
});

test('unattached uploads are removed after 30 days, files of deleted tickets at once; other files stay', async () => {
  const [kept, unused, gone] = [await upload('amina'), await upload('amina'), await upload('amina')];
  const phone = createDevice(server.as('amina'));
  const [ticket, deleted] = [uuidv7(), uuidv7()];
  await phone.exchange([openWithFiles(ticket, [kept]), openWithFiles(deleted, [gone])]);
  const { db, files } = server.services;
  await db.updateTable('tickets').set({ deleted_at: server.clock.now }).where('id', '=', deleted).execute();
  expect((await download(server, 'sara', `/api/files/${gone}`)).status).toBe(404);
  const left = async () => (await db.selectFrom('files').select('id').orderBy('id').execute()).map(({ id }) => id);

  await cleanUp(db, server.clock.now);
  expect(await left()).toEqual([kept, unused].toSorted());
  server.clock.advance(31 * 86_400_000);
  await cleanUp(db, server.clock.now);

  expect(await left()).toEqual([kept]);
  expect(await sweepFiles(db, files, Date.now() + 2 * 86_400_000)).toBe(2);
});
