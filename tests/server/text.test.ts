import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { fieldsOf } from '../support/examples.ts';
import { realCalls } from '../support/real-requests.ts';
import { databaseKind, openWorld } from '../support/world.ts';

const world = await openWorld({ env: { REQUESTS_PER_MINUTE: '0' } });
const calls = await realCalls(world);

/** Every field of a body that takes words of somebody's own: any sign, up to a length. */
const bodies = [
  ...endpoints.filter(({ method }) => method === 'POST').map(({ name, input }) => [name, input] as const),
  ...Object.entries(mutationSchemas),
];
const texts = bodies.flatMap(([name, input]) =>
  fieldsOf(input)
    .filter(([, field]) => field.safeParse('Some words, été, مرحبا').success && !field.safeParse(7).success)
    .map(([path, field]) => [`${name} ${path}`, field] as const),
);

/** Without what is only compared, or looked up by its hash. */
const kept = texts.filter(([name]) => !/^(login|setPin|sync) |current_password$|token$/.test(name));

const codes = (field: (typeof texts)[number][1], value: unknown): string[] | undefined =>
  field.safeParse(value).error?.issues.map(({ message }) => message);

test('the contract has the texts this file is about', () => {
  expect(kept.map(([name]) => name)).toMatchInlineSnapshot(`
    [
      "register name",
      "register password",
      "resetPassword password",
      "updateProfile name",
      "changePassword password",
      "createUser name",
      "createUser password",
      "updateUser name",
      "updateUser password",
      "addToBalance note",
      "subtractFromBalance note",
      "createCategory title",
      "createCategory description",
      "updateCategory title",
      "updateCategory description",
      "createProduct title",
      "createProduct description",
      "createProduct product_variants.0.title",
      "updateProduct title",
      "updateProduct description",
      "updateProduct product_variants.0.title",
      "placeOrder message",
      "updateOrder notes",
      "openTicket subject",
      "openTicket content",
      "replyToTicket content",
      "ticket.open@1 subject",
      "ticket.open@1 content",
      "ticket.open@2 subject",
      "ticket.open@2 content",
      "ticket.reply@1 content",
      "ticket.reply@2 content",
      "order.deliver@1 notes",
    ]
  `);
});

test.each(kept)(
  '%s: NUL and lone surrogates are refused, signs of every script and direction are not',
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

test.each(kept)('%s: its length is counted as people count signs', (_name, field) => {
  const code = codes(field, 'x'.repeat(20_000))?.find((one) => one.startsWith('max:'));
  const most = Number(code?.slice('max:'.length));

  expect(most).toBeGreaterThan(0);
  // None is refused as a common password of one sign only: that is looked at later.
  for (const sign of ['x', 'é', 'ش', '😀', '𓀀']) {
    expect(codes(field, sign.repeat(most))).toBeUndefined();
    expect(codes(field, sign.repeat(most + 1))).toEqual([code]);
  }
  expect(codes(field, `${'x'.repeat(most)}\u{1f600}`)).toEqual([code]);
});

test('S5-03 a password of four emoji has four signs, not eight', () => {
  const passwords = texts.filter(([name]) => /^(register|createUser|reset\w+|changePassword) password$/.test(name));

  expect(passwords).toHaveLength(4);
  for (const [, field] of passwords) {
    expect(codes(field, '😀😁😂🤣')).toEqual(['min:8']);
    expect(codes(field, '😀😁😂🤣😃😄😅😆')).toBeUndefined();
  }
});

/** Signs that are hard to keep: longest in bytes, turning around, unfolding to many letters, joined, decomposed. */
const odd = [
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
const filled = (most: number): string => {
  const random = createRandom('text');
  return Array.from({ length: most }, (_, index) => (index % (most - 1) === 0 ? 'x' : random.pick(odd))).join('');
};

test(`the longest and oddest texts come back as they were sent, on ${databaseKind}`, async () => {
  const [subject, content, title] = [filled(200), filled(10_000), filled(200)];
  const amina = world.as('amina');

  const ticket = (await amina.post('/api/tickets', { subject, content, type: 'general' })).body.ticket;
  const reply = (await amina.post(`/api/tickets/${ticket.id}/response`, { content })).body.response;
  const product = await calls.of(endpoints.find(({ name }) => name === 'createProduct')!);
  const body = { ...product.fields(createRandom('1')), title, description: content };
  const made = (await world.as('sara').post('/api/products', body)).body.product;
  const category = (await world.as('sara').post('/api/categories', { title, description: content })).body.category;

  expect((await amina.get(`/api/tickets/${ticket.id}`)).body).toMatchObject({
    subject,
    content,
    responses: [{ content }],
  });
  expect(reply.content).toBe(content);
  expect(made).toMatchObject({ title, description: content });
  expect(category).toMatchObject({ title, description: content });
  expect((await world.as('sara').get(`/api/products/${made.id}/edit`)).body.product).toMatchObject({ title });
  expect(world.errors.splice(0)).toEqual([]);
});

test('what is refused is told by its field, wherever it stands', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  const product = await calls.of(endpoints.find(({ name }) => name === 'createProduct')!);
  const fields = product.fields(createRandom('1'));
  const variants = fields.product_variants as object[];
  const sent = await world
    .as('sara')
    .post('/api/products', { ...fields, product_variants: [variants[0], { ...variants[1], title: 'a\0b' }] });
  const login = await world.guest.post('/api/auth/login', { email: 'a\0@example.test', password: 'x' });
  const image = await world
    .as('sara')
    .post('/api/products', { ...fields, image: 'https://pictures.example/\0.png' }, key);

  expect(sent.body.errors).toEqual({ 'product_variants.1.title': ['invalid'] });
  expect(login.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { email: ['invalid'] } });
  expect(image.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { image: ['invalid'] } });
  expect(world.errors.splice(0)).toEqual([]);
});
