import { beforeEach, expect, test } from 'vitest';
import { codesOn, lines } from '../support/codes.ts';
import { clientOf, expectRefused } from '../support/client.ts';
import { mutationOf } from '../support/device.ts';
import { startProgram } from '../support/programs.ts';
import { readAccount } from '../support/shop.ts';
import { keyed } from '../support/sold.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';
import { whileLocked } from '../support/while-locked.ts';

let server: TestServer;
let codes: Awaited<ReturnType<typeof codesOn>>;
beforeEach(async () => {
  server = await startTestServer();
  codes = await codesOn(server);
  await codes.pay(1_000);
  return () => server.close();
});

const save = (id: number, body: object) => server.as('sara').post(`/api/products/${id}`, body, keyed());
const watch = (product_id: number, on = true) =>
  codes
    .deviceOf('amina')
    .exchange([mutationOf('stock.watch', `stock:${product_id}:0`, { product_id, variant_id: 0, on })]);

test('ST-03 of two imports of the same codes for two products at once, one stores them', async () => {
  const products = [await codes.product(), await codes.product({ title: 'Coffee' })];

  const answers = await Promise.all(products.map(({ id }) => codes.import(id, lines(20))));
  const skipped = await Promise.all(
    products.map(({ id }) => codes.import(id, `${lines(20)}\n${lines(5, 'B')}`, { skip_known: true })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
  expect(answers.find(({ status }) => status === 422)!.body.errors).toEqual({ text: ['already_exists'] });
  expect(new Set(skipped.map(({ body }) => body.added))).toEqual(new Set([0, 5]));
  expect(await codes.rows()).toHaveLength(25);
  expect(await codes.faults()).toEqual([]);
});

test.runIf(databaseKind === 'postgres')(
  'ST-05 of 200 orders at once for 100 codes on two servers, 100 get one code each and 100 are charged nothing',
  async () => {
    const { database, dataDir, pepper, codesKeys } = server.settings;
    const DATABASE_URL = database.kind === 'postgres' ? database.url : '';
    const keys = { PEPPER: pepper, CODES_KEY: codesKeys.join() };
    const other = await startProgram({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DATABASE_URL, ...keys });
    const token = await server.signIn('amina');
    const viaOther = clientOf(other.url, async () => ({ Authorization: `Bearer ${token}` }));
    const { id } = await codes.product({ price: 1 });
    await codes.import(id, lines(100));
    const body = { product_id: id, quantity: 1 };

    const clients = [server.withToken(token), viaOther];
    const order = (at: number) => clients[at % 2]!.post('/api/orders', body, keyed());
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => order(at)));

    const placed = answers.filter(({ status }) => status === 200);
    expect(placed).toHaveLength(100);
    expect(new Set((await codes.rows()).map((row) => row.order_item_id)).size).toBe(100);
    expect((await readAccount(server.services, server.users.amina)).balance).toBe(90_000);
    expect(await codes.faults()).toEqual([]);
  },
);

test('ST-04 the stock of a deleted variant leaves the devices, and so does that of a product that got variants', async () => {
  const device = codes.deviceOf('amina');
  const { id, variants } = await codes.product({
    variants: [
      { title: 'S', price: 1 },
      { title: 'L', price: 2 },
    ],
  });
  const plain = await codes.product({ title: 'Coffee' });
  await device.catchUp();
  expect(device.keys('stock')).toHaveLength(3);

  const fields = { price: 1, cost: 1, status: 'active' };
  const saved = [
    await save(id, { product_variants: [{ ...fields, id: variants[0], title: 'S' }] }),
    await save(plain.id, { has_variants: true, product_variants: [{ ...fields, title: 'Bag' }] }),
  ];
  expect(saved.map(({ status }) => status)).toEqual([200, 200]);
  await device.catchUp();

  const [bag] = await server.services.db
    .selectFrom('product_variants')
    .select('id')
    .where('product_id', '=', plain.id)
    .execute();
  expect(device.keys('stock').toSorted()).toEqual([`${id}:${variants[0]}`, `${plain.id}:${bag!.id}`].toSorted());
});

