import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { roleIds } from '../../src/contract/limits.ts';
import { can, permissionsOf } from '../../src/contract/permissions.ts';
import type { SyncAnswer } from '../../src/contract/sync.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { send } from '../support/call.ts';
import { examples } from '../support/call-examples.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf, replyMutation, statusMutation } from '../support/device.ts';
import { costs, expectDone, fillShop, type FilledShop } from '../support/filled-shop.ts';
import { credit } from '../support/shop.ts';
import { databaseKind, type TestUser } from '../support/test-server.ts';

let filled: FilledShop;
let agent: TestUser;
/** A customer without tickets and orders, with a balance that no other amount equals. */
let stranger: TestUser;
const balance = 1234.56;

beforeAll(async () => {
  filled = await fillShop();
  agent = await filled.newcomer();
  stranger = await filled.newcomer();
  await setRole(agent, 'agent');
  await credit(filled.server.services, stranger, balance * 100);
});

const setRole = async ({ id }: TestUser, role: keyof typeof roleIds) =>
  expectDone(await filled.server.as('sara').post(`/api/users/${id}`, { role_id: roleIds[role] }));

const clientOf = async (user: TestUser) => filled.server.withToken(await filled.server.signIn(user));
const agentsDevice = async () => createDevice(await clientOf(agent));

/** Costs, balances and movements of any user, and the name and address of a user without tickets and orders. */
const secrets = () =>
  new RegExp(
    [
      '"cost"|"profit|balance_(before|after|added)|previous_balance|login_times":[1-9]',
      ...[...Object.values(costs), balance].map((amount) => `\\b${String(amount).replace('.', '\\.')}\\b`),
      stranger.email,
      `"${stranger.name}"`,
      'Old books|(sara|root)@',
    ].join('|'),
    'i',
  );

const openToAgents = endpoints.filter(
  ({ audience, method }) =>
    method === 'GET' && audience !== 'anyone' && (audience === 'signedIn' || can('agent', audience)),
);

test.each(
  openToAgents.filter(({ name }) => name !== 'syncEvents').map((endpoint) => [endpoint.name, endpoint] as const),
)(
  `V-08 S2S-04 S2S-05 %s gives an agent no cost, no balance and no other user, on ${databaseKind}`,
  async (name, endpoint) => {
    const { server } = filled;
    const call = await examples[name]!.call(filled, agent);
    const answer = await send(server, endpoint, call, { Authorization: `Bearer ${await server.signIn(agent)}` });

    expect(await answer.text()).not.toMatch(secrets());
  },
);

test('V-08 S2S-04 S2S-05 an agent’s device gets all tickets and orders and the whole catalogue, and nothing of money or people', async () => {
  const { server, category, parent, product, order, ticket, karims } = filled;
  const hidden = expectDone(await server.as('sara').post(`/api/products/${product}`, await hiddenProduct()));
  const device = await agentsDevice();

  const text = JSON.stringify(await device.catchUp());
  const adminText = JSON.stringify(await createDevice(server.as('sara')).catchUp());

  expect(hidden.body.product).toMatchObject({ status: 'inactive', quantity: 7 });
  expect(device.row('products', product)).toMatchObject({ status: 'inactive', quantity: 7 });
  expect(device.keys('categories').map(Number)).toEqual(expect.arrayContaining([parent, category]));
  expect(device.keys('tickets')).toEqual(expect.arrayContaining([ticket, karims.ticket]));
  expect(device.keys('responses')).toHaveLength(4);
  expect(device.keys('orders').map(Number)).toEqual(expect.arrayContaining([order, karims.order]));
  expect(text).not.toMatch(secrets());
  expect(adminText).toMatch(secrets());
  expect(device.keys('account')).toEqual([String(agent.id)]);
  expect(device.keys('ledger')).toEqual([]);
});

/** The fields of an inactive product with a stock. */
async function hiddenProduct(): Promise<object> {
  const { body } = await filled.server.as('sara').get(`/api/products/${filled.product}/edit`);
  const { title, price, cost, category_ids } = body.product as Record<string, unknown>;
  return { title, price, cost, category_ids, status: 'inactive', is_available: true, quantity: 7 };
}

