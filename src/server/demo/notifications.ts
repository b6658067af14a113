import type { Selectable } from 'kysely';
import type { SyncedNotification } from '../../contract/notifications.ts';
import type { Notifications } from '../platform/database/schema-system.ts';
import type { LedgerRow } from './ledger.ts';
import type { DemoOrder } from './orders.ts';
import type { UserRow } from './people.ts';
import type { Random } from './random.ts';
import type { ResponseRow, TicketRow } from './ticket-drafts.ts';
import { day, randomTimeAfter } from './times.ts';
import type { TopupRow } from './topups.ts';

export type NotificationRow = Selectable<Notifications>;

/** The rows that led to notifications. */
interface History {
  orders: DemoOrder[];
  ledger: LedgerRow[];
  tickets: TicketRow[];
  responses: ResponseRow[];
  topups: TopupRow[];
  admins: UserRow[];
  support: UserRow[];
}

interface NotificationDraft {
  at: number;
  /** Ids of the users. */
  to: readonly number[];
  kind: SyncedNotification['kind'];
  about: SyncedNotification['about'];
}

/** The oldest age of a notification, in ms. */
const ageMax = 14 * day;

/**
 * Makes the notifications of the last two weeks, as the features would have made them; those older than two days are
 * mostly read.
 */
export function makeNotifications(history: History, now: number, random: Random): NotificationRow[] {
  const recent = [
    ...ticketDrafts(history),
    ...orderDrafts(history.orders),
    ...ledgerDrafts(history),
    ...topupDrafts(history),
  ]
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

function* ticketDrafts({ tickets, responses, support }: History): Generator<NotificationDraft> {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const adminIds = support.map((admin) => admin.id);
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

function* ledgerDrafts({ ledger, topups }: History): Generator<NotificationDraft> {
  const numbers = new Map(topups.map(({ id, number }) => [id, number]));
  for (const { user_id: owner, kind, part, amount_cents: cents, created_at: at, topup_id: topup } of ledger) {
    if (kind !== 'add' && kind !== 'subtract' && part === 0) continue;
    const request = topup === null ? {} : { topup_id: topup, topup_number: numbers.get(topup)! };
    yield { at, to: [owner], kind: 'balance.changed', about: { amount: cents / 100, ...request } };
  }
}

function* topupDrafts({ topups, admins }: History): Generator<NotificationDraft> {
  const adminIds = admins.map((admin) => admin.id);
  for (const { id, number, user_id: owner, user_name: by, status, reason, ...request } of topups) {
    const about = { topup_id: id, topup_number: number, amount: request.amount_cents / 100 };
    yield { at: request.created_at, to: adminIds, kind: 'topup.opened', about: { ...about, by } };
    if (status === 'refused')
      yield { at: request.decided_at!, to: [owner], kind: 'topup.refused', about: { ...about, reason: reason! } };
  }
}
