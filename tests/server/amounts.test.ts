import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { AmountInForm, PlainAmount } from '../../src/contract/fields.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { toCents } from '../../src/server/platform/money.ts';
import type { Answer } from '../support/client.ts';
import { fieldsOf } from '../support/examples.ts';
import { booksOf, credit, putCategory, putProduct } from '../support/shop.ts';
import { databaseKind, openWorld } from '../support/world.ts';

const pin = '80412';

const world = await openWorld();
await world.as('sara').post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
const category = await putCategory(world.means, { title: 'Drinks' });
const [tea, juice] = [
  await putProduct(world.means, { price: 10, categories: [category] }),
  await putProduct(world.means, { price: 10, categories: [category] }),
];
await credit(world.means, world.people.amina, 100);

/**
 * `plain`: a number above 0. `opening`: the same, or 0. `form`: 0 or more, also as plain text. `seen`: what the
 * customer saw; it is compared with the price and can only refuse.
 */
type Kind = 'plain' | 'opening' | 'form' | 'seen';

interface Field {
  call: string;
  field: string;
  kind: Kind;
  /** Sends the call with this JSON in the field's place. */
  send(json: string): Promise<Answer>;
}

const post = (who: 'sara' | 'amina', path: string, body: string) =>
  world.as(who).post(path, body, { 'Idempotency-Key': randomUUID() });

const adjust = (how: string) => (json: string) =>
  post('sara', `/api/users/${world.people.amina.id}/balance/${how}`, `{"pin":"${pin}","amount":${json}}`);

const user = (json: string) =>
  `{"name":"Nour","email":"${randomUUID()}@example.test","password":"a good long phrase","pin":"${pin}","balance":${json}}`;

const product = (price: string, cost: string, variant?: [string, string]) => {
  const variants = variant ? `[{"title":"Small","status":"active","price":${variant[0]},"cost":${variant[1]}}]` : '[]';
  const parts = `"has_variants":${variant ? 1 : 0},"product_variants":${variants},"category_ids":[${category}]`;
  return `{"title":"Juice","price":${price},"cost":${cost},${parts}}`;
};

const newOrOld = (field: string, body: (json: string) => string): Field[] => [
  { call: 'createProduct', field, kind: 'form', send: (json) => post('sara', '/api/products', body(json)) },
  {
    call: 'updateProduct',
    field,
    kind: 'form',
    send: (json) => post('sara', `/api/products/${juice.id}`, body(json)),
  },
];

const order = (name: string) => (json: string) =>
  post('amina', '/api/orders', `{"product_id":${tea.id},"${name}":${json}}`);

/** Every field of money that a body can bring. */
const money: Field[] = [
  { call: 'addToBalance', field: 'amount', kind: 'plain', send: adjust('add') },
  { call: 'subtractFromBalance', field: 'amount', kind: 'plain', send: adjust('subtract') },
  { call: 'createUser', field: 'balance', kind: 'opening', send: (json) => post('sara', '/api/users', user(json)) },
  ...newOrOld('price', (json) => product(json, '1')),
  ...newOrOld('cost', (json) => product('10', json)),
  ...newOrOld('product_variants.0.price', (json) => product('10', '1', [json, '1'])),
  ...newOrOld('product_variants.0.cost', (json) => product('10', '1', ['10', json])),
  { call: 'placeOrder', field: 'price', kind: 'seen', send: order('price') },
  { call: 'placeOrder', field: 'order_price', kind: 'seen', send: order('order_price') },
];

const places = money.map((one) => ({ ...one, name: `${one.call} ${one.field}` }));

/** JSON that is no amount of money anywhere. */
const notNumbers = [
  'true|false|null|[]|[5]|{}|{"amount":5}|""|" "|" 10"|"10 "|"+10"|"-10"|"1e3"|"0x10"|"١٠"|"１٠"|"10,00"|"10.005"',
  '"NaN"|"Infinity"|"ten"|1e400|-1e400',
].flatMap((some) => some.split('|'));
/** Numbers, but not of cents between a cent and a million. */
const wrongNumbers =
  '-0 -0.01 -1 0.001 1.005 0.010000005 10.000000001 10.0049999 1e-320 1000000.01 1e9 9007199254740993 1e300'.split(' ');
