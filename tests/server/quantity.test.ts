import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { putProduct, readAccount } from '../support/shop.ts';
import { keyed, orderField, soldOn } from '../support/sold.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let sold: ReturnType<typeof soldOn>;
beforeEach(async () => {
  server = await startTestServer();
  sold = soldOn(server);
  await sold.pay(1_000);
  return () => server.close();
});

const account = () => readAccount(server.services, server.users.amina);
const itemsOf = () => server.services.db.selectFrom('order_items').selectAll().orderBy('id').execute();
const per1000 = { quantity_min: 100, quantity_step: 100, quantity_max: 100_000, price_per: 1000 };

test('QT-01 D-22 an order takes the price of all its units, rounded up, and its cost likewise', async () => {
  const product_id = await sold.putSold({ ...per1000, quantity_step: 1 }, { price: 0.9, cost: 0.5 });

  const { body } = await sold.order({ product_id, quantity: 2_501, price: 0.9, total: 2.26 });

  expect(body.order).toMatchObject({
    total_price: 2.26,
    items: [{ price: 2.26, quantity: 2_501, unit_price: 0.9, price_per: 1000 }],
  });
  expect(body.balance).toBe(997.74);
  const [item] = await itemsOf();
  expect(item).toMatchObject({ price_cents: 226, cost_cents: 126, unit_price_cents: 90, quantity: 2_501 });
  const order = await server.services.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect([order.total_cents, order.cost_cents]).toEqual([226, 126]);
  expect((await account()).lines.at(-1)).toMatchObject({ kind: 'charge', amount_cents: -226 });
  expect(await sold.faults()).toEqual([]);
});

test('QT-01 an order of one unit is answered as before, and its item has the unit price', async () => {
  const product_id = await sold.putSold({}, { price: 10 });

  const { body } = await sold.order({ product_id });

  expect(Object.keys(body.order.items[0]).toSorted()).toEqual(
    ['price', 'product_id', 'product_name', 'product_variant_id', 'variant_name'].toSorted(),
  );
  expect((await itemsOf())[0]).toMatchObject({ quantity: 1, unit_price_cents: 1_000, price_per: 1, answers: null });
});

test('QT-01 the unit price of a variant counts, for the rules of its product', async () => {
  const { id, variants } = await putProduct(server.services, { variants: [{ title: 'Big', price: 7, cost: 3 }] });
  await server.services.db.updateTable('products').set({ quantity_max: 5 }).where('id', '=', id).execute();

  const { body } = await sold.order({ product_id: id, product_variant_id: variants[0], quantity: 3, order_price: 7 });

  expect(body.order.total_price).toBe(21);
  expect((await itemsOf())[0]).toMatchObject({ price_cents: 2_100, cost_cents: 900, unit_price_cents: 700 });
});

test.each([
  ['less than the smallest', { quantity: 50 }, 'number-min:100'],
  ['more than the largest', { quantity: 100_100 }, 'number-max:100000'],
  ['between two steps', { quantity: 150 }, 'step:100'],
  ['half a unit', { quantity: 100.5 }, 'invalid'],
  ['none, as apps from before', {}, 'required'],
])('QT-02 QT-03 a quantity is refused: %s', async (_name, body, error) => {
  const product_id = await sold.putSold(per1000);

  const refused = await sold.order({ product_id, ...body });

  expectRefused(refused, 422, 'INVALID_FIELDS');
  expect(refused.body.errors).toEqual({ quantity: [error] });
  expect((await account()).balance).toBe(100_000);
});

test('QT-04 a total above the largest amount is refused with the largest quantity below it', async () => {
  const product_id = await sold.putSold({ quantity_step: 1, quantity_max: 10_000_000 }, { price: 300_000 });

  const refused = await sold.order({ product_id, quantity: 4 });

  expect(refused.body.errors).toEqual({ quantity: ['number-max:3'] });
  expectRefused(await sold.order({ product_id, quantity: 3 }), 422, 'BALANCE_NOT_ENOUGH');
});

test('QT-05 C-07 another price or total than the customer saw is refused with the current ones, and the total sent is never charged', async () => {
  const product_id = await sold.putSold({ quantity_max: 10 }, { price: 4.5 });

  const [price, total] = [
    await sold.order({ product_id, quantity: 3, price: 4, total: 12 }),
    await sold.order({ product_id, quantity: 3, price: 4.5, total: 0.01 }),
  ];

  for (const refused of [price, total]) {
    expectRefused(refused, 409, 'PRICE_CHANGED');
    expect(refused.body.details).toEqual({ price: 4.5, total: 13.5 });
  }
  expect((await account()).lines).toHaveLength(1);
});

test('QT-06 the same key is one order with its quantity, and another quantity is another request', async () => {
  const product_id = await sold.putSold({ quantity_max: 10 });
  const key = randomUUID();

  const [first, again, other] = [
    await sold.order({ product_id, quantity: 3 }, { key }),
    await sold.order({ product_id, quantity: 3 }, { key }),
    await sold.order({ product_id, quantity: 4 }, { key }),
  ];

  expect(again.body.order).toEqual(first.body.order);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect((await account()).balance).toBe(97_000);
});

