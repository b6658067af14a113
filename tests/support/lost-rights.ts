import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import { createHasher } from '../../src/server/platform/crypto/hasher.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { Answer, TestClient } from './client.ts';
import { holdForm } from './held-form.ts';
import { credit, putCategory, putProduct } from './shop.ts';
import { putTopupMethod, setTopupLimits, topupsOn } from './topup-calls.ts';
import { png } from './uploads.ts';
import { databaseKind, startTestServer } from './test-server.ts';

/*
 * Admins whose rights end while the server handles their request. Each act below is a request that is accepted and then
 * waits before its transaction ends.
 */

/** While set, PIN and password checks of the server wait here. */
let pinGate: { entered(): void; opened: Promise<void> } | null = null;
const hasher = createHasher({ memory: 64, passes: 1 });
export const server = await startTestServer({
  overrides: {
    hasher: {
      hash: (secret) => hasher.hash(secret),
      async verify(secret, hash) {
        pinGate?.entered();
        await pinGate?.opened;
        return hasher.verify(secret, hash);
      },
    },
  },
});
const tea = await putProduct(server.services);
const topupMethod = await putTopupMethod(server.services);
await setTopupLimits(server.services, { open_max: 1_000, day_max: 1_000 });
/** Requests of amina's that wait, one for each approval. */
const topups = await Promise.all(
  Array.from({ length: 12 }, () => topupsOn(server).opened('amina', { method_id: topupMethod })),
);
const category = await putCategory(server.services, { title: 'Drinks' });
await credit(server.services, server.users.amina, 100_000);

export interface Admin {
  id: number;
  token: string;
  client: TestClient;
}

/** Creates an admin for one test, signed in and with a PIN. */
export async function newAdmin(): Promise<Admin> {
  const email = `${randomUUID()}@example.test`;
  const password = 'kept-in-a-safe';
  const fields = { name: 'Sara', email, password, role_id: roleIds.admin };
  const created = await server.as('root').post('/api/users', fields, { 'Idempotency-Key': randomUUID() });
  expect(created.status).toBe(200);
  const { id } = created.body.user as { id: number };
  const token = await server.signIn({ id, name: 'Sara', email, role: 'admin', password });
  const client = server.withToken(token);
  expect((await client.post('/api/auth/pin', { password, pin: '407193' })).status).toBe(200);
  return { id, token, client };
}

/** The ways to end an admin's rights; each resolves when the server has answered. */
export const waysToEndRights: Record<string, (admin: Admin) => Promise<Answer>> = {
  'switched off': ({ id }) => server.as('root').post(`/api/users/${id}/active`, { is_active: false }),
  'signed out': ({ client }) => client.post('/api/auth/logout'),
  demoted: ({ id }) => server.as('root').post(`/api/users/${id}`, { role_id: roleIds.user }),
  deleted: ({ id }) => server.as('root').delete(`/api/users/${id}`),
};

/** A request that was accepted and is not finished. */
interface PendingRequest {
  /** Continues the request; resolves to its answer. */
  finish(): Promise<Answer>;
  /** Resolves when the call that ends the rights waits for a lock of this request, as the deletion of a user does. */
  untilBlocked?(): Promise<unknown>;
}

/** Sends a request of `admin`; resolves when the request waits. */
type Act = (admin: Admin) => Promise<PendingRequest>;

const forms: Record<string, () => Promise<{ path: string; fields: Parameters<typeof holdForm>[2] }>> = {
  'a new product in a form': async () => ({
    path: '/api/products',
    fields: { title: 'Coffee', price: '3', 'category_ids[]': String(category), image: await png() },
  }),
  'a refund in a form': async () => ({
    path: `/api/orders/${await newOrder()}`,
    fields: { status: 'refunded', file: await png() },
  }),
  'a price in a form': async () => ({ path: `/api/products/${tea.id}`, fields: { price: '11', image: await png() } }),
  'a proof in a form': async () => ({ path: '/api/files', fields: { id: uuidv7(), file: await png() } }),
};

const heldForms = Object.entries(forms).map(([name, form]): [string, Act] => [
  name,
  async ({ id, token }) => {
    const { path, fields } = await form();
    // Makes the server record the use of the session, which shows that the request was accepted.
    server.clock.advance(600_000);
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
    const held = holdForm(server.url + path, headers, fields);
    await expect.poll(() => lastActionOf(id)).toBe(server.clock.now);
    return held;
  },
]);

