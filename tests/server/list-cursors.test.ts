import { beforeAll, describe, expect, test } from 'vitest';
import { listTotalMax } from '../../src/contract/limits.ts';
import { directions, orderSorts, ticketSorts, userSorts } from '../../src/contract/sorts.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { expectRefused } from '../support/client.ts';
import { putManyOrders, putOrders, putTickets, putUsers } from '../support/sorted-rows.ts';
import { databaseKind, startTestServer } from '../support/test-server.ts';

const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
const random = createRandom('cursors');

beforeAll(async () => {
  await putOrders(server, random, 45);
  await putTickets(server, random, 40);
  await putUsers(server, random, 30);
});

interface Page {
  data: { id: unknown }[];
  current_page: number;
  total: number;
  total_is_capped: boolean;
  pages_after?: number;
  next_cursor: string | null;
  prev_cursor: string | null;
  next_page_url: string | null;
  prev_page_url: string | null;
}

async function readUrl(url: string): Promise<Page> {
  const { body, status } = await server.as('sara').get(url);
  expect(status).toBe(200);
  return Array.isArray(body.data) ? body : body.data;
}

const read = (path: string, query: string) =>
  readUrl(`${path}?admin=true${query.includes('cursor=') ? '' : '&cursor='}&${query}`);

const idsOf = ({ data }: Page) => data.map(({ id }) => id);

/** Follows the cursors of pages with seven rows, and calls `between` after each of them. */
async function walk(
  path: string,
  query: string,
  way: 'next_cursor' | 'prev_cursor',
  between = async () => undefined as void,
) {
  const pages: Page[] = [];
  for (let cursor: string | null = way === 'next_cursor' ? '' : 'last'; cursor !== null; cursor = pages.at(-1)![way]) {
    pages.push(await read(path, `${query}&per_page=7&cursor=${cursor}`));
    await between();
  }
  return pages;
}

const ordersOf = <Sorts extends object>(sorts: Sorts) =>
  Object.keys(sorts).flatMap((sort) => directions.map((direction) => `sort=${sort}&direction=${direction}`));

const range = `from=${new Date(server.services.now() + 600_000).toISOString()}`;
const lists: readonly (readonly [path: string, order: string, filters: readonly string[]])[] = [
  ...ordersOf(orderSorts).map(
    (order) => ['/api/orders', order, ['', 'status=new,completed', `search=tea&${range}`, 'search=am']] as const,
  ),
  ...ordersOf(ticketSorts).map(
    (order) => ['/api/tickets', order, ['', 'waiting=us', 'search=question', 'status=closed&search=1']] as const,
  ),
  ...ordersOf(userSorts).map((order) => ['/api/users', order, ['', 'search=ar', 'search=person']] as const),
];

