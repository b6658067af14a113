import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { NotificationKind, NotificationRow } from '../../contract/notifications.ts';
import type { Notifications } from '../platform/database/schema.ts';
import type { LedgerRow } from './ledger-history.ts';
import type { DemoOrder } from './orders.ts';
import type { UserRow } from './people.ts';
import type { Random } from './random.ts';
import type { ResponseRow, TicketRow } from './tickets.ts';
import { day, later } from './times.ts';

export type NoticeRow = Selectable<Notifications>;

interface Happened {
  orders: DemoOrder[];
  ledger: LedgerRow[];
  tickets: TicketRow[];
  responses: ResponseRow[];
  admins: UserRow[];
}

interface Notice {
  at: number;
  to: readonly number[];
  kind: z.infer<typeof NotificationKind>;
  about: NotificationRow['about'];
}

/** Notices older than this are not made: nobody would scroll so far back. */
const remembered = 14 * day;

/** Makes the notices of the last two weeks, as the features would have left them; the older ones are mostly read. */
export function makeNotices(happened: Happened, now: number, random: Random): NoticeRow[] {
  const recent = [...ofTickets(happened), ...ofOrders(happened.orders), ...ofMoney(happened.ledger)]
    .filter((notice) => notice.at > now - remembered)
    .toSorted((a, b) => a.at - b.at);
  return recent.flatMap(({ at, to, kind, about }) =>
    to.map((userId) => {
      const isRead = random.chance(now - at > 2 * day ? 0.93 : 0.3);
      return {
        id: random.uuid(at),
        user_id: userId,
        kind,
        about: JSON.stringify(about),
        read_at: isRead ? later(at, day / 2, now, random) : null,
        created_at: at,
        rev: isRead ? 2 : 1,
      };
    }),
  );
}

function* ofTickets({ tickets, responses, admins }: Happened): Generator<Notice> {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const desk = admins.map((admin) => admin.id);
  for (const ticket of tickets) {
    const { user_id: owner, user_name: by, status, status_at: turned, created_at: at } = ticket;
    const about = { ticket_id: ticket.id, subject: ticket.subject };
    yield { at, to: desk, kind: 'ticket.opened', about: { ...about, by } };
    const setByHand = ['pending', 'resolved', 'closed'].includes(status);
    if (setByHand && turned !== null)
      yield { at: turned, to: [owner], kind: 'ticket.status', about: { ...about, status } };
  }
  for (const { ticket_id: id, type, author_name: by, created_at: at } of responses) {
    const { user_id: owner, subject } = byId.get(id)!;
    const about = { ticket_id: id, subject };
    if (type === 'admin') yield { at, to: [owner], kind: 'ticket.response', about };
    else yield { at, to: desk, kind: 'ticket.response', about: { ...about, by } };
  }
}

function* ofOrders(orders: readonly DemoOrder[]): Generator<Notice> {
  for (const { row, item } of orders) {
    if (row.status === 'new') continue;
    const subject = [item.product_name, item.variant_name].filter(Boolean).join(', ');
    yield {
      at: row.updated_at,
      to: [row.user_id],
      kind: 'order.status',
      about: { order_id: row.id, status: row.status, subject },
    };
  }
}

function* ofMoney(ledger: readonly LedgerRow[]): Generator<Notice> {
  for (const { user_id: owner, kind, amount_cents: cents, created_at: at } of ledger) {
    if (kind === 'add' || kind === 'subtract')
      yield { at, to: [owner], kind: 'balance.changed', about: { amount: cents / 100 } };
  }
}
