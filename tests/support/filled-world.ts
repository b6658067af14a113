import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import type { Answer, TestClient } from './client.ts';
import { asWork, credit, putCategory, putProduct } from './shop.ts';
import { adjust } from '../../src/server/ledger/ledger.ts';
import { png, postForm } from './uploads.ts';
import { openWorld, type Name, type TestPerson, type World } from './world.ts';

/** What shows up in no answer to a customer: cost figures nobody would meet by chance, in euros. */
export const costs = { product: 3.17, variant: 4.19 };

/** The PIN of sara and of root. */
export const pin = '80412';

/** A shop in which something of everything has happened, all of it through the calls themselves. */
export interface FilledWorld {
  world: World;
  parent: number;
  category: number;
  /** Without variants, 10 €. */
  product: number;
  /** With two variants, 12 € and 14 €. */
  choice: { id: number; variants: number[] };
  /** Amina's: one that is new, and one with a proof. */
  order: number;
  delivered: { id: number; file: string; key: string };
  /** Amina's and karim's. */
  ticket: string;
  karims: { ticket: string; order: number };
  notification: string;
  /** A person nobody has seen yet. */
  newcomer(): Promise<TestPerson>;
}

/** Fills a world: people, a catalogue, orders of every status, a delivery, tickets with responses, files, notices. */
export async function fillWorld(): Promise<FilledWorld> {
  const world = await openWorld();
  const { means, people } = world;
  const parent = await putCategory(means, { title: 'Cards', description: 'All of them' });
  const category = await putCategory(means, { title: 'Games', parent });
  const product = (await putProduct(means, { title: 'Tea', categories: [category], cost: costs.product })).id;
  const choice = await putProduct(means, {
    title: 'Card',
    categories: [category],
    cost: costs.product,
    variants: [
      { title: 'Small', price: 12, cost: costs.variant },
      { title: 'Large', price: 14, cost: costs.variant },
    ],
  });
  for (const who of ['sara', 'root'] as const)
    done(await world.as(who).post('/api/auth/pin', { password: people[who].password, pin }));
  for (const who of ['amina', 'karim'] as const) await payIn(world, who);
  const orders = await buy(world, 'amina', product, 5);
  const [order, processing, completed, refunded] = orders as [Bought, Bought, Bought, Bought, Bought];
  for (const [{ id }, status] of [
    [processing, 'processing'],
    [completed, 'completed'],
    [refunded, 'refunded'],
  ] as const)
    done(await changed(world.as('sara'), id, { status }));
  const delivered = await deliver(world, orders.at(-1)!);
  const ticket = await talk(world, 'amina');
  const karims = { ticket: await talk(world, 'karim'), order: (await buy(world, 'karim', product, 1))[0]!.id };
  const notes = done(await world.as('amina').get('/api/notifications')).body.data.data as { id: string }[];
  done(await world.as('sara').post(`/api/users/${people.amina.id}`, { username: 'amina' }));
  let newcomers = 0;
  return {
    world,
    parent,
    category,
    product,
    choice,
    order: order.id,
    delivered,
    ticket,
    karims,
    notification: notes[0]!.id,
    newcomer: () => bringNewcomer(world, `newcomer-${++newcomers}`),
  };
}

/** The answer, when it says that it was done. */
export function done(answer: Answer): Answer {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer;
}

async function payIn(world: World, who: Name): Promise<void> {
  const { id } = world.people[who];
  await asWork(world.means, { id: 1 }, (work) =>
    adjust(work, { userId: id, kind: 'opening', cents: 10_000, note: 'Old books' }),
  );
  await credit(world.means, { id }, 1_000);
}

interface Bought {
  id: number;
  key: string;
}

async function buy(world: World, who: Name, product: number, count: number): Promise<Bought[]> {
  const bought: Bought[] = [];
  for (let turn = 0; turn < count; turn++) {
    const key = randomUUID();
    const body = { product_id: product, price: 10, message: 'For my account' };
    const answer = done(await world.as(who).post('/api/orders', body, { 'Idempotency-Key': key }));
    bought.push({ id: answer.body.order.id as number, key });
  }
  return bought;
}

const changed = (client: TestClient, order: number, body: object) =>
  client.post(`/api/orders/${order}`, body, { 'Idempotency-Key': randomUUID() });

async function deliver(world: World, { id, key }: Bought): Promise<FilledWorld['delivered']> {
  const file = uuidv7();
  done(await postForm(world, 'sara', '/api/files', { id: file, file: await png() }));
  const delivery = { status: 'delivered', notes: 'The code is 1234', file_id: file };
  done(await changed(world.as('sara'), id, delivery));
  return { id, file, key };
}

async function talk(world: World, who: Name): Promise<string> {
  const id = uuidv7();
  const said = { id, subject: 'Where is it', type: 'order', content: 'I wait.' };
  done(await postForm(world, who, '/api/tickets', { ...said, attachments: await png('photo.png') }));
  const answer = { content: 'It is on its way.', attachments: await png('label.png') };
  done(await postForm(world, 'sara', `/api/tickets/${id}/response`, answer));
  done(await world.as(who).post(`/api/tickets/${id}/response`, { content: 'Thank you.' }));
  return id;
}

async function bringNewcomer(world: World, name: string): Promise<TestPerson> {
  const fields = { name, email: `${name}@example.test`, password: 'kept-in-a-safe' };
  // With a session of its own: a test may have ended the usual one.
  const root = world.withToken(await world.signIn('root'));
  const { body } = done(await root.post('/api/users', { ...fields, role_id: 1 }, { 'Idempotency-Key': randomUUID() }));
  return { ...fields, id: body.user.id as number, role: 'user' };
}