describe(`on ${databaseKind}`, () => {
  test.each(lists)(
    'C-04 S7-50 %s?%s: the pages of next_cursor have each row once, in the order of one large page, and those of prev_cursor the same backwards',
    async (path, order, filters) => {
      for (const filter of filters) {
        const query = `${order}&${filter}`;
        const all = idsOf(await read(path, `${query}&per_page=100`));
        const forward = await walk(path, query, 'next_cursor');

        expect({ query, ids: forward.flatMap(idsOf) }).toEqual({ query, ids: all });
        expect(forward.map((page) => page.current_page)).toEqual(forward.map((_, at) => at + 1));
        expect(new Set(forward.map((page) => page.total))).toEqual(new Set([all.length]));
        const backward = (await walk(path, query, 'prev_cursor')).toReversed();
        expect({ query, ids: backward.flatMap(idsOf) }).toEqual({ query, ids: all });
        expect(backward.map((page) => page.current_page)).toEqual(forward.map((page) => page.current_page));
      }
    },
  );

  test.each([
    ['/api/orders', ordersOf(orderSorts), (n: number) => putOrders(server, random, 1, 1_000 + n)],
    ['/api/tickets', ordersOf(ticketSorts), (n: number) => putTickets(server, random, 1, 1_000 + n)],
    ['/api/users', ordersOf(userSorts), (n: number) => putUsers(server, random, 1, 1_000 + n)],
  ] as const)(
    'S7-50 %s: while rows are added, cursors skip and repeat none of the others',
    async (path, orders, add) => {
      let added = 0;
      for (const order of orders) {
        for (const way of ['next_cursor', 'prev_cursor'] as const) {
          const before = idsOf(await read(path, `${order}&per_page=100`));
          const pages = await walk(path, order, way, () => (added < 100 ? add((added += 1)) : Promise.resolve()));
          const seen = (way === 'next_cursor' ? pages : pages.toReversed()).flatMap(idsOf);

          expect(new Set(seen).size).toBe(seen.length);
          expect(seen.filter((id) => before.includes(id))).toEqual(before);
        }
        await removeAdded();
      }
    },
  );

  test('S7-50 a damaged cursor, and that of another list or order, is refused as an invalid field', async () => {
    const { next_cursor: own } = await read('/api/orders', 'sort=amount&per_page=7');
    const { next_cursor: others } = await read('/api/tickets', 'per_page=7');
    const forged = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');
    const damaged = [
      own!.slice(3),
      own!.slice(0, -4),
      others!,
      'x',
      '%00',
      'a'.repeat(5_000),
      forged(['orders amount usual', 0, 2, 'text', 1]),
      forged(['orders amount usual', 0, 2, null, 1]),
      forged(['orders amount usual', 0, 2, 1e300, 1]),
      forged(['orders amount usual', 0, 2, 1]),
      forged(['orders amount usual', 2, 2, 1, 1]),
      forged({ length: 5 }),
    ];

    for (const cursor of damaged)
      expectRefused(await server.as('sara').get(`/api/orders?sort=amount&cursor=${cursor}`), 422, 'INVALID_FIELDS');
    for (const query of ['sort=date', 'sort=amount&direction=asc'])
      expectRefused(await server.as('sara').get(`/api/orders?${query}&cursor=${own}`), 422, 'INVALID_FIELDS');
    const places = [forged(['orders status usual', 0, 2, 2 ** 40, 1]), forged(['orders status usual', 0, 2, 0.5, 1])];
    for (const cursor of places)
      expectRefused(await server.as('sara').get(`/api/orders?sort=status&cursor=${cursor}`), 422, 'INVALID_FIELDS');
    const name = forged(['orders customer usual', 0, 2, 'a\0', 1]);
    expectRefused(await server.as('sara').get(`/api/orders?sort=customer&cursor=${name}`), 422, 'INVALID_FIELDS');
  });

  test('S1-06 S7-50 with a cursor a customer gets only their own orders and tickets', async () => {
    const { next_cursor: cursor } = await read('/api/orders', 'per_page=7');
    const { body } = await server.as('karim').get(`/api/orders?cursor=${cursor}`);

    expect(new Set(body.data.map((row: { user_id: number }) => row.user_id))).toEqual(new Set([server.users.karim.id]));
  });
});

/** Removes the rows that a test has added. */
async function removeAdded() {
  const { db, now } = server.services;
  const limit = now() + 1_000 * 60_000;
  await db.updateTable('orders').set({ deleted_at: limit }).where('created_at', '>', limit).execute();
  await db.updateTable('tickets').set({ deleted_at: limit }).where('number', '>', 3_000).execute();
  await db.updateTable('users').set({ deleted_at: limit }).where('email', 'like', '1___@%').execute();
}

