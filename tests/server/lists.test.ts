import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import type { Answer } from '../support/client.ts';
import { realCalls } from '../support/real-requests.ts';
import { putCategory, putProduct } from '../support/shop.ts';
import { databaseKind, openWorld } from '../support/world.ts';

const world = await openWorld({ env: { REQUESTS_PER_MINUTE: '0' } });
const calls = await realCalls(world);
const house = await furnished();

const shapeOf = ({ input }: Endpoint) => Object.keys((input._zod.def as { shape?: object }).shape ?? {});
const named = (list: Endpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const);
const lists = endpoints.filter((endpoint) => endpoint.method === 'GET' && shapeOf(endpoint).includes('per_page'));
/** Notifications and histories are paged and not searched. */
const searched = lists.filter(({ name }) => name !== 'listNotifications' && !name.endsWith('History'));

test('the contract has the lists this file is about', () => {
  expect(lists.map(({ name }) => name)).toEqual([
    'listUsers',
    'readUserHistory',
    'readOwnBalanceHistory',
    'readBalanceHistory',
    'listCategories',
    'listCategoryProducts',
    'listProducts',
    'listOrders',
    'listTickets',
    'listNotifications',
  ]);
});

test.each(named(lists))(
  `S9-08 %s: nobody gets more than 100 rows, junk is the usual page, on ${databaseKind}`,
  async (_name, list) => {
    const usual = place(await ask(list, ''));

    for (const size of ['101', '1000', '100000', '999999999999']) {
      expect({ size, ...place(await ask(list, `per_page=${size}`)) }).toMatchObject({ size, per_page: 100, page: 1 });
    }
    for (const size of [...junk, '1000000000000000', 'per_page=5&per_page=6']) {
      const asked = size.includes('=') ? size : `per_page=${size}`;
      expect({ asked, ...place(await ask(list, asked)) }).toEqual({ asked, ...usual });
    }
    for (const page of [...junk, '1000001', '999999999999', '1e3', 'page=2&page=3']) {
      const asked = page.includes('=') ? page : `page=${page}`;
      expect({ asked, ...place(await ask(list, asked)) }).toEqual({ asked, ...usual });
    }
    expect(place(await ask(list, 'per_page=1&page=1000000'))).toMatchObject({ page: 1_000_000, rows: 0 });
    expect(world.errors.splice(0)).toEqual([]);
  },
);

const junk = ['0', '-1', '-0', '1.5', 'abc', '', '%D9%A5', '0x10', 'NaN', 'Infinity', '%00', '5%20or%201=1'];

test.each(named(searched))(`%s: signs of patterns are text, on ${databaseKind}`, async (_name, list) => {
  const found = async (search: string) => place(await ask(list, `search=${search}`)).rows;

  expect(await found('')).toBeGreaterThan(0);
  for (const sign of ['%25', '_', '%5C', '%25%25', '_____', '%5C%25', '*', '%27', '%22', '%5B%5D', '%EF%BC%85']) {
    expect({ sign, rows: await found(sign) }).toEqual({ sign, rows: 0 });
  }
  expect(world.errors.splice(0)).toEqual([]);
});

test('what has such a sign in its name is found by it', async () => {
  await putProduct(world.means, { title: '100%_sure\\', categories: [house.category] });
  const products = endpoints.find(({ name }) => name === 'listProducts')!;

  for (const search of ['%25', '_', '%5C', '100%25_', 'SURE%5C']) {
    expect({ search, ...place(await ask(products, `search=${search}`)) }).toMatchObject({ search, rows: 1 });
  }
});

test.each(named(lists.filter((list) => shapeOf(list).includes('search'))))(
  `%s: a search that no database can look for is refused by name, on ${databaseKind}`,
  async (_name, list) => {
    for (const search of ['%00', 'a%00b', 'a'.repeat(201), 'search=a&search=b']) {
      const { status, body } = await ask(list, search.includes('=') ? search : `search=${search}`);
      expect({ search, status, code: body.code }).toEqual({ search, status: 422, code: 'INVALID_FIELDS' });
      expect(Object.keys(body.errors)).toEqual(['search']);
    }
    // 200 characters as people count them; what is no UTF-8 stands for itself.
    expect((await ask(list, `search=${encodeURIComponent('😀'.repeat(200))}`)).status).toBe(200);
    expect((await ask(list, 'search=%ED%A0%80&x=%')).status).toBe(200);
    expect(world.errors.splice(0)).toEqual([]);
  },
);

const filters = endpoints.flatMap((endpoint) =>
  ['status', 'type', 'product', 'user', 'roles', 'sort_by', 'period', 'min_price', 'max_price', 'all', 'admin']
    .filter((filter) => endpoint.method === 'GET' && shapeOf(endpoint).includes(filter))
    .map((filter) => [endpoint.name, filter, endpoint] as const),
);

test.each(filters)(
  `%s: any %s is answered: found, nothing found, as usual, or refused by name, on ${databaseKind}`,
  async (_name, filter, list) => {
    for (const value of [
      'drop_table',
      '%00',
      'a%00b',
      '%25',
      '__proto__',
      '9223372036854775808',
      '1e400',
      '-1',
      'x,'.repeat(900),
    ]) {
      const { status, body } = await ask(list, `${filter}=${value}`);
      const expected = status === 422 ? { status: 422, fields: [filter] } : { status: 200, fields: [] };
      expect({ value, status, fields: Object.keys(body.errors ?? {}) }).toEqual({ value, ...expected });
    }
    expect(world.errors.splice(0)).toEqual([]);
  },
);

test.each(filters.filter(([, filter]) => ['sort_by', 'period'].includes(filter)))(
  '%s: an unknown %s is the usual one',
  async (_name, filter, list) => {
    const usual = await ask(list, '');

    for (const value of ['drop_table', 'NAME_ASC', 'name_asc,', '__proto__', 'constructor', '', '1', '%00']) {
      const { status, body } = await ask(list, `${filter}=${value}`);
      expect({ value, status, body: linksApart(body) }).toEqual({ value, status: 200, body: linksApart(usual.body) });
    }
  },
);

async function ask(list: Endpoint, query: string): Promise<Answer> {
  const { who, path } = await callOf(list);
  return world.as(list.name === 'listTickets' ? 'amina' : who!).get(`${path}?${query}`);
}

const known = new Map<string, ReturnType<typeof calls.of>>();
function callOf(list: Endpoint) {
  if (!known.has(list.name)) known.set(list.name, calls.of(list));
  return known.get(list.name)!;
}

/** Where an answer says it is, whichever of its shapes it has (C-04). */
function place({ status, body }: Answer) {
  const meta = [body, body.meta, body.data].find((one) => one && typeof one.current_page === 'number') ?? {};
  const rows = [body.products, body.history, body.data?.data, body.data].find((one) => Array.isArray(one)) ?? [];
  return { status, page: meta.current_page, per_page: meta.per_page, rows: rows.length };
}

/** An answer without the links to its neighbours: they repeat what was asked. */
const linksApart = (body: object): object =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (name.endsWith('_page_url') ? null : value))) as object;

/** More rows than a page has, none of them with a sign of a pattern in it. */
async function furnished() {
  const category = await putCategory(world.means, { title: 'Books' });
  for (let count = 0; count < 3; count += 1)
    await putProduct(world.means, { title: `Book ${count}`, categories: [category] });
  const random = createRandom('lists');
  const open = endpoints.find(({ name }) => name === 'openTicket')!;
  const call = await calls.of(open);
  for (let count = 0; count < 3; count += 1) await world.as('amina').post(call.path, call.fields(random));
  return { category };
}
