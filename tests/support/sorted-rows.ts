import { randomUUID } from 'node:crypto';
import { orderStatuses } from '../../src/contract/order-rules.ts';
import { fold } from '../../src/contract/search.ts';
import { ticketPriorities, ticketStatuses } from '../../src/contract/ticket-rules.ts';
import type { createRandom } from '../../src/server/demo/random.ts';
import { putProduct } from './shop.ts';
import type { TestServer } from './test-server.ts';

/** In ms. */
export const minute = 60_000;

type Random = ReturnType<typeof createRandom>;

/** The product of all orders. */
async function teaOf({ services }: TestServer): Promise<number> {
  const found = await services.db.selectFrom('products').select('id').where('title', '=', 'Tea').executeTakeFirst();
  return (found ?? (await putProduct(services, { title: 'Tea' }))).id;
}

/** Few different amounts, names and statuses, so that many rows have the same. */
export async function putOrders(server: TestServer, random: Random, count: number, from = 0): Promise<void> {
  const { db, now } = server.services;
  const product = await teaOf(server);
  for (let n = from; n < from + count; n += 1) {
    const owner = server.users[n % 3 === 0 ? 'karim' : 'amina'];
    const name =
      owner.name === 'Karim'
        ? random.pick(['Karim', 'أحمد', 'احمد 2'])
        : random.pick(['Amina', 'Émile', 'emil', 'Zoé']);
    const { id } = await db
      .insertInto('orders')
      .values({
        user_id: owner.id,
        user_name: name,
        customer_key: fold(name),
        key: randomUUID(),
        status: random.pick(orderStatuses),
        total_cents: random.pick([100, 250, 999, 10_000]),
        cost_cents: 0,
        search_text: fold(`${name} tea`),
        created_at: now() + n * minute,
        updated_at: now() + n * minute,
        deleted_at: n === 7 ? now() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('order_items')
      .values({ order_id: id, product_id: product, product_name: 'Tea', price_cents: 100, cost_cents: 0 })
      .execute();
  }
}

/** Few different priorities, statuses and times of answers and changes. */
export async function putTickets(server: TestServer, random: Random, count: number, from = 0): Promise<void> {
  const { db, now } = server.services;
  for (let n = from; n < from + count; n += 1) {
    const owner = server.users[n % 2 === 0 ? 'karim' : 'amina'];
    const at = now() + n * minute;
    const answeredBy = random.pick(['admin', 'user', null]);
    await db
      .insertInto('tickets')
      .values({
        id: randomUUID(),
        number: 2000 + n,
        user_id: owner.id,
        user_name: owner.name,
        user_email: owner.email,
        subject: `Question ${n}`,
        content: 'Please help.',
        type: 'general',
        priority: random.pick(ticketPriorities),
        status: random.pick(ticketStatuses),
        last_response_by: answeredBy,
        last_response_at: answeredBy ? now() + random.int(0, 5) * 100 * minute : null,
        search_text: `question ${n}`,
        created_at: at,
        updated_at: now() + random.int(0, 5) * 100 * minute,
      })
      .execute();
  }
}

/** Few different names and balances; all are found by `person`. */
export async function putUsers({ services }: TestServer, random: Random, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n += 1) {
    const name = random.pick(['Person A', 'Person Á', 'Person ب', 'Carl Person']);
    await services.db
      .insertInto('users')
      .values({
        name,
        email: `${n}@person.example`,
        username: null,
        password_hash: null,
        pin_hash: null,
        role_id: 1,
        is_active: 1,
        confirmed_at: services.now(),
        locale: 'en',
        balance_cents: random.pick([0, 100, 2_000]),
        last_login_at: null,
        last_action_at: null,
        search_text: fold(`${name} ${n}@person.example`),
        sort_key: fold(name),
        created_at: services.now(),
        updated_at: services.now(),
        deleted_at: null,
      })
      .execute();
  }
}

/** Many orders of one customer with few different amounts from `cents` on, all found by `text`. */
export async function putManyOrders(
  { services, users }: TestServer,
  { count, text, cents }: { count: number; text: string; cents: number },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    user_id: users.amina.id,
    user_name: users.amina.name,
    customer_key: fold(users.amina.name),
    key: randomUUID(),
    status: 'completed',
    total_cents: cents + (n % 7),
    cost_cents: 0,
    search_text: text,
    created_at: services.now() - n * minute,
    updated_at: services.now() - n * minute,
  }));
  for (let at = 0; at < count; at += 1_000)
    await services.db
      .insertInto('orders')
      .values(rows.slice(at, at + 1_000))
      .execute();
}