/** Calls that check a PIN. */
export const callsWithPin: Record<string, () => [path: string, body: object]> = {
  'a credit': () => [`/api/users/${server.users.amina.id}/balance/add`, { amount: 20.9, pin: '407193' }],
  'a debit': () => [`/api/users/${server.users.amina.id}/balance/subtract`, { amount: 20.9, pin: '407193' }],
  'an approval of a top-up': () => [`/api/topups/${topups.pop()!.id}/approve`, { amount: 50, pin: '407193' }],
  'an opening balance': () => [
    '/api/users',
    { name: 'New', email: `${randomUUID()}@example.test`, password: 'a-long-one-indeed', balance: 50, pin: '407193' },
  ],
};

/** Makes a call of an admin and holds it in its PIN check. */
export async function waitInPinCheck(
  { client }: Admin,
  [path, body]: [path: string, body: object],
): Promise<PendingRequest> {
  const opened = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  pinGate = { entered: entered.resolve, opened: opened.promise };
  const answer = client.post(path, body, { 'Idempotency-Key': randomUUID() });
  await entered.promise;
  pinGate = null;
  return {
    finish() {
      opened.resolve();
      return answer;
    },
  };
}

const waitingPins = Object.entries(callsWithPin).map(([name, call]): [string, Act] => [
  `${name} behind a PIN check`,
  (admin) => waitInPinCheck(admin, call()),
]);

/** Calls that wait for a row locked by another connection: only PostgreSQL has several writers. */
const callsOnLockedRows: Record<string, () => Promise<{ row: string; path: string; body: object; remove?: true }>> = {
  'a reply': async () => {
    const { body } = await server
      .as('amina')
      .post('/api/tickets', { subject: 'Tea', type: 'general', content: 'Cold.' });
    const { id } = body.ticket as { id: string };
    return { row: `tickets where id = '${id}'`, path: `/api/tickets/${id}/response`, body: { content: 'Sorry.' } };
  },
  'an order’s status': async () => {
    const id = await newOrder();
    return { row: `orders where id = ${id}`, path: `/api/orders/${id}`, body: { status: 'refunded' } };
  },
  'the deletion of an order': async () => {
    const id = await newOrder();
    return { row: `orders where id = ${id}`, path: `/api/orders/${id}`, body: {}, remove: true };
  },
  'a price': async () => ({
    row: `products where id = ${tea.id}`,
    path: `/api/products/${tea.id}`,
    body: { price: 12 },
  }),
  'a category': async () => ({
    row: `categories where id = ${category}`,
    path: `/api/categories/${category}`,
    body: { title: 'Hot drinks' },
  }),
  'a customer’s name': async () => ({
    row: `users where id = ${server.users.karim.id}`,
    path: `/api/users/${server.users.karim.id}`,
    body: { name: 'Karim B.' },
  }),
};

const waitingRows = Object.entries(callsOnLockedRows).map(([name, make]): [string, Act] => [
  `${name} behind a locked row`,
  async ({ client }) => {
    const { row, path, body, remove } = await make();
    const holder = new Client({ connectionString: databaseUrl() });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`begin; select 1 from ${row} for update`);
    const key = { 'Idempotency-Key': randomUUID() };
    const answer = remove ? client.delete(path, key) : client.post(path, body, key);
    await untilWaiting(holder, 1);
    return {
      async finish() {
        await holder.query('commit');
        return answer;
      },
      untilBlocked: () => untilWaiting(holder, 2),
    };
  },
]);

/** Every act, with its name. */
export const acts = [...heldForms, ...waitingPins, ...(databaseKind === 'postgres' ? waitingRows : [])];

async function newOrder(): Promise<number> {
  const key = { 'Idempotency-Key': randomUUID() };
  const answer = await server.as('amina').post('/api/orders', { product_id: tea.id }, key);
  expect(answer.status).toBe(200);
  return answer.body.order.id as number;
}

async function lastActionOf(id: number): Promise<number | null> {
  const row = await server.services.reader
    .selectFrom('users')
    .select('last_action_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.last_action_at ?? null;
}

function databaseUrl(): string {
  const { database } = server.settings;
  return database.kind === 'postgres' ? database.url : '';
}

/** Resolves when this many connections wait for a lock, or when `client` is closed. */
async function untilWaiting(client: Client, count: number): Promise<boolean> {
  const text = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await client.query<{ waiting: number }>(text).catch(() => ({ rows: [{ waiting: count }] }));
    if (rows[0]!.waiting >= count) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
