import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { readAccount, credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const order = (who: TestUserName, body: object, key: string = randomUUID()) =>
  server.as(who).post('/api/orders', body, { 'Idempotency-Key': key });

const small = { title: 'Small', price: 5, cost: 2 };
const large = { title: 'Large', price: 8, cost: 3 };

async function expectNoOrder(balanceCents: number) {
  const account = await readAccount(server.services, server.users.amina);
  expect(account.orders).toEqual([]);
  expect(account.lines.filter((line) => line.kind === 'charge')).toEqual([]);
  expect([account.balance, account.sum]).toEqual([balanceCents, balanceCents]);
}

test('S7-36 S7-10 S3-11 S4-02 an order debits the price from the balance and keeps the names and prices of that moment', async () => {
  const shirt = await putProduct(server.services, { title: 'Shirt', variants: [small, large] });
  await credit(server.services, server.users.amina, 20);

  const body = { product_id: shirt.id, product_variant_id: shirt.variants[1], price: 8, message: '  by Friday \n' };
  const answer = await order('amina', body);
  await server.services.db.updateTable('products').set({ title: 'Renamed', price_cents: 1 }).execute();
  await server.services.db.updateTable('product_variants').set({ title: 'Renamed', price_cents: 1 }).execute();

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ code: 'SUCCESS', balance: 12 });
  const { data } = (await server.as('amina').get('/api/orders')).body;
  expect(data).toEqual([answer.body.order]);
  expect(data[0]).toMatchObject({
    user_id: server.users.amina.id,
    user_name: 'Amina',
    items: [{ product_id: shirt.id, product_name: 'Shirt', variant_name: 'Large', price: 8 }],
    total_price: 8,
    status: 'new',
    message: 'by Friday',
    file_url: null,
    notes: null,
    rev: 1,
  });
  expect((await server.as('amina').get('/api/app/balance')).body).toEqual({ code: 'SUCCESS', balance: 12 });
});

test('OF-31 an order is counted at its product, and the audit log names the customer', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 20);
  const key = randomUUID();

  const { body } = await order('amina', { product_id: tea.id }, key);

  const product = await server.services.db
    .selectFrom('products')
    .select(['orders_count', 'rev'])
    .executeTakeFirstOrThrow();
  expect(product).toEqual({ orders_count: 1, rev: 1 });
  const line = await server.services.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'orders')
    .executeTakeFirst();
  expect(line).toMatchObject({ actor_id: server.users.amina.id, entity_key: String(body.order.id), key });
  expect(line!.session_id).toBeGreaterThan(0);
});

test('S7-36 OF-06 the same key again returns the same order and charges nothing', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 20);
  const key = randomUUID();

  const first = await order('amina', { product_id: tea.id, price: 10 }, key);
  const again = await order('amina', { price: 10, product_id: tea.id }, key);

  expect(again.body).toEqual(first.body);
  expect(await readAccount(server.services, server.users.amina)).toMatchObject({ balance: 1_000, sum: 1_000 });
});

test('S7-36 OF-06 ten requests at once with one key make one order', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 100);
  const key = randomUUID();

  const answers = await Promise.all(Array.from({ length: 10 }, () => order('amina', { product_id: tea.id }, key)));

  expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1);
  const account = await readAccount(server.services, server.users.amina);
  expect(account.orders).toHaveLength(1);
  expect([account.balance, account.sum]).toEqual([9_000, 9_000]);
});

test('OF-06 a key that was used for another order is refused and charges nothing', async () => {
  const [tea, rice] = [await putProduct(server.services), await putProduct(server.services, { title: 'Rice' })];
  await credit(server.services, server.users.amina, 20);
  const key = randomUUID();
  await order('amina', { product_id: tea.id }, key);

  const other = await order('amina', { product_id: rice.id }, key);

  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect(await readAccount(server.services, server.users.amina)).toMatchObject({ balance: 1_000, sum: 1_000 });
});

