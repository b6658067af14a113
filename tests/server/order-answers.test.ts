import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { gemAnswers, gemsOn } from '../support/gems.ts';
import { keyed, soldOn } from '../support/sold.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let sold: ReturnType<typeof soldOn>;
let gems: ReturnType<typeof gemsOn>;
beforeEach(async () => {
  server = await startTestServer();
  sold = soldOn(server);
  gems = gemsOn(server);
  await sold.pay(100);
  return () => server.close();
});

test('AN-01 an order keeps the answers with the labels as they were, also when the product changes', async () => {
  const product_id = await gems.put();

  const { order } = (await sold.order({ product_id, answers: gemAnswers })).body;
  await server.services.db.updateTable('products').set({ order_fields: '[]' }).execute();

  const expected = [
    { key: 'player', kind: 'digits', label: { en: 'Player id', ar: 'رقم اللاعب' }, value: '512345' },
    { key: 'mailbox', kind: 'email', label: { en: 'mailbox' }, value: 'me@example.test' },
  ];
  expect(order.items[0].answers).toEqual(expected);
  expect((await gems.read(order.id)).items[0].answers).toEqual(expected);
  expect((await server.as('amina').get('/api/orders')).body.data[0].items[0].answers).toEqual(expected);
});

test('AN-02 missing and wrong answers and unknown keys are refused by field, and nothing is charged', async () => {
  const product_id = await gems.put();

  const [missing, wrong] = [
    await sold.order({ product_id }),
    await sold.order({ product_id, answers: { player: '12', mailbox: 'x', clan: 'A' } }),
  ];

  expectRefused(missing, 422, 'INVALID_FIELDS');
  expect(missing.body.errors).toEqual({ 'answers.player': ['required'] });
  expect(wrong.body.errors).toEqual({
    'answers.player': ['min:6'],
    'answers.mailbox': ['invalid'],
    answers: ['unknown'],
  });
  expect((await server.as('amina').get('/api/app/balance')).body.balance).toBe(100);
});

test('AN-03 a search finds orders by numbers and texts of their answers, but not by addresses', async () => {
  const id = await gems.order();
  const found = async (search: string) =>
    (await server.as('sara').get(`/api/orders?search=${search}`)).body.data.map((order: { id: number }) => order.id);

  expect(await found('512345')).toEqual([id]);
  expect(await found('me@example.test')).toEqual([]);
});

test('AN-09 the deletion of a customer clears the answers, what was asked, both in the audit log, and the saved answers', async () => {
  const id = await gems.order();
  await gems.ask(id);
  await gems.answer(id, 1, { player: '999999' });
  const { amina } = server.users;
  await sold.change('amina', 'answer.save', {
    id: '0198c5a0-0000-7000-8000-000000000001',
    save_as: 'player',
    name: 'My brother',
    value: '999999',
  });
  await server.as('sara').post(`/api/orders/${id}`, { status: 'completed' }, keyed());
  await server.services.db.updateTable('users').set({ balance_cents: 0 }).where('id', '=', amina.id).execute();

  const deleted = await server.as('sara').delete(`/api/users/${amina.id}`);

  expect(deleted.status).toBe(200);
  for (const table of ['orders', 'order_items', 'audit', 'saved_answers', 'notifications'] as const)
    expect(JSON.stringify(await server.services.db.selectFrom(table).selectAll().execute())).not.toMatch(
      /999999|512345|me@example|My brother/,
    );
});
