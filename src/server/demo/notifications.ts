import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { NotificationKind, NotificationRow as Notification } from '../../contract/notifications.ts';
import type { Notifications } from '../platform/database/schema-system.ts';
import type { LedgerRow } from './ledger.ts';
import type { DemoOrder } from './orders.ts';
import type { UserRow } from './people.ts';
import type { Random } from './random.ts';
import type { ResponseRow, TicketRow } from './ticket-drafts.ts';
import { day, randomTimeAfter } from './times.ts';

export type NotificationRow = Selectable<Notifications>;

/** The rows that led to notifications. */
interface History {
  orders: DemoOrder[];
  ledger: LedgerRow[];
  tickets: TicketRow[];
  responses: ResponseRow[];
  admins: UserRow[];
}

interface NotificationDraft {
  at: number;
  /** Ids of the users. */
  to: readonly number[];
  kind: z.infer<typeof NotificationKind>;
  about: Notification['about'];
}

/** The oldest age of a notification, in ms. */
const ageMax = 14 * day;

/**
 * Makes the notifications of the last two weeks, as the features would have made them; those older than two days are
 * mostly read.
 */
export function makeNotifications(history: History, now: number, random: Random): NotificationRow[] {
  const recent = [...ticketDrafts(history), ...orderDrafts(history.orders), ...ledgerDrafts(history.ledger)]
    .filter((draft) => draft.at > now - ageMax)
    .toSorted((a, b) => a.at - b.at);
  return recent.flatMap(({ at, to, kind, about }) =>
    to.map((userId) => {
      const isRead = random.chance(now - at > 2 * day ? 0.93 : 0.3);
      return {
        id: random.uuid(at),
        user_id: userId,
        kind,
        about: JSON.stringify(about),
        read_at: isRead ? randomTimeAfter(at, day / 2, now, random) : null,
        created_at: at,
        rev: isRead ? 2 : 1,
      };
    }),
  );
}

function* ticketDrafts({ tickets, responses, admins }: History): Generator<NotificationDraft> {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const adminIds = admins.map((admin) => admin.id);
  for (const ticket of tickets) {
    const { user_id: owner, user_name: by, status, status_at: statusAt, created_at: at } = ticket;
    const about = { ticket_id: ticket.id, subject: ticket.subject };
    yield { at, to: adminIds, kind: 'ticket.opened', about: { ...about, by } };
    const isSetByAdmin = ['pending', 'resolved', 'closed'].includes(status);
    if (isSetByAdmin && statusAt !== null)
      yield { at: statusAt, to: [owner], kind: 'ticket.status', about: { ...about, status } };
  }
  for (const { ticket_id: id, type, author_name: by, created_at: at } of responses) {
    const { user_id: owner, subject } = byId.get(id)!;
    const about = { ticket_id: id, subject };
    if (type === 'admin') yield { at, to: [owner], kind: 'ticket.response', about };
    else yield { at, to: adminIds, kind: 'ticket.response', about: { ...about, by } };
  }
}

function* orderDrafts(orders: readonly DemoOrder[]): Generator<NotificationDraft> {
  for (const { row, item } of orders) {
    if (row.status === 'new') continue;
    const subject = [item.product_name, item.variant_name].filter(Boolean).join(', ');
    yield {
      at: row.status_at ?? row.updated_at,
      to: [row.user_id],
      kind: 'order.status',
      about: { order_id: row.id, status: row.status, subject },
    };
  }
}

function* ledgerDrafts(ledger: readonly LedgerRow[]): Generator<NotificationDraft> {
  for (const { user_id: owner, kind, part, amount_cents: cents, created_at: at } of ledger) {
    if (kind === 'add' || kind === 'subtract' || part > 0)
      yield { at, to: [owner], kind: 'balance.changed', about: { amount: cents / 100 } };
  }
}
