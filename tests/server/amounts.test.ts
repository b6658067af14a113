import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { AmountInForm, PlainAmount } from '../../src/contract/fields.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { toCents } from '../../src/server/platform/base/wire-values.ts';
import type { Answer } from '../support/client.ts';
import { fieldsOf } from '../support/schema-examples.ts';
import { readAccount, credit, putCategory, putProduct } from '../support/shop.ts';
import { databaseKind, startTestServer } from '../support/test-server.ts';
import { postJson, topupAmounts, type AmountField as Field } from '../support/topup-amounts.ts';

const pin = '80412';

const server = await startTestServer();
await server.as('sara').post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
const category = await putCategory(server.services, { title: 'Drinks' });
const [tea, juice, expensive] = [
  await putProduct(server.services, { price: 10, categories: [category] }),
  await putProduct(server.services, { price: 10, categories: [category] }),
  await putProduct(server.services, { price: 1_000_000, categories: [category] }),
];
await credit(server.services, server.users.amina, 1_000_100);

const post = postJson(server);

const adjust = (how: string) => (json: string) =>
  post('sara', `/api/users/${server.users.amina.id}/balance/${how}`, `{"pin":"${pin}","amount":${json}}`);

const userBody = (json: string) =>
  `{"name":"Nour","email":"${randomUUID()}@example.test","password":"a good long phrase","pin":"${pin}","balance":${json}}`;

const productBody = (price: string, cost: string, variant?: [string, string]) => {
  const variants = variant ? `[{"title":"Small","status":"active","price":${variant[0]},"cost":${variant[1]}}]` : '[]';
  const parts = `"has_variants":${variant ? 1 : 0},"product_variants":${variants},"category_ids":[${category}]`;
  return `{"title":"Juice","price":${price},"cost":${cost},${parts}}`;
};

const createAndUpdate = (field: string, body: (json: string) => string): Field[] => [
  { call: 'createProduct', field, kind: 'form', send: (json) => post('sara', '/api/products', body(json)) },
  {
    call: 'updateProduct',
    field,
    kind: 'form',
    send: (json) => post('sara', `/api/products/${juice.id}`, body(json)),
  },
];

const places = {
  delivery_id: (await server.as('sara').post('/api/deliveries', { title: 'Swift' })).body.deliveries.at(-1).id,
  city_id: (await server.as('sara').post('/api/cities', { title: 'Sebha' })).body.cities.at(-1).id,
};
const setRate = (json: string) => post('sara', '/api/rates', `${JSON.stringify(places).slice(0, -1)},"price":${json}}`);

const importCodes = (json: string) =>
  post('sara', `/api/products/${tea.id}/codes`, `{"text":"${randomUUID()}","cost":${json}}`);

const orderWith = (name: string) => (json: string) =>
  post('amina', '/api/orders', `{"product_id":${tea.id},"${name}":${json}}`);

/** An order of the largest price, with what is left of it. */
async function placeLargeOrder(): Promise<{ id: number; left: number }> {
  const { body } = await post('amina', '/api/orders', `{"product_id":${expensive.id}}`);
  return { id: body.order.id, left: 1_000_000 };
}
let largeOrder = await placeLargeOrder();

/** Returns a part of the price of an order; of a new one where less is left. */
async function returnPart(json: string): Promise<Answer> {
  const amount = Number(json);
  if (amount >= largeOrder.left && amount < 1_000_000) largeOrder = await placeLargeOrder();
  const { id, left } = largeOrder;
  const answer = await post('sara', `/api/orders/${id}/refund`, `{"amount":${json},"reason":"Late","seen":${left}}`);
  if (answer.status === 200) largeOrder.left = (toCents(left) - toCents(amount)) / 100;
  return answer;
}

/** Every field with an amount of money in a body. */
const moneyFields: Field[] = [
  { call: 'addToBalance', field: 'amount', kind: 'plain', send: adjust('add') },
  { call: 'subtractFromBalance', field: 'amount', kind: 'plain', send: adjust('subtract') },
  { call: 'createUser', field: 'balance', kind: 'opening', send: (json) => post('sara', '/api/users', userBody(json)) },
  ...createAndUpdate('price', (json) => productBody(json, '1')),
  ...createAndUpdate('cost', (json) => productBody('10', json)),
  ...createAndUpdate('product_variants.0.price', (json) => productBody('10', '1', [json, '1'])),
  ...createAndUpdate('product_variants.0.cost', (json) => productBody('10', '1', ['10', json])),
  { call: 'setRate', field: 'price', kind: 'form', isNullable: true, send: setRate },
  { call: 'importCodes', field: 'cost', kind: 'form', isNullable: true, send: importCodes },
  { call: 'placeOrder', field: 'price', kind: 'seen', send: orderWith('price') },
  { call: 'placeOrder', field: 'order_price', kind: 'seen', send: orderWith('order_price') },
  { call: 'placeOrder', field: 'total', kind: 'seen', send: orderWith('total') },
  { call: 'refundPart', field: 'amount', kind: 'plain', max: 999_999.99, send: returnPart },
  ...(await topupAmounts(server, pin)),
];

const namedFields = moneyFields.map((one) => ({ ...one, name: `${one.call} ${one.field}` }));