test('C-07 an order with an old price is refused with the new one, and nothing is charged', async () => {
  const tea = await putProduct(server.services, { price: 10 });
  const shirt = await putProduct(server.services, { variants: [small, large] });
  await credit(server.services, server.users.amina, 50);

  const old = await order('amina', { product_id: tea.id, price: 9.99 });
  const oldVariant = await order('amina', {
    product_id: shirt.id,
    price: 10,
    selected_variant_id: shirt.variants[0],
    order_price: 4,
  });

  expectRefused(old, 409, 'PRICE_CHANGED');
  expect(old.body.details).toEqual({ price: 10, total: 10 });
  expectRefused(oldVariant, 409, 'PRICE_CHANGED');
  expect(oldVariant.body.details).toEqual({ price: 5, total: 5 });
  await expectNoOrder(5_000);
  expect((await order('amina', { product_id: tea.id, price: 10 })).status).toBe(200);
});

test('S5-22 a product that cannot be ordered is refused, and nothing is charged', async () => {
  const { services } = server;
  const shirt = await putProduct(services, { variants: [small, { ...large, status: 'inactive' }] });
  const other = await putProduct(services, { variants: [small] });
  const plain = await putProduct(services);
  const inactive = await putProduct(services, { status: 'inactive' });
  const unavailable = await putProduct(services, { available: false });
  await credit(services, server.users.amina, 50);
  const [good, gone] = shirt.variants;

  expectRefused(await order('amina', { product_id: shirt.id }), 422, 'VARIANT_REQUIRED');
  const invalid = [
    { product_id: shirt.id, product_variant_id: gone },
    { product_id: shirt.id, product_variant_id: other.variants[0] },
    { product_id: shirt.id, product_variant_id: 999_999 },
    { product_id: plain.id, product_variant_id: good },
    { product_id: inactive.id },
    { product_id: unavailable.id },
    { product_id: 999_999 },
  ];
  for (const body of invalid) expectRefused(await order('amina', body), 422, 'PRODUCT_NOT_VALID');
  await expectNoOrder(5_000);
});

test('S3-12 the three fields that name the variant must agree', async () => {
  const shirt = await putProduct(server.services, { variants: [small, large] });
  await credit(server.services, server.users.amina, 50);
  const [first, second] = shirt.variants;

  const mismatched = await order('amina', {
    product_id: shirt.id,
    product_variant_id: first,
    selected_variant: { id: second },
  });
  const matching = await order('amina', {
    product_id: shirt.id,
    product_variant_id: first,
    selected_variant_id: String(first),
    selected_variant: { id: first, price: 0.01 },
    order_price: 5,
  });

  expectRefused(mismatched, 422, 'INVALID_FIELDS');
  expect(mismatched.body.errors).toEqual({ product_variant_id: ['invalid'] });
  expect(matching.body.order.items[0].product_variant_id).toBe(first);
});

test('S3-12 fields that are not the customer’s to set have no effect', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 50);
  const fields = {
    user_id: server.users.karim.id,
    total_price: 0.01,
    total_cents: 1,
    status: 'completed',
    cost: 0,
    role: 'admin',
  };

  const { body } = await order('amina', { product_id: tea.id, ...fields, created_at: '2001-01-01', id: 77, rev: 9 });

  expect(body.order).toMatchObject({ user_id: server.users.amina.id, total_price: 10, status: 'new', rev: 1 });
  expect(body.order.id).not.toBe(77);
  expect(body.order.created_at).toBe(new Date(server.clock.now).toISOString());
});

test('S5-23 a message has at most 500 characters; a blank one is stored as null', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 50);

  const blank = await order('amina', { product_id: tea.id, message: '   ' });
  const long = await order('amina', { product_id: tea.id, message: '🛵'.repeat(500) });
  const longer = await order('amina', { product_id: tea.id, message: 'x'.repeat(501) });

  expect(blank.body.order.message).toBeNull();
  expect(long.status).toBe(200);
  expectRefused(longer, 422, 'INVALID_FIELDS');
  expect(longer.body.errors).toEqual({ message: ['max:500'] });
});

test('S8-08 an order without enough balance is refused for good: its key stays refused after a credit', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 9.99);
  const key = randomUUID();

  expectRefused(await order('amina', { product_id: tea.id }, key), 422, 'BALANCE_NOT_ENOUGH');
  await credit(server.services, server.users.amina, 50);
  expectRefused(await order('amina', { product_id: tea.id }, key), 422, 'BALANCE_NOT_ENOUGH');
  await expectNoOrder(5_999);
});

test('C-10 S6-10 an admin orders from their own balance, as a customer does', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.sara, 10);

  const { body } = await order('sara', { product_id: tea.id });

  expect(body).toMatchObject({ order: { user_id: server.users.sara.id }, balance: 0 });
});
