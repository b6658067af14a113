import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { fieldsOf } from '../support/schema-examples.ts';
import { realCalls } from '../support/real-requests.ts';
import { databaseKind, startTestServer } from '../support/test-server.ts';

const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
const calls = await realCalls(server);

const bodies = [
  ...endpoints.filter(({ method }) => method === 'POST').map(({ name, input }) => [name, input] as const),
  ...Object.entries(mutationSchemas),
];
/** Every field of a body that accepts free text: any character, up to a length. */
const textFields = bodies.flatMap(([name, input]) =>
  fieldsOf(input)
    .filter(([, field]) => field.safeParse('Some words, été, مرحبا').success && !field.safeParse(7).success)
    .map(([path, field]) => [`${name} ${path}`, field] as const),
);

/** The text fields whose value is stored as text: not those that are compared, looked up by a hash, or read line by line. */
const storedFields = textFields.filter(
  ([name]) => !/^(login|setPin|sync) |current_password$|token$| from\.|Codes text$/.test(name),
);

const codes = (field: (typeof textFields)[number][1], value: unknown): string[] | undefined =>
  field.safeParse(value).error?.issues.map(({ message }) => message);

test('the contract has these fields whose text is stored', () => {
  const fieldsByCall = Map.groupBy(
    storedFields.map(([name]) => name.split(' ')),
    ([call]) => call,
  );
  const lines = [...fieldsByCall].map(([call, fields]) => `${call}: ${fields.map(([, field]) => field).join(' ')}`);
  expect(lines).toMatchInlineSnapshot(`
    [
      "register: name password",
      "resetPassword: password",
      "updateProfile: name",
      "changePassword: password",
      "createUser: name password",
      "updateUser: name password",
      "addToBalance: note",
      "subtractFromBalance: note",
      "createCategory: title description",
      "updateCategory: title description",
      "createProduct: title description product_variants.0.title sku search_words order_fields.0.label.en order_fields.0.label.fr order_fields.0.label.ar order_fields.0.hint.en order_fields.0.hint.fr order_fields.0.hint.ar order_fields.0.choices.0.value order_fields.0.choices.0.label.en order_fields.0.choices.0.label.fr order_fields.0.choices.0.label.ar",
      "updateProduct: title description product_variants.0.title sku search_words order_fields.0.label.en order_fields.0.label.fr order_fields.0.label.ar order_fields.0.hint.en order_fields.0.hint.fr order_fields.0.hint.ar order_fields.0.choices.0.value order_fields.0.choices.0.label.en order_fields.0.choices.0.label.fr order_fields.0.choices.0.label.ar",
      "placeOrder: message",
      "updateOrder: notes",
      "refundPart: reason",
      "openTicket: subject content",
      "replyToTicket: content",
      "createArticle: texts.en.title texts.en.body texts.fr.title texts.fr.body texts.ar.title texts.ar.body",
      "updateArticle: texts.en.title texts.en.body texts.fr.title texts.fr.body texts.ar.title texts.ar.body",
      "updateShop: name",
      "updateMail: sender_name texts.0.subject texts.0.body",
      "createDelivery: title",
      "updateDelivery: title",
      "createCity: title",
      "updateCity: title",
      "openTopup: slip_number note",
      "approveTopup: note",
      "refuseTopup: note",
      "importCodes: note",
      "withdrawCodes: reason",
      "replaceCode: reason",
      "createTopupMethod: name.en name.fr name.ar steps.en steps.fr steps.ar accounts.0.label.en accounts.0.label.fr accounts.0.label.ar accounts.0.value",
      "updateTopupMethod: name.en name.fr name.ar steps.en steps.fr steps.ar accounts.0.label.en accounts.0.label.fr accounts.0.label.ar accounts.0.value",
      "ticket.open@1: subject content",
      "ticket.open@2: subject content",
      "ticket.reply@1: content",
      "ticket.reply@2: content",
      "ticket.note@1: content",
      "order.deliver@1: notes",
      "order.deliver@2: notes",
      "topup.open@1: slip_number note",
      "order.ask@1: text",
      "answer.save@1: name value",
    ]
  `);
});

