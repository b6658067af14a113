import { sql, type CompiledQuery } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { pageOfOrders } from '../../src/server/features/orders/order-pages.ts';
import { expectRefused } from '../support/client.ts';
import { credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  // Two hours ahead of UTC all year: the shop's days begin at 22:00Z.
  server = await startTestServer({ env: { TIME_ZONE: 'Africa/Tripoli' } });
  return () => server.close();
});

/** Places an order and dates it to this moment; returns its id. */
async function placeOrderAt(who: TestUserName, when: string): Promise<number> {
  const tea = await putProduct(server.services, { price: 1 });
  await credit(server.services, server.users[who], 1);
  const { id } = (await server.as(who).post('/api/orders', { product_id: tea.id })).body.order;
  await server.services.db
    .updateTable('orders')
    .set({ created_at: Date.parse(when) })
    .where('id', '=', id)
    .execute();
  return id;
}

const listOrders = async (who: TestUserName, query: string) => {
  const { body } = await server.as(who).get(`/api/orders?${query}`);
  return { ids: body.data.map((row: { id: number }) => row.id), total: body.total };
};

test('orders are filtered by a first and a last day, both included, in the shop’s time zone', async () => {
  const before = await placeOrderAt('amina', '2026-11-17T21:59:59.999Z');
  const first = await placeOrderAt('amina', '2026-11-17T22:00:00.000Z');
  const last = await placeOrderAt('karim', '2026-11-19T21:59:59.999Z');
  const after = await placeOrderAt('karim', '2026-11-19T22:00:00.000Z');

  expect(await listOrders('sara', 'from=2026-11-18&to=2026-11-19')).toEqual({ ids: [last, first], total: 2 });
  expect(await listOrders('sara', 'from=2026-11-18')).toEqual({ ids: [after, last, first], total: 3 });
  expect(await listOrders('sara', 'to=2026-11-17')).toEqual({ ids: [before], total: 1 });
  expect(await listOrders('sara', 'from=2026-11-20&to=2026-11-20')).toEqual({ ids: [after], total: 1 });
  expect(await listOrders('sara', 'from=2026-11-19&to=2026-11-18')).toEqual({ ids: [], total: 0 });
  expect(await listOrders('amina', 'from=2026-11-18&to=2026-11-20')).toEqual({ ids: [first], total: 1 });
  expect(await listOrders('sara', 'from=&to=')).toMatchObject({ total: 4 });
});

test('orders are filtered by a first and a last moment, both included, together with other filters', async () => {
  const first = await placeOrderAt('amina', '2026-11-18T10:00:00.000Z');
  const second = await placeOrderAt('amina', '2026-11-18T10:00:00.500Z');
  const third = await placeOrderAt('amina', '2026-11-18T10:00:01.000Z');
  await server.as('sara').post(`/api/orders/${second}`, { status: 'completed' });

  expect((await listOrders('sara', 'from=2026-11-18T10:00:00.500Z')).ids).toEqual([third, second]);
  expect((await listOrders('sara', 'to=2026-11-18T10:00:00.500Z')).ids).toEqual([second, first]);
  expect((await listOrders('sara', 'from=2026-11-18T12:00:00%2B02:00&to=2026-11-18T10:00:00Z')).ids).toEqual([first]);
  expect((await listOrders('sara', 'from=2026-11-18T12:00:00+02:00&to=2026-11-18T10:00Z')).ids).toEqual([first]);
  expect((await listOrders('sara', 'from=2026-11-18&status[]=new&per_page=1&page=2')).ids).toEqual([first]);
  expect((await listOrders('sara', 'to=2026-11-18T10:00:00.500Z&search=amina&status=completed')).ids).toEqual([second]);
});

test.each([
  '2026-02-30',
  '2026-13-01',
  '18.11.2026',
  '2026-11-18T10:00:00',
  '2026-11-18T25:00:00Z',
  '2026-02-30T10:00:00Z',
  '1763460000000',
  'yesterday',
  '0000-00-00',
  '%00',
])('a value that is no date and no time is refused, with its field: %s', async (date) => {
  for (const field of ['from', 'to']) {
    const answer = await server.as('amina').get(`/api/orders?${field}=${date}`);
    expectRefused(answer, 422, 'INVALID_FIELDS');
    expect(answer.body.errors).toEqual({ [field]: ['invalid'] });
  }
});

test('a new order appears in a range of dates whose list was cached', async () => {
  server.clock.now = Date.parse('2026-11-18T10:00:00Z');
  const query = 'from=2026-11-18&to=2026-11-18';
  expect(await listOrders('amina', query)).toEqual({ ids: [], total: 0 });
  const tea = await putProduct(server.services, { price: 0 });

  const { body } = await server.as('amina').post('/api/orders', { product_id: tea.id });

  expect(await listOrders('amina', query)).toEqual({ ids: [body.order.id], total: 1 });
});

test('orders of a range of dates are found and counted with an index', async () => {
  const { reader } = server.services;
  const range = { search: '', page: 2, per_page: 10, from: 1, to: 2 };
  const plans: string[] = [];
  // Collects the plan of each query instead of running it.
  const explaining = new Proxy(reader, {
    get(target, name) {
      if (name === 'executeQuery') return explain;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const explain = async (query: CompiledQuery) => {
    plans.push(await planOf(query));
    return { rows: [{ total: 0 }] };
  };

  for (const person of [server.users.sara, server.users.amina]) await pageOfOrders(explaining, person, range);

  const [forAdmins, forCustomers] =
    server.kind === 'postgres'
      ? [/Index Cond[^"]*created_at/, /Index Cond/]
      : [/orders_of_time \(created_at>\? AND created_at<\?\)"/, /orders_of_user/];
  expect(plans).toEqual([
    expect.stringMatching(forAdmins),
    expect.stringMatching(forAdmins),
    expect.stringMatching(forCustomers),
    expect.stringMatching(forCustomers),
  ]);
  expect(plans.slice(0, 2).join(' ')).not.toMatch(/sort|temp b-tree/i);
});

/** The plan of a query. PostgreSQL scans and sorts small tables whatever their indexes; here it does so only where no index serves. */
async function planOf(query: CompiledQuery): Promise<string> {
  const { kind, services } = server;
  return services.reader.connection().execute(async (db) => {
    if (kind === 'postgres') await sql`set enable_seqscan = off; set enable_sort = off`.execute(db);
    const command = kind === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await db.executeQuery<Record<string, unknown>>({ ...query, sql: `${command} ${query.sql}` });
    if (kind === 'postgres') await sql`reset enable_seqscan; reset enable_sort`.execute(db);
    return JSON.stringify(rows);
  });
}
