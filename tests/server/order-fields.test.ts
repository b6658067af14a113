import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { keyed, orderField, playerId, soldOn } from '../support/sold.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const nick = orderField('nick', { required: false });

test('AN-08 an admin writes the fields of a product; a saved key keeps its kind, and its revision is checked', async () => {
  const id = await soldOn(server).putSold({ order_fields: [playerId, nick] });
  const edit = (order_fields: object[], headers = {}) =>
    server.as('sara').post(`/api/products/${id}`, { order_fields }, { ...keyed(), ...headers });

  const { product } = (await edit([playerId, { ...nick, label: { fr: 'Pseudo' } }])).body;
  const kind = await edit([nick, { ...playerId, kind: 'text' }]);
  const twice = await edit([nick, nick]);
  const choice = await edit([orderField('server', { kind: 'choice' })]);
  const inherited = await edit([orderField('constructor')]);
  const limits = await edit([orderField('short', { min: 5, max: 2 })]);
  const late = await edit([], { 'If-Match': `"${product.rev - 1}"` });

  expect(product.order_fields).toEqual([playerId, { ...nick, label: { fr: 'Pseudo' } }]);
  expect(kind.body.errors).toEqual({ 'order_fields.1.kind': ['invalid'] });
  expect(twice.body.errors).toEqual({ order_fields: ['unique'] });
  expect(choice.body.errors).toEqual({ 'order_fields.0.choices': ['at_least_one_required'] });
  expect(inherited.body.errors).toEqual({ 'order_fields.0.key': ['invalid'] });
  expect(limits.body.errors).toEqual({ 'order_fields.0.max': ['number-min:5'] });
  expectRefused(late, 412, 'REVISION_CHANGED');
});

test('AN-08 AN-21 a hint may be missing in all languages or in some; a longer one than allowed is refused', async () => {
  const id = await soldOn(server).putSold({});
  const edit = (hint: object) =>
    server.as('sara').post(`/api/products/${id}`, { order_fields: [orderField('player', { hint })] }, keyed());
  const hintIn = ({ body }: Awaited<ReturnType<typeof edit>>) => body.product.order_fields[0].hint as object;

  expect(hintIn(await edit({ en: 'In the settings', fr: ' ' }))).toEqual({ en: 'In the settings' });
  expect(hintIn(await edit({}))).toEqual({});
  expect((await edit({ ar: 'x'.repeat(201) })).body.errors).toEqual({ 'order_fields.0.hint.ar': ['max:200'] });
});
