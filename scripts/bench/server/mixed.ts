import { randomUUID } from 'node:crypto';
import type { HttpRequest } from './connection.ts';
import type { Shop, SignedInUser } from './fill.ts';
import { drive, type LoadRequest, type LoadResult } from './load.ts';
import { orderRequest } from './orders.ts';
import { cursorNow } from './reads.ts';

/** The number of users, how many of them are admins, and the average pause between two calls of a user, in ms. */
export const crowd = { users: 100, admins: 10, think: 250 };

/** The mixed load: a hundred people who read, reply and order, admins among them. */
export async function mixedLoad(port: number, shop: Shop, ms: number): Promise<LoadResult> {
  upToDatePull.cursor = await cursorNow(port, shop.customers[0]!.token);
  const admins = Array.from({ length: crowd.admins }, (_, turn) => shop.admins[turn % shop.admins.length]!);
  const next = (client: number): LoadRequest =>
    client < crowd.admins
      ? adminRequest(shop, admins[client]!)
      : customerRequest(shop, shop.customers[client % shop.customers.length]!);
  return drive({ port, clients: crowd.users, ms, next, think: () => random() * 2 * crowd.think });
}

function customerRequest(shop: Shop, { id, token }: SignedInUser): LoadRequest {
  const tickets = shop.tickets.get(id) ?? [];
  const dice = random();
  // Orders take the customers in turn (`orderRequest`), so that few of them wait for each other's rows.
  if (dice < 0.15) return { kind: 'order', request: orderRequest(shop) };
  if (dice < 0.3 && tickets.length > 0) return replyTo(pick(tickets), token);
  if (dice < 0.45) return read('POST', '/api/sync', token, upToDatePull);
  const pages = [
    `/api/orders?page=${1 + Math.floor(random() * 3)}`,
    '/api/orders?status=delivered',
    '/api/tickets?per_page=10',
    `/api/categories/${1 + Math.floor(random() * 20)}/products`,
    '/api/app/balance',
    '/api/app/balance/history',
    '/api/notifications',
    ...(tickets.length > 0 ? [`/api/tickets/${pick(tickets)}`] : []),
  ];
  return read('GET', pick(pages), token);
}

function adminRequest(shop: Shop, { token }: SignedInUser): LoadRequest {
  const dice = random();
  const customer = pick(shop.customers);
  const theirs = shop.tickets.get(customer.id) ?? [];
  if (dice < 0.2 && theirs.length > 0) return replyTo(pick(theirs), token);
  if (dice < 0.23) return read('GET', `/api/dashboard/admin?period=${pick(['today', 'week', 'month', 'year'])}`, token);
  if (dice < 0.26) return read('GET', '/api/dashboard/order-count', token);
  const pages = [
    `/api/orders?page=${1 + Math.floor(random() * 50)}`,
    '/api/orders?status=new,processing',
    `/api/orders?user=${customer.id}`,
    `/api/orders?product=${pick(shop.products).id}`,
    `/api/orders?search=${pick(words)}`,
    `/api/orders?from=${lastDays(30)}&to=${lastDays(1 + Math.floor(random() * 20))}`,
    '/api/tickets?admin=true&status=open',
    '/api/tickets?admin=true&search=delivery',
    '/api/users?page=3',
    '/api/products?page=5',
    `/api/users/${customer.id}/balance/history`,
  ];
  return { ...read('GET', pick(pages), token), kind: 'admins’ list' };
}

/** Words to search for: in the names of some products, and a number. */
const words = ['card', 'gift', '%2399', 'premium'];

/** The day this many days ago. */
const lastDays = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A pull of a device that is up to date. */
const upToDatePull = { protocol: 1, epoch: null, cursor: '', before: null, mutations: [] };

const read = (method: HttpRequest['method'], path: string, token: string, body?: unknown): LoadRequest => ({
  kind: 'read',
  request: { method, path, token, body },
});

const replyTo = (ticket: string, token: string): LoadRequest => ({
  kind: 'reply',
  request: {
    method: 'POST',
    path: `/api/tickets/${ticket}/response`,
    token,
    key: randomUUID(),
    body: { content: 'Thank you, I shall look at it at once.' },
  },
});

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Random numbers that are the same in each run (mulberry32). */
let seed = 20_261_120;
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