test('QT-07 an admin writes in which quantities a product is sold; wrong rules are refused, and the audit log has both', async () => {
  const id = await sold.putSold({});
  const edit = (body: object) => server.as('sara').post(`/api/products/${id}`, body, keyed());

  const plain = (await server.as('sara').get(`/api/products/${id}/edit`)).body.product;
  const { product } = (await edit(per1000)).body;
  const errors = [
    (await edit({ quantity_max: 50 })).body.errors,
    (await edit({ quantity_min: 150 })).body.errors,
    (await edit({ quantity_max: 150 })).body.errors,
    (await edit({ price_per: 10 })).body.errors,
    (await edit({ quantity_min: 0 })).body.errors,
  ];

  expect(plain).not.toHaveProperty('price_per');
  expect(product).toMatchObject(per1000);
  expect(errors).toEqual([
    { quantity_max: ['number-min:100'] },
    { quantity_min: ['step:100'] },
    { quantity_max: ['step:100'] },
    { price_per: ['invalid'] },
    { quantity_min: ['number-min:1'] },
  ]);
  const written = await server.services.db
    .selectFrom('audit')
    .select(['old_value', 'new_value'])
    .where('action', '=', 'product.update')
    .executeTakeFirstOrThrow();
  expect([written.old_value, written.new_value].map((value) => JSON.parse(value!))).toEqual([
    { quantity_min: 1, quantity_step: 1, quantity_max: 1, price_per: 1 },
    per1000,
  ]);
});

test('ST-01 an order takes its units from the stock, a return gives them back, and a charge takes them again', async () => {
  const product_id = await sold.putSold({ quantity_min: 2, quantity_max: 10 }, { quantity: 7 });
  const stock = async () =>
    (await server.services.db.selectFrom('products').select('quantity').where('id', '=', product_id).execute())[0]!
      .quantity;
  const setStatus = (id: number, status: string) => server.as('sara').post(`/api/orders/${id}`, { status }, keyed());
  const isSoldOut = async () =>
    (await server.as('sara').get(`/api/products/${product_id}/edit`)).body.product.is_out_of_stock;

  const { order } = (await sold.order({ product_id, quantity: 6 })).body;
  const more = await sold.order({ product_id, quantity: 2 });

  expectRefused(more, 422, 'OUT_OF_STOCK');
  expect(more.body.details).toEqual({ free: 1 });
  expect([await stock(), await isSoldOut()]).toEqual([1, true]);
  await setStatus(order.id, 'refunded');
  expect([await stock(), await isSoldOut()]).toEqual([7, false]);
  await sold.order({ product_id, quantity: 3 });
  const again = await setStatus(order.id, 'processing');
  expectRefused(again, 422, 'OUT_OF_STOCK');
  expect(again.body.details).toEqual({ free: 4 });
  await server.services.db.updateTable('products').set({ quantity: 6 }).where('id', '=', product_id).execute();
  expect([(await setStatus(order.id, 'processing')).status, await stock()]).toEqual([200, 0]);
  expect(await sold.faults()).toEqual([]);
});

test('ST-02 simultaneous orders never take more units than there are', async () => {
  const product_id = await sold.putSold({ quantity_max: 10 }, { quantity: 10, price: 1 });

  const answers = await Promise.all(Array.from({ length: 8 }, () => sold.order({ product_id, quantity: 3 })));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect((await account()).balance).toBe(100_000 - 900);
  expect((await server.services.db.selectFrom('products').select('quantity').executeTakeFirstOrThrow()).quantity).toBe(
    1,
  );
});

test('QT-08 verify names each order whose item does not cost its quantity, or whose items are not its total', async () => {
  const product_id = await sold.putSold({ quantity_max: 10 }, { price: 3 });
  const { order } = (await sold.order({ product_id, quantity: 2 })).body;
  const { amina } = server.users;
  const setItem = (columns: { price_cents?: number; quantity?: number }) =>
    server.services.db.updateTable('order_items').set(columns).where('order_id', '=', order.id).execute();

  await setItem({ quantity: 3 });
  const halved = await sold.faults();
  await setItem({ quantity: 2, price_cents: 599 });

  expect(halved).toEqual([`order ${order.id} of user ${amina.id}: its item costs 6, its quantity 9, difference -3`]);
  expect(await sold.faults()).toEqual([
    `order ${order.id} of user ${amina.id}: its item costs 5.99, its quantity 6, difference -0.01`,
    `order ${order.id} of user ${amina.id}: total 6, its items 5.99, difference 0.01`,
  ]);
});

test('QT-09 the database refuses an item without a unit price of a product that is sold in other ways', async () => {
  const plain = await sold.putSold({ order_fields: [orderField('note', { required: false })] });
  const { order } = (await sold.order({ product_id: plain })).body;
  const others = [
    await sold.putSold({ quantity_min: 2, quantity_max: 4 }),
    await sold.putSold({ price_per: 1000 }),
    await sold.putSold({ order_fields: [orderField('player')] }),
  ];
  const insertAsBefore = (product_id: number) =>
    server.services.db
      .insertInto('order_items')
      .values({ order_id: order.id, product_id, product_name: 'Tea', price_cents: 1_000, cost_cents: 1 })
      .execute();

  for (const id of others) await expect(insertAsBefore(id)).rejects.toThrow(/needs its unit price/);
  await insertAsBefore(plain);
});
