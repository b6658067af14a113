import { beforeAll, describe, expect, test } from 'vitest';
import { orderPlan, ticketPlan } from '../../src/client/local/rows-in-memory/row-indexes.ts';
import { RowColumns, type RowFilter } from '../../src/client/local/rows-in-memory/row-columns.ts';
import type { IndexPlan } from '../../src/client/local/rows-in-memory/index-plan.ts';
import { directions, orderSorts, productSorts, ticketSorts, userSorts } from '../../src/contract/sorts.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { expectRefused } from '../support/client.ts';
import { putProduct } from '../support/shop.ts';
import { minute, putOrders, putTickets } from '../support/sorted-rows.ts';
import { databaseKind, startTestServer, type TestUserName } from '../support/test-server.ts';

const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
const random = createRandom('sorts');

beforeAll(async () => {
  await putOrders(server, random, 60);
  await putTickets(server, random, 40);
});

/** Reads all pages of a list, of seven rows each. */
async function readAll(who: TestUserName, path: string, query: string): Promise<{ id: never }[]> {
  const rows: { id: never }[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await server.as(who).get(`${path}?per_page=7&page=${page}${query && `&${query}`}`);
    const { data, next_page_url: next } = Array.isArray(body.data) ? body : body.data;
    rows.push(...data);
    if (next === null) return rows;
  }
}

const idsOf = (rows: readonly { id: unknown }[]) => rows.map(({ id }) => id);

/** Each sort in both directions. */
const ordersOf = <Sorts extends object>(sorts: Sorts) =>
  Object.keys(sorts).flatMap((sort) => directions.map((direction) => [sort, direction] as const));

/** Sorts and filters rows as a device does that holds them. */
function onDevice<Id extends string | number, Row>(plan: IndexPlan<Id, Row>, rows: readonly Row[], filter: RowFilter) {
  const columns = new RowColumns<Id>(plan);
  columns.put(rows.map((row) => plan.entryOf(row)));
  return columns.find(filter);
}