/** JSON values that no field accepts as an amount. */
const notNumbers = [
  'true|false|null|[]|[5]|{}|{"amount":5}|""|" "|" 10"|"10 "|"+10"|"-10"|"1e3"|"0x10"|"١٠"|"１٠"|"10,00"|"10.005"',
  '"NaN"|"Infinity"|"ten"|1e400|-1e400',
].flatMap((values) => values.split('|'));
/** Numbers that are not whole cents from 0.01 to 1,000,000. */
const wrongNumbers =
  '-0 -0.01 -1 0.001 1.005 0.010000005 10.000000001 10.0049999 1e-320 1000000.01 1e9 9007199254740993 1e300'.split(' ');
/** Amounts as text, which only forms accept. */
const texts = ['"10"', '"12.5"', '"12.50"'];

test('`moneyFields` names every field of the contract with an amount of money', () => {
  const named = endpoints.flatMap(({ name, method, input }) =>
    (method === 'POST' ? fieldsOf(input) : []).map(([field]) => `${name} ${field}`),
  );
  const ofMoney = named.filter((name) => /(price|cost|amount|balance|total|balance_max| min| max)$/.test(name));
  // `updateUser` has `balance` only to refuse it: D-9, tests/server/balance-adjust.test.ts.
  expect(namedFields.map(({ name }) => name).toSorted()).toEqual(
    ofMoney.filter((name) => name !== 'updateUser balance').toSorted(),
  );
});

test.each(namedFields)(
  `S5-05 $name refuses every value that is no amount, and no money moves, on ${databaseKind}`,
  async (moneyField) => {
    const before = await readMoneyState();
    const bad = [
      ...notNumbers,
      ...(moneyField.kind === 'seen' ? [] : wrongNumbers),
      ...(moneyField.kind === 'form' ? [] : texts),
    ];

    for (const json of [...bad, ...(moneyField.kind === 'plain' ? ['0'] : [])]) {
      if (moneyField.isNullable && json === 'null') continue;
      const { status, body } = await moneyField.send(json);
      const fields = Object.keys(body.errors ?? {}).filter((name) => name !== moneyField.also);
      expect({ json, status, code: body.code, fields }).toEqual({
        json,
        status: 422,
        code: 'INVALID_FIELDS',
        fields: [moneyField.field],
      });
    }
    expect((await moneyField.send('NaN')).status).toBe(400);

    expect(await readMoneyState()).toEqual(before);
    expect(server.errors.splice(0)).toEqual([]);
  },
);

test('C-07 an order with another price than the current one is refused and never charged, whatever number is sent', async () => {
  const before = await readMoneyState();
  // 10.000000001 is left out: such a rounding error of a device's sum counts as the same price.
  const otherPrices = wrongNumbers.filter((json) => json !== '10.000000001');

  for (const name of ['price', 'order_price']) {
    for (const json of [...otherPrices, '0', '9.99', '10.01', '1e2']) {
      const answer = await orderWith(name)(json);
      expect({ json, status: answer.status, code: answer.body.code }).toEqual({
        json,
        status: 409,
        code: 'PRICE_CHANGED',
      });
    }
  }

  expect(await readMoneyState()).toEqual(before);
  expect((await orderWith('price')('10')).body.order.total_price).toBe(10);
});

test.each(namedFields.filter(({ kind }) => kind !== 'seen'))(
  `$name accepts amounts in whole cents, on ${databaseKind}`,
  async (moneyField) => {
    const amounts = ['0.01', '0.29', '1.15', '4.35', '8.2', '19.99', '1e1', '999999.99', '1000000'];
    const zeros = moneyField.kind === 'opening' || moneyField.field.endsWith('cost') ? ['0'] : [];
    const amountTexts = moneyField.kind === 'form' ? ['"10"', '"12.5"', '"0.29"'] : [];
    await credit(server.services, server.users.amina, 5_000_000);

    const { max = 1_000_000 } = moneyField;
    for (const json of [...amounts.filter((amount) => Number(amount) <= max), ...zeros, ...amountTexts]) {
      const { status, body } = await moneyField.send(json);
      expect({ json, status, body: status === 200 ? {} : body }).toEqual({ json, status: 200, body: {} });
    }
    expect((await findFaults(server.services.db)).faults).toEqual([]);
  },
);

test('amounts up to a million euros are accepted and converted to exactly their number of cents', () => {
  for (let cents = 1; cents <= 100_000_000; cents += cents < 20_000 ? 1 : 9_973) {
    const euros = cents / 100;
    expect(PlainAmount.safeParse(euros).success && AmountInForm.safeParse(euros.toFixed(2)).success).toBe(true);
    expect(toCents(euros)).toBe(cents);
  }
});

/** All records that a wrong amount could change: balances, ledger, prices and users. */
async function readMoneyState() {
  const { db } = server.services;
  const account = await readAccount(server.services, server.users.amina);
  const products = await db.selectFrom('products').select(['id', 'price_cents', 'cost_cents', 'rev']).execute();
  const variants = await db.selectFrom('product_variants').selectAll().execute();
  const people = await db.selectFrom('users').select(['id', 'balance_cents']).orderBy('id').execute();
  return { account, products, variants, people };
}