test('V-08 S2S-03 an agent’s device knows the names of those who work on tickets, without addresses, and follows them', async () => {
  const { users } = filled.server;
  const device = await agentsDevice();
  await device.catchUp();
  expect(new Set(device.keys('people').map(Number))).toEqual(new Set([users.root.id, users.sara.id, agent.id]));
  expect(device.row('people', users.sara.id)).toMatchObject({ name: 'Sara', email: '', role: 'admin' });

  const other = await filled.newcomer();
  await setRole(other, 'agent');
  await device.catchUp();
  expect(device.row('people', other.id)).toMatchObject({ name: other.name, role: 'agent', email: '' });

  await setRole(other, 'user');
  await device.catchUp();
  expect(device.row('people', other.id)).toBeNull();
});

test('V-08 S2S-05 the feed of an agent has the changes of tickets, orders and stock, and none of users or balances', async () => {
  const { server, order, ticket } = filled;
  const device = await agentsDevice();
  await device.catchUp();

  await credit(server.services, stranger, 100);
  expectDone(await server.as('sara').post(`/api/users/${stranger.id}`, { name: 'Another Name' }));
  expectDone(await server.as('sara').post(`/api/users/${stranger.id}`, { name: stranger.name }));
  const nothing = changesIn(await device.catchUp());
  expectDone(await server.as('amina').post(`/api/tickets/${ticket}/response`, { content: 'Still waiting.' }));
  const body = { status: 'processing', notes: 'At work' };
  expectDone(await server.as('sara').post(`/api/orders/${order}`, body, { 'Idempotency-Key': randomUUID() }));

  expect(nothing).toEqual([]);
  const changed = changesIn(await device.catchUp());
  expect(new Set(changed.map(({ entity }) => entity))).toEqual(
    new Set(['tickets', 'responses', 'orders', 'notifications']),
  );
});

const changesIn = (answers: readonly SyncAnswer[]) => answers.flatMap(({ changes }) => changes);

test('V-08 S6-16 S2S-03 an agent replies, sets status, priority and assignee, and is the assignee; the reply is support’s', async () => {
  const { server, karims } = filled;
  const device = await agentsDevice();
  await device.catchUp();
  const about = { ticket_id: karims.ticket };
  const assign = mutationOf('ticket.assign', karims.ticket, { ...about, from: null, to: agent.id });
  const priority = mutationOf('ticket.priority', karims.ticket, { ...about, from: 'medium', to: 'high' });
  const reply = replyMutation({ ticket: karims.ticket, content: 'We look into it.' });

  const [answer] = await device.catchUp([
    reply,
    assign,
    priority,
    statusMutation(karims.ticket, 'in_progress', 'resolved'),
  ]);

  expect(answer!.results.map(({ status, code }) => ({ status, code }))).toEqual(
    Array.from({ length: 4 }, () => ({ status: 200, code: 'SUCCESS' })),
  );
  const fields = { status: 'resolved', priority: 'high', assignee_id: agent.id, last_response_by: 'admin' };
  expect(device.row('tickets', karims.ticket)).toMatchObject(fields);
  const asKarim = expectDone(await server.as('karim').get(`/api/tickets/${karims.ticket}`)).body;
  expect(asKarim).toMatchObject({ assignee_id: null, last_response_by: 'admin' });
  expect(asKarim.responses.at(-1)).toMatchObject({ type: 'admin', author_name: '', content: 'We look into it.' });
});

test('V-08 S2S-03 agents are notified of new tickets and of replies like admins', async () => {
  const { server } = filled;
  const id = uuidv7();
  expectDone(await server.as('karim').post('/api/tickets', { id, subject: 'New', type: 'general', content: 'Hello' }));
  expectDone(await server.as('karim').post(`/api/tickets/${id}/response`, { content: 'Hello?' }));

  const { body } = expectDone(await (await clientOf(agent)).get('/api/notifications'));
  const kinds = (body.data.data as { kind: string; about: { ticket_id: string } }[])
    .filter(({ about }) => about.ticket_id === id)
    .map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['ticket.opened', 'ticket.response']);
});