describe(`on ${databaseKind}`, () => {
  test.each(ordersOf(orderSorts))(
    'S2K-11 S7-49 orders sorted by %s, %s: server and device agree, with filters and on each page',
    async (by, direction) => {
      const all = await readAll('sara', '/api/orders', '');
      expect(all).toHaveLength(59);

      for (const status of [[], ['new', 'completed']]) {
        const found = await readAll(
          'sara',
          '/api/orders',
          `sort=${by}&direction=${direction}${status.length > 0 ? `&status=${status.join()}` : ''}`,
        );
        expect(idsOf(found)).toEqual(
          onDevice(orderPlan, all as never, { search: '', values: { status }, sort: { by, direction } }),
        );
      }
      const { id: karim } = server.users.karim;
      const from = new Date(server.services.now() + 20 * minute).toISOString();
      const narrowed = await readAll(
        'sara',
        '/api/orders',
        `sort=${by}&direction=${direction}&user=${karim}&from=${from}&search=tea`,
      );
      const theirs = (all as unknown as { user_id: number; created_at: string }[]).filter(
        (row) => row.user_id === karim && row.created_at >= from,
      );
      expect(theirs.length).toBeGreaterThan(7);
      expect(idsOf(narrowed)).toEqual(
        onDevice(orderPlan, theirs as never, { search: '', values: {}, sort: { by, direction } }),
      );
    },
  );

  test.each(ordersOf(ticketSorts))(
    'S2M-10 S7-49 tickets sorted by %s, %s: server and device agree, also those that wait for an answer',
    async (by, direction) => {
      const all = await readAll('sara', '/api/tickets', 'admin=true');
      expect(all).toHaveLength(40);

      for (const waiting of [[], ['us']]) {
        const query = `admin=true&sort=${by}&direction=${direction}${waiting.length > 0 ? `&waiting=us` : ''}`;
        expect(idsOf(await readAll('sara', '/api/tickets', query))).toEqual(
          onDevice(ticketPlan, all as never, { search: '', values: { waiting }, sort: { by, direction } }),
        );
      }
    },
  );

  test('S2M-10 tickets that wait come longest waiting first unless the request names another order', async () => {
    const usual = await readAll('sara', '/api/tickets', 'admin=true&waiting=us');

    expect(await readAll('sara', '/api/tickets', 'admin=true&waiting=us&sort=waiting')).toEqual(usual);
    expect(await readAll('sara', '/api/tickets', 'admin=true&waiting=us&direction=desc')).toEqual(usual.toReversed());
    expect(await readAll('sara', '/api/tickets', 'admin=true&waiting=us&sort=created')).not.toEqual(usual);
  });

  test('S2F-13 users are sorted by the time they joined, by folded name and by balance, newest first among equals', async () => {
    const { db } = server.services;
    await db.updateTable('users').set({ balance_cents: 500 }).where('id', '=', server.users.karim.id).execute();
    const names = async (query: string) =>
      (await readAll('sara', '/api/users', query)).map((user) => (user as unknown as { name: string }).name);

    expect(await names('')).toEqual(['Karim', 'Amina', 'Sara', 'Root']);
    expect(await names('direction=asc')).toEqual(['Root', 'Sara', 'Amina', 'Karim']);
    expect(await names('sort=name')).toEqual(['Amina', 'Karim', 'Root', 'Sara']);
    expect(await names('sort=name&direction=desc&search=ar')).toEqual(['Sara', 'Karim']);
    expect(await names('sort=balance')).toEqual(['Karim', 'Amina', 'Sara', 'Root']);
    expect(await names('sort=balance&direction=asc')).toEqual(['Root', 'Sara', 'Amina', 'Karim']);
    expect(await names('sort=balance&all=true')).toEqual(['Karim', 'Amina', 'Sara', 'Root']);
    expect(Object.keys(userSorts)).toEqual(['joined', 'name', 'balance']);
  });

  test('S2G-15 products are sorted by date, title, price, number of orders and stock; stock that is not tracked is the highest', async () => {
    const { services } = server;
    await putProduct(services, { title: 'Écran', price: 5, quantity: 3 });
    await putProduct(services, { title: 'ebook', price: 12, quantity: 0 });
    const titles = async (query: string) =>
      (await readAll('sara', '/api/products', query)).map((row) => (row as unknown as { title: string }).title);
    const sorted: Record<keyof typeof productSorts, string[]> = {
      created: ['ebook', 'Écran', 'Tea'],
      title: ['ebook', 'Écran', 'Tea'],
      price: ['ebook', 'Tea', 'Écran'],
      orders: ['ebook', 'Écran', 'Tea'],
      stock: ['ebook', 'Écran', 'Tea'],
    };

    for (const [sort, wanted] of Object.entries(sorted)) {
      expect(await titles(`sort=${sort}`)).toEqual(wanted);
      const other = productSorts[sort as keyof typeof productSorts] === 'asc' ? 'desc' : 'asc';
      expect(await titles(`sort=${sort}&direction=${other}`)).toEqual(wanted.toReversed());
    }
  });

  test('S6-07 S2L-03 S2O-08 a customer sorts only their own orders and tickets, and not by the names of customers', async () => {
    const own = await readAll('karim', '/api/orders', 'sort=amount');

    expect(new Set(own.map((row) => (row as unknown as { user_id: number }).user_id))).toEqual(
      new Set([server.users.karim.id]),
    );
    expect(await readAll('karim', '/api/orders', 'sort=customer&direction=asc')).toEqual(
      await readAll('karim', '/api/orders', 'direction=asc'),
    );
    const tickets = await readAll('karim', '/api/tickets', 'sort=priority&admin=true');
    expect(new Set(tickets.map((row) => (row as unknown as { user_id: number }).user_id))).toEqual(
      new Set([server.users.karim.id]),
    );
    expectRefused(await server.as('karim').get('/api/users?sort=balance'), 403, 'FORBIDDEN');
  });

  test.each(['/api/orders', '/api/tickets', '/api/users', '/api/products'])(
    'S7-49 %s refuses an unknown order and an unknown direction',
    async (path) => {
      for (const query of ['sort=password_hash', 'sort=', 'direction=up', 'sort=id;drop'])
        expectRefused(await server.as('sara').get(`${path}?${query}`), 422, 'INVALID_FIELDS');
    },
  );
});
