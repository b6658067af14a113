import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { Answer, TestClient } from './client.ts';
import { actAs, credit, putCategory, putProduct } from './shop.ts';
import { adjust } from '../../src/server/ledger/ledger.ts';
import { putTopupMethod, setTopupLimits } from './topup-calls.ts';
import { png, postForm } from './uploads.ts';
import { databaseKind, startTestServer, type TestUserName, type TestUser, type TestServer } from './test-server.ts';

/** Costs in euros, which no answer to a customer may contain; odd amounts, so that no other amount equals them. */
export const costs = { product: 3.17, variant: 4.19 };

/** The PIN of sara and of root. */
export const pin = '80412';

/** A shop with records of every kind; a plain number or text is the id of the record. */
export interface FilledShop {
  server: TestServer;
  /** The parent of `category`. */
  parent: number;
  category: number;
  /** Without variants, 10 €. */
  product: number;
  /** With two variants, 12 € and 14 €. */
  productWithVariants: { id: number; variants: number[] };
  /** A new order of amina's. */
  order: number;
  /** An order of amina's with a proof; `key` is the idempotency key with which it was placed. */
  deliveredOrder: { id: number; file: string; key: string };
  /** Amina's. */
  ticket: string;
  karims: { ticket: string; order: number };
  notification: string;
  topupMethod: number;
  /** Amina's, which waits. */
  topup: string;
  /** Creates another customer. */
  newcomer(): Promise<TestUser>;
}

/** Starts a server with users, a catalogue, orders of every status but canceled, answered tickets and files. */
export async function fillShop(kind = databaseKind): Promise<FilledShop> {
  const server = await startTestServer({ kind });
  const { services, users } = server;
  const parent = await putCategory(services, { title: 'Cards', description: 'All of them' });
  const category = await putCategory(services, { title: 'Games', parent });
  const product = (await putProduct(services, { title: 'Tea', categories: [category], cost: costs.product })).id;
  const productWithVariants = await putProduct(services, {
    title: 'Card',
    categories: [category],
    cost: costs.product,
    variants: [
      { title: 'Small', price: 12, cost: costs.variant },
      { title: 'Large', price: 14, cost: costs.variant },
    ],
  });
  for (const who of ['sara', 'root'] as const)
    expectDone(await server.as(who).post('/api/auth/pin', { password: users[who].password, pin }));
  for (const who of ['amina', 'karim'] as const) await creditUser(server, who);
  const orders = await buy(server, 'amina', product, 5);
  const [order, processing, completed, refunded] = orders as [
    PlacedOrder,
    PlacedOrder,
    PlacedOrder,
    PlacedOrder,
    PlacedOrder,
  ];
  for (const [{ id }, status] of [
    [processing, 'processing'],
    [completed, 'completed'],
    [refunded, 'refunded'],
  ] as const)
    expectDone(await changeOrder(server.as('sara'), id, { status }));
  const deliveredOrder = await deliver(server, orders.at(-1)!);
  const ticket = await createTicketWithResponses(server, 'amina');
  const topupMethod = await putTopupMethod(services);
  await setTopupLimits(services, { open_max: 50, day_max: 100 });
  const topup = await askForTopup(server, topupMethod);
  // With the same slip, so that each is named beside the other.
  await askForTopup(server, topupMethod);
  const karims = {
    ticket: await createTicketWithResponses(server, 'karim'),
    order: (await buy(server, 'karim', product, 1))[0]!.id,
  };
  const notifications = expectDone(await server.as('amina').get('/api/notifications')).body.data.data as {
    id: string;
    about: { order_id?: number };
  }[];
  const ofDelivery = notifications.find(({ about }) => about.order_id === deliveredOrder.id)!;
  expectDone(await server.as('sara').post(`/api/users/${users.amina.id}`, { username: 'amina' }));
  let newcomers = 0;
  return {
    server,
    parent,
    category,
    product,
    productWithVariants,
    order: order.id,
    deliveredOrder,
    ticket,
    karims,
    notification: ofDelivery.id,
    topupMethod,
    topup,
    newcomer: () => createNewcomer(server, `newcomer-${++newcomers}`),
  };
}

/** Returns the answer; throws unless its status is 200. */
export function expectDone(answer: Answer): Answer {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer;
}

async function creditUser(server: TestServer, who: TestUserName): Promise<void> {
  const { id } = server.users[who];
  await actAs(server.services, { id: 1 }, (transaction) =>
    adjust(transaction, { userId: id, kind: 'opening', cents: 10_000, note: 'Old books' }),
  );
  await credit(server.services, { id }, 1_000);
}

interface PlacedOrder {
  id: number;
  key: string;
}

async function buy(server: TestServer, who: TestUserName, product: number, count: number): Promise<PlacedOrder[]> {
  const bought: PlacedOrder[] = [];
  for (let turn = 0; turn < count; turn++) {
    const key = randomUUID();
    const body = { product_id: product, price: 10, message: 'For my account' };
    const answer = expectDone(await server.as(who).post('/api/orders', body, { 'Idempotency-Key': key }));
    bought.push({ id: answer.body.order.id as number, key });
  }
  return bought;
}

const changeOrder = (client: TestClient, order: number, body: object) =>
  client.post(`/api/orders/${order}`, body, { 'Idempotency-Key': randomUUID() });

async function deliver(server: TestServer, { id, key }: PlacedOrder): Promise<FilledShop['deliveredOrder']> {
  const file = uuidv7();
  expectDone(await postForm(server, 'sara', '/api/files', { id: file, file: await png() }));
  const delivery = { status: 'delivered', notes: 'The code is 1234', file_id: file };
  expectDone(await changeOrder(server.as('sara'), id, delivery));
  return { id, file, key };
}

async function createTicketWithResponses(server: TestServer, who: TestUserName): Promise<string> {
  const id = uuidv7();
  const fields = { id, subject: 'Where is it', type: 'order', content: 'I wait.' };
  expectDone(await postForm(server, who, '/api/tickets', { ...fields, attachments: await png('photo.png') }));
  const response = { content: 'It is on its way.', attachments: await png('label.png') };
  expectDone(await postForm(server, 'sara', `/api/tickets/${id}/response`, response));
  expectDone(await server.as(who).post(`/api/tickets/${id}/response`, { content: 'Thank you.' }));
  return id;
}

/** Amina asks for a top-up with a slip; returns the id of the request. */
export async function askForTopup(server: TestServer, method: number): Promise<string> {
  const fields = { method_id: String(method), amount: '50', slip_number: randomUUID(), slips: await png('slip.png') };
  return expectDone(await postForm(server, 'amina', '/api/topups', fields)).body.topup.id as string;
}

async function createNewcomer(server: TestServer, name: string): Promise<TestUser> {
  const fields = { name, email: `${name}@example.test`, password: 'kept-in-a-safe' };
  // In a new session: a test may have ended the one of `server.as('root')`.
  const root = server.withToken(await server.signIn('root'));
  const { body } = expectDone(
    await root.post('/api/users', { ...fields, role_id: 1 }, { 'Idempotency-Key': randomUUID() }),
  );
  return { ...fields, id: body.user.id as number, role: 'user' };
}