test.each(storedFields)(
  '%s: NUL and lone surrogates are refused, characters of every script and direction are not',
  (_name, field) => {
    for (const bad of ['Some\0words', '\0'.repeat(8), 'some words\ud800', '\udfffsome words', 'a\ud800\ud800bcdefgh']) {
      expect({ bad, codes: codes(field, bad) }).toEqual({ bad, codes: ['invalid'] });
    }
    for (const good of [
      '\u202eright to left\u202c',
      '\u2066isolated\u2069',
      'a\u200fb c d e f',
      '😀😀😀😀😀😀😀😀',
      'ﷺ ﷽ ﷺ ﷽ ﷺ',
    ]) {
      expect({ good, codes: codes(field, good) }).toEqual({ good, codes: undefined });
    }
  },
);

test.each(storedFields)('%s: an emoji counts as one character', (_name, field) => {
  const code = codes(field, 'x'.repeat(20_001))?.find((one) => one.startsWith('max:'));
  const most = Number(code?.slice('max:'.length));

  expect(most).toBeGreaterThan(0);
  // None is refused as a common password of one repeated character: that is checked later.
  for (const sign of ['x', 'é', 'ش', '😀', '𓀀']) {
    expect(codes(field, sign.repeat(most))).toBeUndefined();
    expect(codes(field, sign.repeat(most + 1))).toEqual([code]);
  }
  expect(codes(field, `${'x'.repeat(most)}\u{1f600}`)).toEqual([code]);
});

test('S5-03 a password of four emoji has four characters, not eight', () => {
  const passwords = textFields.filter(([name]) =>
    /^(register|createUser|reset\w+|changePassword) password$/.test(name),
  );

  expect(passwords).toHaveLength(4);
  for (const [, field] of passwords) {
    expect(codes(field, '😀😁😂🤣')).toEqual(['min:8']);
    expect(codes(field, '😀😁😂🤣😃😄😅😆')).toBeUndefined();
  }
});

/** Difficult characters: several bytes, right-to-left, ligatures, accents, and signs of SQL and JSON. */
const oddCharacters = [
  '😀',
  '𓀀',
  '\u202e',
  '\u2066',
  'ﷺ',
  '㌀',
  '㍍',
  '𝒳',
  'e\u0301'.normalize('NFC'),
  'أ',
  '"',
  '\\',
  '%',
  '_',
  "'",
];
/** A text of this length from odd characters; begins and ends with an x. */
const oddText = (length: number): string => {
  const random = createRandom('text');
  const lastIndex = length - 1;
  return Array.from({ length }, (_, index) => (index % lastIndex === 0 ? 'x' : random.pick(oddCharacters))).join('');
};

test(`the longest and oddest texts come back as they were sent, on ${databaseKind}`, async () => {
  const [subject, content, title] = [oddText(200), oddText(10_000), oddText(200)];
  const amina = server.as('amina');

  const ticket = (await amina.post('/api/tickets', { subject, content, type: 'general' })).body.ticket;
  const reply = (await amina.post(`/api/tickets/${ticket.id}/response`, { content })).body.response;
  const product = await calls.callTo(endpoints.find(({ name }) => name === 'createProduct')!);
  const body = { ...product.fields(createRandom('1')), title, description: content };
  const made = (await server.as('sara').post('/api/products', body)).body.product;
  const category = (await server.as('sara').post('/api/categories', { title, description: content })).body.category;

  expect((await amina.get(`/api/tickets/${ticket.id}`)).body).toMatchObject({
    subject,
    content,
    responses: [{ content }],
  });
  expect(reply.content).toBe(content);
  expect(made).toMatchObject({ title, description: content });
  expect(category).toMatchObject({ title, description: content });
  expect((await server.as('sara').get(`/api/products/${made.id}/edit`)).body.product).toMatchObject({ title });
  expect(server.errors.splice(0)).toEqual([]);
});

test('a refused text is reported with the path of its field', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  const product = await calls.callTo(endpoints.find(({ name }) => name === 'createProduct')!);
  const fields = product.fields(createRandom('1'));
  const variants = fields.product_variants as object[];
  const sent = await server
    .as('sara')
    .post('/api/products', { ...fields, product_variants: [variants[0], { ...variants[1], title: 'a\0b' }] });
  const login = await server.guest.post('/api/auth/login', { email: 'a\0@example.test', password: 'x' });
  const image = await server
    .as('sara')
    .post('/api/products', { ...fields, image: 'https://pictures.example/\0.png' }, key);

  expect(sent.body.errors).toEqual({ 'product_variants.1.title': ['invalid'] });
  expect(login.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { email: ['invalid'] } });
  expect(image.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { image: ['invalid'] } });
  expect(server.errors.splice(0)).toEqual([]);
});