test('V-08 S2S-04 an agent’s device changes no order and no product', async () => {
  const { order, product, category } = filled;
  const device = await agentsDevice();
  await device.catchUp();

  const [answer] = await device.catchUp([
    mutationOf('order.status', `order:${order}`, { order_id: order, from: 'processing', to: 'new' }),
    mutationOf('order.deliver', `order:${order}`, { order_id: order, status: 'delivered', notes: 'x', file_id: null }),
    mutationOf('product.availability', `product:${product}`, { product_id: product, is_available: false }),
    mutationOf('category.active', `category:${category}`, { category_id: category, is_active: false }),
  ]);

  expect(answer!.results.map(({ code }) => code)).not.toContain('SUCCESS');
  expect(new Set(answer!.results.map(({ status }) => status))).toEqual(new Set([403]));
});

test('V-08 S2S-02 every admin makes a customer an agent and back, and only root makes and unmakes admins', async () => {
  const { server } = filled;
  const user = await filled.newcomer();
  const set = (who: 'sara' | 'root', role: keyof typeof roleIds) =>
    server.as(who).post(`/api/users/${user.id}`, { role_id: roleIds[role] });

  expect(expectDone(await set('sara', 'agent')).body.user).toMatchObject({ role: 'agent', role_id: 3 });
  expectRefused(await set('sara', 'admin'), 403, 'FORBIDDEN');
  expect(expectDone(await set('root', 'admin')).body.user).toMatchObject({ role: 'admin' });
  expectRefused(await set('sara', 'agent'), 403, 'FORBIDDEN');
  expect(expectDone(await set('root', 'agent')).body.user).toMatchObject({ role: 'agent' });
  expect(expectDone(await set('sara', 'user')).body.user).toMatchObject({ role: 'user' });
  const created = { name: 'Lina', email: 'lina@example.test', password: 'kept-in-a-safe', role_id: roleIds.agent };
  const key = { 'Idempotency-Key': randomUUID() };
  expect(expectDone(await server.as('sara').post('/api/users', created, key)).body.user).toMatchObject({
    role: 'agent',
  });
  expectRefused(await (await clientOf(agent)).post(`/api/users/${user.id}`, { role_id: 3 }), 403, 'FORBIDDEN');
});

test('V-08 S2S-02 a change of the role ends the sessions, and the device then loads everything again', async () => {
  const { server, ticket } = filled;
  const user = await filled.newcomer();
  await setRole(user, 'agent');
  const client = await clientOf(user);
  const device = createDevice(client);
  await device.catchUp();
  expect(device.keys('tickets')).toContain(ticket);

  await setRole(user, 'user');
  expectRefused(await device.postSync({ mutations: [replyMutation({ ticket })] }), 401, 'UNAUTHENTICATED');
  const signedInAgain = createDevice(await clientOf(user));
  Object.assign(signedInAgain, { cursor: device.cursor, epoch: device.epoch, rows: device.rows });
  const [refused, reset] = await signedInAgain.catchUp([replyMutation({ ticket, content: 'From before' })]);

  expect(refused!.results.map(({ status }) => status)).toEqual([404]);
  expect([refused!.reset, reset!.reset]).toEqual([true, false]);
  expect(signedInAgain.keys('tickets')).toEqual([]);
  const responses = expectDone(await server.as('sara').get(`/api/tickets/${ticket}`)).body.responses;
  expect(JSON.stringify(responses)).not.toContain('From before');
});

test('V-08 D-20 an agent reads sessions of no other user, and admins read those of an agent', async () => {
  const { server } = filled;
  const path = `/api/users/${agent.id}/sessions`;
  expectRefused(await (await clientOf(agent)).get(path), 403, 'FORBIDDEN');
  expectDone(await server.as('sara').get(path));
  const own = expectDone(await (await clientOf(agent)).get('/api/auth/sessions')).body.sessions as unknown[];
  const rows = server.services.db.selectFrom('sessions').select('id').where('user_id', '=', agent.id);
  expect(own.length).toBe((await rows.where('revoked_at', 'is', null).execute()).length);
});

test('S2S-01 every permission is in the table of admins, and agents have no right to money, people or settings', () => {
  const closed = ['money', 'people', 'shop.change', 'audit.read', 'orders.change', 'catalogue.change', 'help.change'];
  expect(permissionsOf.agent.filter((permission) => closed.includes(permission))).toEqual([]);
  expect(permissionsOf.agent.filter((permission) => !permissionsOf.admin.includes(permission))).toEqual([]);
});
