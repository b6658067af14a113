import { sql, type CompiledQuery } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { pageOfOrders } from '../../src/server/features/orders/order-pages.ts';
import { expectRefused } from '../support/client.ts';
import { credit, putProduct } from '../support/shop.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  // Two hours ahead of UTC all year: the shop's days begin at 22:00Z.
  world = await openWorld({ env: { TIME_ZONE: 'Africa/Tripoli' } });
  return () => world.close();
});

/** An order that was placed at this moment. */
async function orderedAt(who: Name, when: string): Promise<number> {
  const tea = await putProduct(world.means, { price: 1 });
  await credit(world.means, world.people[who], 1);
  const { id } = (await world.as(who).post('/api/orders', { product_id: tea.id })).body.order;
  await world.means.db
    .updateTable('orders')
    .set({ created_at: Date.parse(when) })
    .where('id', '=', id)
    .execute();
  return id;
}

const found = async (who: Name, query: string) => {
  const { body } = await world.as(who).get(`/api/orders?${query}`);
  return { ids: body.data.map((row: { id: number }) => row.id), total: body.total };
};

test('orders are listed from a day to a day, both included, as the shop’s clocks count days', async () => {
  const before = await orderedAt('amina', '2026-11-17T21:59:59.999Z');
  const first = await orderedAt('amina', '2026-11-17T22:00:00.000Z');
  const last = await orderedAt('karim', '2026-11-19T21:59:59.999Z');
  const after = await orderedAt('karim', '2026-11-19T22:00:00.000Z');

  expect(await found('sara', 'from=2026-11-18&to=2026-11-19')).toEqual({ ids: [last, first], total: 2 });
  expect(await found('sara', 'from=2026-11-18')).toEqual({ ids: [after, last, first], total: 3 });
  expect(await found('sara', 'to=2026-11-17')).toEqual({ ids: [before], total: 1 });
  expect(await found('sara', 'from=2026-11-20&to=2026-11-20')).toEqual({ ids: [after], total: 1 });
  expect(await found('sara', 'from=2026-11-19&to=2026-11-18')).toEqual({ ids: [], total: 0 });
  expect(await found('amina', 'from=2026-11-18&to=2026-11-20')).toEqual({ ids: [first], total: 1 });
  expect(await found('sara', 'from=&to=')).toMatchObject({ total: 4 });
});

test('orders are listed from a moment to a moment, both included, together with other filters', async () => {
  const first = await orderedAt('amina', '2026-11-18T10:00:00.000Z');
  const second = await orderedAt('amina', '2026-11-18T10:00:00.500Z');
  const third = await orderedAt('amina', '2026-11-18T10:00:01.000Z');
  await world.as('sara').post(`/api/orders/${second}`, { status: 'completed' });

  expect((await found('sara', 'from=2026-11-18T10:00:00.500Z')).ids).toEqual([third, second]);
  expect((await found('sara', 'to=2026-11-18T10:00:00.500Z')).ids).toEqual([second, first]);
  expect((await found('sara', 'from=2026-11-18T12:00:00%2B02:00&to=2026-11-18T10:00:00Z')).ids).toEqual([first]);
  expect((await found('sara', 'from=2026-11-18T12:00:00+02:00&to=2026-11-18T10:00Z')).ids).toEqual([first]);
  expect((await found('sara', 'from=2026-11-18&status[]=new&per_page=1&page=2')).ids).toEqual([first]);
  expect((await found('sara', 'to=2026-11-18T10:00:00.500Z&search=amina&status=completed')).ids).toEqual([second]);
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
])('what is no day and no moment is refused by its field: %s', async (date) => {
  for (const field of ['from', 'to']) {
    const answer = await world.as('amina').get(`/api/orders?${field}=${date}`);
    expectRefused(answer, 422, 'INVALID_FIELDS');
    expect(answer.body.errors).toEqual({ [field]: ['invalid'] });
  }
});

test('an answer that was kept for a range of dates tells of a new order in it', async () => {
  world.clock.now = Date.parse('2026-11-18T10:00:00Z');
  const query = 'from=2026-11-18&to=2026-11-18';
  expect(await found('amina', query)).toEqual({ ids: [], total: 0 });
  const tea = await putProduct(world.means, { price: 0 });

  const { body } = await world.as('amina').post('/api/orders', { product_id: tea.id });

  expect(await found('amina', query)).toEqual({ ids: [body.order.id], total: 1 });
});

test('a range of dates is found and counted by an index', async () => {
  const { reader } = world.means;
  const range = { search: '', page: 2, per_page: 10, from: 1, to: 2 };
  const plans: string[] = [];
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

  for (const person of [world.people.sara, world.people.amina]) await pageOfOrders(explaining, person, range);

  const [forAdmins, forCustomers] =
    world.kind === 'postgres'
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

/** How the database would answer a query; PostgreSQL also of a table that is small enough to be read as a whole. */
async function planOf(query: CompiledQuery): Promise<string> {
  const { kind, means } = world;
  return means.reader.connection().execute(async (db) => {
    if (kind === 'postgres') await sql`set enable_seqscan = off`.execute(db);
    const how = kind === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await db.executeQuery<Record<string, unknown>>({ ...query, sql: `${how} ${query.sql}` });
    if (kind === 'postgres') await sql`reset enable_seqscan`.execute(db);
    return JSON.stringify(rows);
  });
}
