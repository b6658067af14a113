import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { cleanUp } from '../../src/server/platform/cleanup.ts';
import { fileOwners, type FileOwner } from '../../src/server/platform/files/file-owners.ts';
import { createDevice, mutationOf, openTicketMutation } from '../support/device.ts';
import { credit, putCategory, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';
import { download, png, postForm } from '../support/uploads.ts';

/** Records that later get files: here categories, whose titles are the ids of their files. Only karim may read them. */
const categories: FileOwner = {
  name: 'categories',
  files: (db) => db.selectFrom('categories').select(['title as file_id', 'id as record_id']),
  readableFiles: (db, { id }) =>
    db
      .selectFrom('categories')
      .innerJoin('users', (join) => join.on('users.id', '=', id))
      .select(['categories.title as file_id', 'categories.id as record_id'])
      .where('users.name', '=', 'Karim'),
};

let server: TestServer;
const owners = fileOwners as FileOwner[];
beforeEach(async () => {
  owners.push(categories);
  server = await startTestServer();
  await server.cleaned;
});
afterEach(async () => {
  owners.splice(owners.indexOf(categories), 1);
  await server.close();
});

async function upload(who: TestUserName): Promise<string> {
  const id = uuidv7();
  const { body } = await postForm(server, who, '/api/files', { id, file: await png() });
  expect(body.code).toBe('SUCCESS');
  return id;
}

/** Uploads a file that belongs to a record of the new kind. */
async function uploadOwned(who: TestUserName): Promise<string> {
  const id = await upload(who);
  await putCategory(server.services, { title: id });
  return id;
}

const openWithFile = (ticket: string, id: string) => ({
  ...mutationOf('ticket.open', ticket, { ...openTicketMutation(ticket).args, file_ids: [id] }),
  v: 2,
});

test('D-27 C-39 a file is read by whom the record it belongs to allows, and by no one else', async () => {
  const [owned, free] = [await uploadOwned('amina'), await upload('amina')];
  const see = async (who: TestUserName, id: string) => (await download(server, who, `/api/files/${id}`)).status;

  expect([await see('karim', owned), await see('amina', owned), await see('sara', owned)]).toEqual([200, 404, 404]);
  expect([await see('karim', free), await see('amina', free), await see('sara', free)]).toEqual([404, 404, 200]);
});

test('D-27 C-42 a file that belongs to a record is not attached to a ticket', async () => {
  const [owned, free] = [await uploadOwned('amina'), await upload('amina')];
  const phone = createDevice(server.as('amina'));

  const { results } = await phone.exchange([openWithFile(uuidv7(), owned), openWithFile(uuidv7(), free)]);

  expect(results).toMatchObject([{ status: 422, errors: { file_ids: ['invalid'] } }, { status: 200 }]);
});

test('D-27 C-12 a file that belongs to a record is no proof of an order; the proof of an order stays its own', async () => {
  const [owned, free] = [await uploadOwned('sara'), await upload('sara')];
  const { id: product_id } = await putProduct(server.services);
  await credit(server.services, server.users.amina, 50);
  const key = { 'Idempotency-Key': randomUUID() };
  const { id } = (await server.as('amina').post('/api/orders', { product_id }, key)).body.order;
  const deliver = async (file_id: string) => (await server.as('sara').post(`/api/orders/${id}`, { file_id })).body;

  expect(await deliver(owned)).toMatchObject({ code: 'INVALID_FIELDS', errors: { file_id: ['invalid'] } });
  expect(await deliver(free)).toMatchObject({ code: 'SUCCESS' });
  expect(await deliver(free)).toMatchObject({ code: 'SUCCESS' });
});

test('D-27 the cleanup keeps a file that belongs to a record, and deletes an old upload that belongs to none', async () => {
  const [owned, free, attached] = [await uploadOwned('amina'), await upload('amina'), await upload('amina')];
  await createDevice(server.as('amina')).exchange([openWithFile(uuidv7(), attached)]);

  await cleanUp(server.services.db, server.clock.now + 31 * 86_400_000);

  const kept = await server.services.db.selectFrom('files').select('id').execute();
  expect(kept.map(({ id }) => id).toSorted()).toEqual([owned, attached].toSorted());
  expect(kept.map(({ id }) => id)).not.toContain(free);
});