const texts = ['"10"', '"12.5"', '"12.50"'];

test('the table names every field of money in the contract', () => {
  const named = endpoints.flatMap(({ name, method, input }) =>
    (method === 'POST' ? fieldsOf(input) : []).map(([field]) => `${name} ${field}`),
  );
  const ofMoney = named.filter((name) => /(price|cost|amount|balance|total)$/.test(name));
  // A balance is never edited: D-9, tests/server/balance-adjust.test.ts.
  expect(places.map(({ name }) => name).toSorted()).toEqual(
    ofMoney.filter((name) => name !== 'updateUser balance').toSorted(),
  );
});

test.each(places)(`S5-05 $name takes no other than amounts, and nothing moves, on ${databaseKind}`, async (place) => {
  const before = await everything();
  const bad = [...notNumbers, ...(place.kind === 'seen' ? [] : wrongNumbers), ...(place.kind === 'form' ? [] : texts)];

  for (const json of [...bad, ...(place.kind === 'plain' ? ['0'] : [])]) {
    const { status, body } = await place.send(json);
    const fields = Object.keys(body.errors ?? {});
    expect({ json, status, code: body.code, fields }).toEqual({
      json,
      status: 422,
      code: 'INVALID_FIELDS',
      fields: [place.field],
    });
  }
  expect((await place.send('NaN')).status).toBe(400);

  expect(await everything()).toEqual(before);
  expect(world.errors.splice(0)).toEqual([]);
});

test('C-07 a price the customer did not see refuses and never charges, whatever number it is', async () => {
  const before = await everything();
  // A millionth of a cent is how numbers are added up on a device, not another price.
  const others = wrongNumbers.filter((json) => json !== '10.000000001');

  for (const name of ['price', 'order_price']) {
    for (const json of [...others, '0', '9.99', '10.01', '1e2']) {
      const answer = await order(name)(json);
      expect({ json, status: answer.status, code: answer.body.code }).toEqual({
        json,
        status: 409,
        code: 'PRICE_CHANGED',
      });
    }
  }

  expect(await everything()).toEqual(before);
  expect((await order('price')('10')).body.order.total_price).toBe(10);
});

test.each(places.filter(({ kind }) => kind !== 'seen'))(
  `$name takes amounts to the cent, on ${databaseKind}`,
  async (place) => {
    const amounts = ['0.01', '0.29', '1.15', '4.35', '8.2', '19.99', '1e1', '999999.99', '1000000'];
    const zeros = place.kind === 'opening' || place.field.endsWith('cost') ? ['0'] : [];
    const plainTexts = place.kind === 'form' ? ['"10"', '"12.5"', '"0.29"'] : [];
    await credit(world.means, world.people.amina, 5_000_000);

    for (const json of [...amounts, ...zeros, ...plainTexts]) {
      const { status, body } = await place.send(json);
      expect({ json, status, body: status === 200 ? {} : body }).toEqual({ json, status: 200, body: {} });
    }
    expect((await findFaults(world.means.db)).faults).toEqual([]);
  },
);

test('every amount of cents up to a million euros is taken as exactly that many cents', () => {
  for (let cents = 1; cents <= 100_000_000; cents += cents < 20_000 ? 1 : 9_973) {
    const euros = cents / 100;
    expect(PlainAmount.safeParse(euros).success && AmountInForm.safeParse(euros.toFixed(2)).success).toBe(true);
    expect(toCents(euros)).toBe(cents);
  }
});

/** What could have moved: everybody's books, the catalogue's prices, and who there is. */
async function everything() {
  const { db } = world.means;
  const books = await booksOf(world.means, world.people.amina);
  const products = await db.selectFrom('products').select(['id', 'price_cents', 'cost_cents', 'rev']).execute();
  const variants = await db.selectFrom('product_variants').selectAll().execute();
  const people = await db.selectFrom('users').select(['id', 'balance_cents']).orderBy('id').execute();
  return { books, products, variants, people };
}
