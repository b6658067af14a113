import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const order = (who: Name, body: object, key: string = randomUUID()) =>
  world.as(who).post('/api/orders', body, { 'Idempotency-Key': key });

const small = { title: 'Small', price: 5, cost: 2 };
const large = { title: 'Large', price: 8, cost: 3 };

async function expectNothingHappened(cents: number) {
  const books = await booksOf(world.means, world.people.amina);
  expect(books.orders).toEqual([]);
  expect(books.lines.filter((line) => line.kind === 'charge')).toEqual([]);
  expect([books.balance, books.sum]).toEqual([cents, cents]);
}

test('S7-36 an order takes the price from the balance and keeps names and prices as they were', async () => {
  const shirt = await putProduct(world.means, { title: 'Shirt', variants: [small, large] });
  await credit(world.means, world.people.amina, 20);

  const body = { product_id: shirt.id, product_variant_id: shirt.variants[1], price: 8, message: '  by Friday \n' };
  const answer = await order('amina', body);
  await world.means.db.updateTable('products').set({ title: 'Renamed', price_cents: 1 }).execute();
  await world.means.db.updateTable('product_variants').set({ title: 'Renamed', price_cents: 1 }).execute();

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ code: 'SUCCESS', balance: 12 });
  const { data } = (await world.as('amina').get('/api/orders')).body;
  expect(data).toEqual([answer.body.order]);
  expect(data[0]).toMatchObject({
    user_id: world.people.amina.id,
    user_name: 'Amina',
    items: [{ product_id: shirt.id, product_name: 'Shirt', variant_name: 'Large', price: 8 }],
    total_price: 8,
    status: 'new',
    message: 'by Friday',
    file_url: null,
    notes: null,
    rev: 1,
  });
  expect((await world.as('amina').get('/api/app/balance')).body).toEqual({ code: 'SUCCESS', balance: 12 });
});

test('S3-05 OF-31 an order is counted at its product, and who did it is in the log', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 20);
  const key = randomUUID();

  const { body } = await order('amina', { product_id: tea.id }, key);

  const product = await world.means.db.selectFrom('products').select(['orders_count', 'rev']).executeTakeFirstOrThrow();
  expect(product).toEqual({ orders_count: 1, rev: 1 });
  const line = await world.means.db.selectFrom('audit').selectAll().where('entity', '=', 'orders').executeTakeFirst();
  expect(line).toMatchObject({ actor_id: world.people.amina.id, entity_key: String(body.order.id), key });
  expect(line!.session_id).toBeGreaterThan(0);
});

test('S2J-08 the same key again tells the same order and charges nothing', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 20);
  const key = randomUUID();

  const first = await order('amina', { product_id: tea.id, price: 10 }, key);
  const again = await order('amina', { price: 10, product_id: tea.id }, key);

  expect(again.body).toEqual(first.body);
  expect(await booksOf(world.means, world.people.amina)).toMatchObject({ balance: 1_000, sum: 1_000 });
});

test('S2J-08 one key in ten packets at once is one order', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 100);
  const key = randomUUID();

  const answers = await Promise.all(Array.from({ length: 10 }, () => order('amina', { product_id: tea.id }, key)));

  expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1);
  const books = await booksOf(world.means, world.people.amina);
  expect(books.orders).toHaveLength(1);
  expect([books.balance, books.sum]).toEqual([9_000, 9_000]);
});

test('S7-36 a key that was used for another order is refused and charges nothing', async () => {
  const [tea, rice] = [await putProduct(world.means), await putProduct(world.means, { title: 'Rice' })];
  await credit(world.means, world.people.amina, 20);
  const key = randomUUID();
  await order('amina', { product_id: tea.id }, key);

  const other = await order('amina', { product_id: rice.id }, key);

  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect(await booksOf(world.means, world.people.amina)).toMatchObject({ balance: 1_000, sum: 1_000 });
});