test('ST-06 a customer opens codes sixty times in an hour, then waits', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(1));
  const { order } = (await codes.order(id)).body;
  for (let call = 0; call < 60; call++) expect((await codes.reveal(order.id)).status).toBe(200);

  expectRefused(await codes.reveal(order.id), 429, 'TOO_MANY_REQUESTS');

  server.clock.advance(3_600_001);
  expect((await codes.reveal(order.id)).body.codes).toMatchObject([{ code: 'CODE-A-1' }]);
});

test('ST-07 of a refund and an opening at once, one gets the codes, never both', async () => {
  const { id } = await codes.product({ price: 10 });
  await codes.import(id, lines(20));
  const orders = await Promise.all(Array.from({ length: 10 }, async () => (await codes.order(id)).body.order));

  const opened = await Promise.all(
    orders.map(async ({ id: orderId }, at) => {
      const open = () => codes.reveal(orderId);
      const refund = () => codes.setStatus(orderId, 'refunded');
      const [answer] =
        at % 2 ? await Promise.all([open(), refund()]) : (await Promise.all([refund(), open()])).toReversed();
      return answer!.body.codes as { id: string }[];
    }),
  );

  const rows = await codes.rows();
  const free = new Set(rows.filter(({ state }) => state === 'free').map(({ uid }) => uid));
  expect(opened.flat().filter(({ id: uid }) => free.has(uid))).toEqual([]);
  expect(free.size).toBe(20 - opened.flat().length);
  expect(await codes.faults()).toEqual([]);
});

test.runIf(databaseKind === 'postgres')(
  'D-27 an order and a change of its product at once lock the stock first, and none is a deadlock',
  async () => {
    const { id } = await codes.product();

    const saved = await whileLocked(
      server.services.db,
      (tx) => tx.updateTable('stock').set({ low_at: 1 }).where('product_id', '=', id).execute(),
      () => save(id, { status: 'inactive' }),
      (tx) => tx.updateTable('products').set({ orders_count: 1 }).where('id', '=', id).execute(),
    );

    expect(saved.status).toBe(200);
  },
);

test('ST-10 a customer who waits for a product that is not sold is notified once it can be ordered again', async () => {
  const { id } = await codes.product();
  await watch(id);
  const { amina } = server.users;
  const notified = async () => {
    const rows = await server.services.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', amina.id)
      .execute();
    return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('stock.'));
  };

  await save(id, { status: 'inactive' });
  await codes.import(id, lines(1));
  expect(await notified()).toEqual([]);
  await save(id, { is_available: false });
  await save(id, { status: 'active' });
  expect(await notified()).toEqual([]);
  await save(id, { is_available: true });
  expect(await notified()).toEqual(['stock.back']);
  await save(id, { is_available: false });
  await save(id, { is_available: true });
  expect(await notified()).toEqual(['stock.back']);
});

test('ST-10 a customer starts no wait for a product that is not active, and ends one for it', async () => {
  const { id } = await codes.product();
  expect((await watch(id)).results[0]!.status).toBe(200);
  await save(id, { status: 'inactive' });

  expect((await watch(id, false)).results[0]!.status).toBe(200);
  expect((await watch(id)).results[0]!).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await server.services.db.selectFrom('stock_watches').selectAll().execute()).toEqual([]);
});

test('ST-06 an account with unopened codes is not deleted', async () => {
  const { id } = await codes.product({ price: 1_000 });
  await codes.import(id, lines(1));
  const { order } = (await codes.order(id)).body;
  const remove = () => server.as('sara').delete(`/api/users/${server.users.amina.id}`);

  const early = await remove();
  expectRefused(early, 409, 'CONFLICT');
  expect(early.body.details).toEqual({ reason: 'unopened' });
  await codes.reveal(order.id);
  expect((await remove()).status).toBe(200);
});
