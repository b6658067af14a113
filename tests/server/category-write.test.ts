import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { putCategory } from '../support/shop.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const create = (body: object, headers = {}) => server.as('sara').post('/api/categories', body, headers);
const edit = (id: number, body: object, headers = {}) => server.as('sara').post(`/api/categories/${id}`, body, headers);
const put = (title: string, parent?: number) => putCategory(server.services, { title, ...(parent && { parent }) });
const parentOf = async (id: number) => {
  const { parent_id: parent } = await server.services.db
    .selectFrom('categories')
    .select('parent_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return parent;
};

test('S7-27 an admin creates a category, at the top or below another one', async () => {
  const top = await create({ title: ' Drinks ', description: ' ' });
  const below = await create({ title: 'Hot', parent_id: String(top.body.category.id), is_active: 0 });

  expect(top.body.category).toMatchObject({ title: 'Drinks', description: null, parent_id: null, is_active: true });
  expect(below.body.category).toMatchObject({ parent_id: top.body.category.id, parent_title: 'Drinks', rev: 1 });
  expect(below.body.category.is_active).toBe(false);
  const found = await server.as('sara').get('/api/categories?search=hot');
  expect(found.body.data.total).toBe(1);
});

test('S7-27 a category without a title, or below a category that does not exist, is refused', async () => {
  const blank = await create({ title: ' ' });
  const lost = await create({ title: 'Hot', parent_id: 999_999 });

  expectRefused(blank, 422, 'INVALID_FIELDS');
  expect(blank.body.errors).toEqual({ title: ['required'] });
  expectRefused(lost, 422, 'INVALID_FIELDS');
  expect(lost.body.errors).toEqual({ parent_id: ['invalid'] });
  expectRefused(await server.as('amina').post('/api/categories', { title: 'Mine' }), 403, 'FORBIDDEN');
  expectRefused(await edit(999_999, { title: 'Hot' }), 404, 'NOT_FOUND');
});

test('S7-29 an edit keeps the fields that it does not name; an empty parent_id moves the category to the top', async () => {
  const drinks = await put('Drinks');
  const hot = await put('Hot', drinks);

  const renamed = await edit(hot, { title: 'Warm', description: 'Not cold' });
  const lifted = await edit(hot, { parent_id: '' });

  expect(renamed.body.category).toMatchObject({ title: 'Warm', description: 'Not cold', parent_id: drinks, rev: 2 });
  expect(lifted.body.category).toMatchObject({ title: 'Warm', parent_id: null, rev: 3 });
});

test('S2H-04 a category never becomes its own ancestor', async () => {
  const top = await put('Top');
  const middle = await put('Middle', top);
  const bottom = await put('Bottom', middle);

  for (const parent of [top, middle, bottom]) {
    const answer = await edit(top, { parent_id: parent });
    expectRefused(answer, 422, 'INVALID_FIELDS');
    expect(answer.body.errors).toEqual({ parent_id: ['invalid'] });
  }
  expect((await edit(bottom, { parent_id: top })).status).toBe(200);
});

test('S2H-04 of two simultaneous edits that would make two categories each other’s parent, one is refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = [await put('A'), await put('B')];

    const answers = await Promise.all([edit(a, { parent_id: b }), edit(b, { parent_id: a })]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect([await parentOf(a), await parentOf(b)].filter((parent) => parent === null)).toHaveLength(1);
  }
});

test('D-2 an edit based on an old revision is refused with the current values', async () => {
  const drinks = await put('Drinks');
  await edit(drinks, { title: 'Beverages' }, { 'If-Match': '"1"' });

  const late = await edit(drinks, { title: 'Booze' }, { 'If-Match': '"1"' });

  expectRefused(late, 412, 'REVISION_CHANGED');
  expect(late.body.details.current).toMatchObject({ title: 'Beverages', rev: 2 });
});

test('OF-06 OF-31 the same key creates one category; the audit log names the admin', async () => {
  const key = randomUUID();
  const send = (title: string) => create({ title }, { 'Idempotency-Key': key });

  const [first, again, other] = [await send('Drinks'), await send('Drinks'), await send('Food')];

  expect(again.body).toEqual(first.body);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  const lines = await server.services.db.selectFrom('audit').selectAll().where('entity', '=', 'categories').execute();
  expect(lines).toMatchObject([{ action: 'category.create', actor_id: server.users.sara.id, key }]);
});

test('OF-03 S2H-03 S4-23 a category that an admin’s device hides disappears from the devices of customers', async () => {
  const drinks = await put('Drinks');
  const [sara, amina] = [createDevice(server.as('sara')), createDevice(server.as('amina'))];
  await amina.catchUp();
  const setActive = (is_active: boolean) =>
    mutationOf('category.active', `category:${drinks}`, { category_id: drinks, is_active });

  const { results } = await sara.exchange([setActive(false)]);
  const [byCustomer] = (await amina.exchange([setActive(true)])).results;
  await amina.catchUp();

  expect(results[0]).toMatchObject({ code: 'SUCCESS', rows: [{ row: { is_active: false } }] });
  expect(byCustomer!.code).toBe('FORBIDDEN');
  expect(amina.row('categories', drinks)).toBeNull();
  await sara.exchange([setActive(true)]);
  await amina.catchUp();
  expect(amina.row('categories', drinks)).toMatchObject({ title: 'Drinks', is_active: true });
});

test('S2H-06 OF-03 a moved category stands before the other one on every device; a new one is the last', async () => {
  const [a, b, c] = [await put('A'), await put('B'), await put('C')];
  const [sara, amina] = [createDevice(server.as('sara')), createDevice(server.as('amina'))];
  await amina.catchUp();
  const move = (id: number, before: number | null) =>
    mutationOf('category.move', `category:${id}`, { category_id: id, before_id: before, position: 0.5 });
  const order = async () => (await server.as('amina').get('/api/categories/parents')).body.categories.map(titleOf);

  const { results } = await sara.exchange([move(c, a), move(999_999, null)]);
  const [byCustomer] = (await amina.exchange([move(a, null)])).results;
  await create({ title: 'Aa' });
  await amina.catchUp();

  expect(results.map(({ code }) => code)).toEqual(['SUCCESS', 'NOT_FOUND']);
  expect(byCustomer!.code).toBe('FORBIDDEN');
  expect(await order()).toEqual(['C', 'A', 'B', 'Aa']);
  expect([c, a, b].map((id) => amina.row('categories', id)!.position)).toEqual([0, 1, 2]);
  await sara.exchange([move(c, null)]);
  expect(await order()).toEqual(['A', 'B', 'Aa', 'C']);
});

test('S2H-06 simultaneous moves of two admins both take place, and each category has a place of its own', async () => {
  const ids = [await put('A'), await put('B'), await put('C'), await put('D')];
  const moves = [
    [ids[3]!, ids[0]!],
    [ids[0]!, null],
    [ids[1]!, ids[3]!],
  ] as const;

  const results = await Promise.all(
    moves.map(([id, before]) =>
      createDevice(server.as('sara')).exchange([
        mutationOf('category.move', `category:${id}`, { category_id: id, before_id: before, position: 0.5 }),
      ]),
    ),
  );

  expect(results.flatMap((one) => one.results.map(({ code }) => code))).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  const rows = await server.services.db.selectFrom('categories').select('position').orderBy('position').execute();
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
});

const titleOf = ({ title }: { title: string }): string => title;
