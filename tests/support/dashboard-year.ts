import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { adjust, charge, returnPart, reverse } from '../../src/server/ledger/ledger.ts';
import type { Orders } from '../../src/server/platform/database/schema.ts';
import { actAs, putProduct } from './shop.ts';
import type { TestServer } from './test-server.ts';

/** 20 November 2026, 02:10 UTC: Friday morning in Paris, still Thursday evening in Santiago. */
export const now = Date.UTC(2026, 10, 20, 2, 10);

/**
 * Moments of two years: some at random, but the same in every run, others just before and after midnight in both zones,
 * and around the moments up to which the periods before are counted.
 */
export const moments = [
  ...Array.from({ length: 130 }, (_, index) => now - ((index * 9_301 + 49_297) % 233_280) * 135_000),
  ...[0, 1, 3, 4, 19, 20, 24, 50, 110, 230, 323, 324].flatMap((days) =>
    [-1, 0, 1, 2, 3, 4].flatMap((hour) => [-1, 0].map((ms) => Date.UTC(2026, 10, 20 - days, hour) + ms)),
  ),
  ...[1, 7, 31, 365, 400, 600].flatMap((days) =>
    [-1, 0].flatMap((hour) => [-1, 0].map((ms) => Date.UTC(2026, 10, 20 - days, 2 + hour, 10) + ms)),
  ),
]
  .filter((moment) => moment <= now)
  .toSorted((a, b) => a - b);

const returnedStatuses = ['refunded', 'canceled'];
const statuses = ['new', 'processing', 'completed', 'refunded', 'canceled', 'delivered'];

/** At each moment: a new user, a ticket, balance that was added, and an order; some orders are given back, in part or deleted. */
export async function fillYear(server: TestServer): Promise<void> {
  const { services, users, clock } = server;
  await services.db.updateTable('users').set({ created_at: moments[0]! }).execute();
  const tea = await putProduct(services);
  for (const [index, moment] of moments.entries()) {
    clock.now = moment;
    const change = (kind: 'add' | 'subtract', cents: number) =>
      actAs(services, users.sara, (transaction) =>
        adjust(transaction, { userId: users.amina.id, kind, cents, note: null }),
      );
    await change('add', 2_000 + index * 13);
    if (index % 5 === 0) await change('subtract', 77 + index);
    const order = newOrder(index, moment, users.amina.id);
    const row = await insertOrder(server, order, tea.id);
    if (index % 5 === 2 && !returnedStatuses.includes(order.status)) await returnThird(server, row);
    await services.db.insertInto('users').values(newUser(index, moment)).execute();
    await services.db
      .insertInto('tickets')
      .values(newTicket(index, moment, users.amina))
      .execute();
  }
  clock.now = now;
}

type ChargedOrder = Pick<Selectable<Orders>, 'id' | 'user_id' | 'total_cents'>;

/** Returns a third of the price of an order, as an admin does. */
const returnThird = ({ services, users }: TestServer, order: ChargedOrder): Promise<void> =>
  actAs(services, users.sara, async (transaction) => {
    const cents = Math.floor(order.total_cents / 3);
    await returnPart(transaction, order, { cents, seen: order.total_cents, reason: 'Not all was there' });
    await transaction.tx.updateTable('orders').set({ refunded_cents: cents }).where('id', '=', order.id).execute();
  });

/** Stores an order and charges it; returns the money when its status says so. */
async function insertOrder(
  { services, users }: TestServer,
  order: ReturnType<typeof newOrder>,
  productId: number,
): Promise<ChargedOrder> {
  const row = await actAs(services, users.amina, async (transaction) => {
    const inserted = await transaction.tx
      .insertInto('orders')
      .values(order)
      .returning(['id', 'user_id', 'total_cents', 'refunded_cents'])
      .executeTakeFirstOrThrow();
    const item = { product_id: productId, product_variant_id: null, product_name: 'Tea', variant_name: null };
    const prices = { price_cents: order.total_cents, cost_cents: order.cost_cents };
    await transaction.tx
      .insertInto('order_items')
      .values({ order_id: inserted.id, ...item, ...prices })
      .execute();
    await charge(transaction, inserted);
    return inserted;
  });
  if (returnedStatuses.includes(order.status))
    await actAs(services, users.sara, (transaction) => reverse(transaction, row));
  return row;
}

const newOrder = (index: number, moment: number, userId: number) => ({
  user_id: userId,
  key: randomUUID(),
  status: statuses[index % statuses.length]!,
  total_cents: 500 + ((index * 37) % 1_400),
  cost_cents: 100 + ((index * 11) % 390),
  user_name: 'Amina',
  message: null,
  file_id: null,
  notes: null,
  search_text: 'amina',
  created_at: moment,
  updated_at: moment,
  deleted_at: index % 17 === 0 ? now : null,
});

const newUser = (index: number, moment: number) => ({
  name: `P${index}`,
  email: `p${index}@example.test`,
  role_id: 1,
  is_active: 1,
  locale: 'en',
  search_text: '',
  sort_key: '',
  created_at: moment,
  updated_at: moment,
  deleted_at: index % 19 === 0 ? now : null,
});

const newTicket = (index: number, moment: number, owner: { id: number; name: string; email: string }) => ({
  id: randomUUID(),
  number: 5_000 + index,
  user_id: owner.id,
  user_name: owner.name,
  user_email: owner.email,
  subject: 'Help',
  content: 'Where is it?',
  type: 'general',
  priority: 'medium',
  status: ['new', 'open', 'closed'][index % 3]!,
  order_id: null,
  last_response_by: null,
  last_response_at: null,
  status_by: null,
  status_at: null,
  priority_by: null,
  priority_at: null,
  assignee_id: null,
  assignee_by: null,
  assignee_at: null,
  search_text: 'help',
  created_at: moment,
  updated_at: moment,
  deleted_at: index % 23 === 0 ? now : null,
});
