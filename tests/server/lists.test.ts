import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import type { Answer } from '../support/client.ts';
import { realCalls } from '../support/real-requests.ts';
import { putCategory, putProduct } from '../support/shop.ts';
import { databaseKind, startTestServer } from '../support/test-server.ts';

const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
const calls = await realCalls(server);
const records = await createRecords();

const shapeOf = ({ input }: Endpoint) => Object.keys((input._zod.def as { shape?: object }).shape ?? {});
const withNames = (list: Endpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const);
/** The audit log is paged by the last row seen: tests/server/audit-log.test.ts. */
const lists = endpoints.filter((endpoint) => endpoint.method === 'GET' && shapeOf(endpoint).includes('page'));
/** All but notifications, users by roles and histories, which are only paged. */
const onlyPaged = ['listNotifications', 'listUsersByRoles'];
const searched = lists.filter(({ name }) => !onlyPaged.includes(name) && !name.endsWith('History'));

test('the contract has exactly these thirteen paged lists, which the tests below call', () => {
  expect(lists.map(({ name }) => name)).toEqual([
    'listUsersByRoles',
    'listUsers',
    'readUserHistory',
    'readOwnBalanceHistory',
    'readBalanceHistory',
    'listCategories',
    'listCategoryProducts',
    'listProducts',
    'listOrders',
    'readOrderHistory',
    'listTickets',
    'listNotifications',
    'listTopups',
  ]);
});

test.each(withNames(lists))(
  `S9-08 %s: a page has at most 100 rows, wrong parameters give the default page, on ${databaseKind}`,
  async (_name, list) => {
    const usual = pagingOf(await ask(list, ''));

    for (const size of ['101', '1000', '100000', '999999999999']) {
      expect({ size, ...pagingOf(await ask(list, `per_page=${size}`)) }).toMatchObject({
        size,
        per_page: 100,
        page: 1,
      });
    }
    for (const size of [...junk, '1000000000000000', 'per_page=5&per_page=6']) {
      const query = size.includes('=') ? size : `per_page=${size}`;
      expect({ query, ...pagingOf(await ask(list, query)) }).toEqual({ query, ...usual });
    }
    for (const page of [...junk, '1000001', '999999999999', '1e3', 'page=2&page=3']) {
      const query = page.includes('=') ? page : `page=${page}`;
      expect({ query, ...pagingOf(await ask(list, query)) }).toEqual({ query, ...usual });
    }
    expect(pagingOf(await ask(list, 'per_page=1&page=1000000'))).toMatchObject({ page: 1_000_000, rows: 0 });
    expect(server.errors.splice(0)).toEqual([]);
  },
);

const junk = ['0', '-1', '-0', '1.5', 'abc', '', '%D9%A5', '0x10', 'NaN', 'Infinity', '%00', '5%20or%201=1'];

test.each(withNames(searched))(
  `%s: the special characters of search patterns are searched as text, on ${databaseKind}`,
  async (_name, list) => {
    const found = async (search: string) => pagingOf(await ask(list, `search=${search}`)).rows;

    expect(await found('')).toBeGreaterThan(0);
    for (const sign of ['%25', '_', '%5C', '%25%25', '_____', '%5C%25', '*', '%27', '%22', '%5B%5D', '%EF%BC%85']) {
      expect({ sign, rows: await found(sign) }).toEqual({ sign, rows: 0 });
    }
    expect(server.errors.splice(0)).toEqual([]);
  },
);

test('a product is found by a special character in its title', async () => {
  await putProduct(server.services, { title: '100%_sure\\', categories: [records.category] });
  const products = endpoints.find(({ name }) => name === 'listProducts')!;

  for (const search of ['%25', '_', '%5C', '100%25_', 'SURE%5C']) {
    expect({ search, ...pagingOf(await ask(products, `search=${search}`)) }).toMatchObject({ search, rows: 1 });
  }
});

test.each(withNames(lists.filter((list) => shapeOf(list).includes('search'))))(
  `%s: a search with NUL, with 201 characters or given twice is refused, and the error names the field, on ${databaseKind}`,
  async (_name, list) => {
    for (const search of ['%00', 'a%00b', 'a'.repeat(201), 'search=a&search=b']) {
      const { status, body } = await ask(list, search.includes('=') ? search : `search=${search}`);
      expect({ search, status, code: body.code }).toEqual({ search, status: 422, code: 'INVALID_FIELDS' });
      expect(Object.keys(body.errors)).toEqual(['search']);
    }
    // An emoji counts as one of the 200 characters; bytes that are no UTF-8 are accepted.
    expect((await ask(list, `search=${encodeURIComponent('😀'.repeat(200))}`)).status).toBe(200);
    expect((await ask(list, 'search=%ED%A0%80&x=%')).status).toBe(200);
    expect(server.errors.splice(0)).toEqual([]);
  },
);

const filters = endpoints.flatMap((endpoint) =>
  ['kind', 'status', 'type', 'product', 'user', 'roles', 'sort_by', 'period', 'min_price', 'max_price', 'all', 'admin']
    .filter((filter) => endpoint.method === 'GET' && shapeOf(endpoint).includes(filter))
    .map((filter) => [endpoint.name, filter, endpoint] as const),
);

test.each(filters)(
  `%s: any value of %s is answered, or refused with an error that names the field, on ${databaseKind}`,
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
    expect(server.errors.splice(0)).toEqual([]);
  },
);

test.each(filters.filter(([, filter]) => ['sort_by', 'period'].includes(filter)))(
  '%s: an unknown %s has the effect of the default',
  async (_name, filter, list) => {
    const usual = await ask(list, '');

    for (const value of ['drop_table', 'NAME_ASC', 'name_asc,', '__proto__', 'constructor', '', '1', '%00']) {
      const { status, body } = await ask(list, `${filter}=${value}`);
      expect({ value, status, body: withoutLinks(body) }).toEqual({
        value,
        status: 200,
        body: withoutLinks(usual.body),
      });
    }
  },
);

async function ask(list: Endpoint, query: string): Promise<Answer> {
  const { who, path } = await callOf(list);
  return server.as(who!).get(`${path}?${query}`);
}

const preparedCalls = new Map<string, ReturnType<typeof calls.callTo>>();
function callOf(list: Endpoint) {
  if (!preparedCalls.has(list.name)) preparedCalls.set(list.name, calls.callTo(list));
  return preparedCalls.get(list.name)!;
}

/** The paging fields and the number of rows of an answer in any paginated shape (C-04). */
function pagingOf({ status, body }: Answer) {
  const meta = [body, body.meta, body.data].find((one) => one && typeof one.current_page === 'number') ?? {};
  const rows = [body.products, body.history, body.data?.data, body.data].find((one) => Array.isArray(one)) ?? [];
  return { status, page: meta.current_page, per_page: meta.per_page, rows: rows.length };
}

/** An answer without the links to other pages, because they repeat the query. */
const withoutLinks = (body: object): object =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (name.endsWith('_page_url') ? null : value))) as object;

/** Creates products, tickets and top-up requests, three of each, none of them with a special character of search patterns. */
async function createRecords() {
  const category = await putCategory(server.services, { title: 'Books' });
  for (let count = 0; count < 3; count += 1)
    await putProduct(server.services, { title: `Book ${count}`, categories: [category] });
  const random = createRandom('lists');
  for (const opening of endpoints.filter(({ name }) => name === 'openTicket' || name === 'openTopup')) {
    const call = await calls.callTo(opening);
    for (let count = 0; count < 3; count += 1) await server.as('amina').post(call.path, call.fields(random));
  }
  return { category };
}