test('C-07 an old price is answered with the new one, and nothing is charged', async () => {
  const tea = await putProduct(world.means, { price: 10 });
  const shirt = await putProduct(world.means, { variants: [small, large] });
  await credit(world.means, world.people.amina, 50);

  const old = await order('amina', { product_id: tea.id, price: 9.99 });
  const oldVariant = await order('amina', {
    product_id: shirt.id,
    price: 10,
    selected_variant_id: shirt.variants[0],
    order_price: 4,
  });

  expectRefused(old, 409, 'PRICE_CHANGED');
  expect(old.body.details).toEqual({ price: 10 });
  expectRefused(oldVariant, 409, 'PRICE_CHANGED');
  expect(oldVariant.body.details).toEqual({ price: 5 });
  await expectNothingHappened(5_000);
  expect((await order('amina', { product_id: tea.id, price: 10 })).status).toBe(200);
});

test('S5-22 what cannot be ordered is refused, and nothing is charged', async () => {
  const { means } = world;
  const shirt = await putProduct(means, { variants: [small, { ...large, status: 'inactive' }] });
  const other = await putProduct(means, { variants: [small] });
  const plain = await putProduct(means);
  const inactive = await putProduct(means, { status: 'inactive' });
  const away = await putProduct(means, { available: false });
  await credit(means, world.people.amina, 50);
  const [good, gone] = shirt.variants;

  expectRefused(await order('amina', { product_id: shirt.id }), 422, 'VARIANT_REQUIRED');
  const invalid = [
    { product_id: shirt.id, product_variant_id: gone },
    { product_id: shirt.id, product_variant_id: other.variants[0] },
    { product_id: shirt.id, product_variant_id: 999_999 },
    { product_id: plain.id, product_variant_id: good },
    { product_id: inactive.id },
    { product_id: away.id },
    { product_id: 999_999 },
  ];
  for (const body of invalid) expectRefused(await order('amina', body), 422, 'PRODUCT_NOT_VALID');
  await expectNothingHappened(5_000);
});

test('S3-12 the three names of the variant must agree', async () => {
  const shirt = await putProduct(world.means, { variants: [small, large] });
  await credit(world.means, world.people.amina, 50);
  const [first, second] = shirt.variants;

  const torn = await order('amina', {
    product_id: shirt.id,
    product_variant_id: first,
    selected_variant: { id: second },
  });
  const whole = await order('amina', {
    product_id: shirt.id,
    product_variant_id: first,
    selected_variant_id: String(first),
    selected_variant: { id: first, price: 0.01 },
    order_price: 5,
  });

  expectRefused(torn, 422, 'INVALID_FIELDS');
  expect(torn.body.errors).toEqual({ product_variant_id: ['invalid'] });
  expect(whole.body.order.items[0].product_variant_id).toBe(first);
});

test('S3-12 fields that are not the customer’s to set have no effect', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 50);
  const wish = {
    user_id: world.people.karim.id,
    total_price: 0.01,
    total_cents: 1,
    status: 'completed',
    cost: 0,
    role: 'admin',
  };

  const { body } = await order('amina', { product_id: tea.id, ...wish, created_at: '2001-01-01', id: 77, rev: 9 });

  expect(body.order).toMatchObject({ user_id: world.people.amina.id, total_price: 10, status: 'new', rev: 1 });
  expect(body.order.id).not.toBe(77);
  expect(body.order.created_at).toBe(new Date(world.clock.now).toISOString());
});

test('S5-23 a message has at most 500 characters; a blank one is none', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 50);

  const blank = await order('amina', { product_id: tea.id, message: '   ' });
  const long = await order('amina', { product_id: tea.id, message: '🛵'.repeat(500) });
  const longer = await order('amina', { product_id: tea.id, message: 'x'.repeat(501) });

  expect(blank.body.order.message).toBeNull();
  expect(long.status).toBe(200);
  expectRefused(longer, 422, 'INVALID_FIELDS');
  expect(longer.body.errors).toEqual({ message: ['max:500'] });
});

test('S8-08 too little balance is refused for good: the key stays refused after more money came', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 9.99);
  const key = randomUUID();

  expectRefused(await order('amina', { product_id: tea.id }, key), 422, 'BALANCE_NOT_ENOUGH');
  await credit(world.means, world.people.amina, 50);
  expectRefused(await order('amina', { product_id: tea.id }, key), 422, 'BALANCE_NOT_ENOUGH');
  await expectNothingHappened(5_999);
});

test('C-10 an admin orders from an own balance like anybody', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.sara, 10);

  const { body } = await order('sara', { product_id: tea.id });

  expect(body).toMatchObject({ order: { user_id: world.people.sara.id }, balance: 0 });
});