describe(`more orders than are counted, on ${databaseKind}`, () => {
  beforeAll(() => putManyOrders(server, { count: listTotalMax, text: 'many rice', cents: 100 }));

  test('C-04 S7-50 the total is 10,000 and says that there are more; the last page is read from the end, and its numbers are not known', async () => {
    const first = await read('/api/orders', 'per_page=100');
    expect(first).toMatchObject({ current_page: 1, total: listTotalMax, total_is_capped: true, prev_cursor: null });
    const oldest = idsOf(await read('/api/orders', 'per_page=100&direction=asc'));

    const last = await read('/api/orders', 'per_page=100&cursor=last');
    expect(idsOf(last)).toEqual(oldest.toReversed());
    expect(last).toMatchObject({ current_page: 101, pages_after: 0, next_cursor: null, next_page_url: null });
    const before = await readUrl(last.prev_page_url!);
    expect(before).toMatchObject({ current_page: 101, pages_after: 1 });
    expect(idsOf(await readUrl(before.next_page_url!))).toEqual(idsOf(last));
  });

  test('C-04 S7-50 a program that follows next_page_url reaches every order once, also beyond the counted ones', async () => {
    const pages: Page[] = [];
    for (let url: string | null = '/api/orders?per_page=100&cursor='; url !== null; url = pages.at(-1)!.next_page_url)
      pages.push(await readUrl(url));
    const { count } = await server.services.reader
      .selectFrom('orders')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();

    expect(new Set(pages.flatMap(idsOf)).size).toBe(Number(count));
    expect(pages.flatMap(idsOf)).toHaveLength(Number(count));
    expect(pages[98]!.next_page_url).toBe('/api/orders?per_page=100&cursor=&page=100');
    expect(pages[99]!.next_page_url).toContain('cursor=');
    expect(pages.map((page) => page.current_page)).toEqual(pages.map((_, at) => at + 1));
    // A page by its number is right beyond the counted ones, too.
    expect(idsOf(await read('/api/orders', 'per_page=100&page=101'))).toEqual(idsOf(pages[100]!));
    expect(await read('/api/orders', 'per_page=100&page=500')).toMatchObject({ data: [], next_page_url: null });
  });

  test('C-04 S7-50 a total of exactly 10,000 is not capped, one more is', async () => {
    expect(await read('/api/orders', 'search=rice')).toMatchObject({ total: listTotalMax, total_is_capped: false });
    await putManyOrders(server, { count: 1, text: 'many rice', cents: 104 });
    // Another request, because these orders are not announced: the first answer is still cached.
    expect(await read('/api/orders', 'search=rice&per_page=9')).toMatchObject({
      total: listTotalMax,
      total_is_capped: true,
    });
  });

  test('S7-51 a filter and a search that many orders match find those for which both hold', async () => {
    const { db } = server.services;
    const rice = db.selectFrom('orders').select('id').where('search_text', '=', 'many rice');
    const newest = await rice.orderBy('id', 'desc').limit(3).execute();
    const ids = newest.map(({ id }) => id);
    await db.updateTable('orders').set({ status: 'refunded' }).where('id', 'in', ids).execute();

    for (const order of ordersOf(orderSorts)) {
      const found = await read('/api/orders', `${order}&search=rice&status=refunded`);
      expect({ order, ids: new Set(idsOf(found)), total: found.total }).toEqual({ order, ids: new Set(ids), total: 3 });
    }
    await db.updateTable('orders').set({ status: 'completed' }).where('id', 'in', ids).execute();
  });

  test.each(ordersOf(orderSorts))(
    'S7-50 a search that finds more than are counted has each order once, by %s, in both directions, wherever in the order they are',
    async (order) => {
      // More of the highest amounts, and of the newest orders, than a search looks ahead.
      const others = await read('/api/orders', 'search=noodles');
      if (others.total === 0) await putManyOrders(server, { count: 2_500, text: 'noodles', cents: 50_000 });
      const all = await server.services.reader
        .selectFrom('orders')
        .select('id')
        .where('search_text', 'like', '%rice%')
        .where('deleted_at', 'is', null)
        .execute();
      const found = (pages: Page[]) => pages.flatMap(idsOf) as number[];
      const forward: Page[] = [];
      for (let cursor: string | null = ''; cursor !== null; cursor = forward.at(-1)!.next_cursor)
        forward.push(await read('/api/orders', `${order}&search=rice&per_page=100&cursor=${cursor}`));

      expect(found(forward).toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
      const last = await read('/api/orders', `${order}&search=rice&per_page=100&cursor=last`);
      expect(found([last])).toEqual(found(forward).slice(-100));
      const before = await read('/api/orders', `${order}&search=rice&per_page=100&cursor=${last.prev_cursor}`);
      expect(found([before])).toEqual(found(forward).slice(-200, -100));
      const byNumber = await read('/api/orders', `${order}&search=rice&per_page=100&page=30`);
      expect(found([byNumber])).toEqual(found(forward).slice(2_900, 3_000));
    },
  );
});
