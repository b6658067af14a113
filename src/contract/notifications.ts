import * as z from 'zod/mini';
import { Done, nestedPage } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Uuid, IsoTime } from './fields.ts';
import { paging } from './query-fields.ts';

export const notificationKinds = [
  'ticket.opened',
  'ticket.response',
  'ticket.status',
  'order.status',
  'balance.changed',
] as const;
export const NotificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof NotificationKind>;

/**
 * Kinds that only devices get which name the table `topups` (D-27): an app of before has no text for them, so
 * `listNotifications` leaves them out. They follow the switch of `balance.changed`.
 */
export const topupNotificationKinds = ['topup.opened', 'topup.refused'] as const;

/** Kinds of e-mail that a user can switch off; e-mails about the security of an account are always sent. */
export const mailKinds = ['ticket.response', 'order.delivered', 'balance.changed'] as const;
export type MailKind = (typeof mailKinds)[number];

/** The same for devices that name the table `saved_answers`; they follow the switch of `order.status`. */
export const answerNotificationKinds = ['order.ask', 'order.answered'] as const;

/** The same for devices that name the table `stock`; they follow the switch of `order.status`. */
export const stockNotificationKinds = ['stock.low', 'stock.out', 'stock.back'] as const;

/** A notification for a user; the screen makes its text from `kind` and `about`. */
export const NotificationRow = z.object({
  id: z.string(),
  kind: NotificationKind,
  about: z.object({
    ticket_id: z.optional(z.string()),
    order_id: z.optional(z.number()),
    product_id: z.optional(z.number()),
    /** The top-up request that was opened, approved (`balance.changed`) or refused, and its number. */
    topup_id: z.optional(z.string()),
    topup_number: z.optional(z.number()),
    subject: z.optional(z.string()),
    status: z.optional(z.string()),
    /** Why a top-up request was refused. */
    reason: z.optional(z.string()),
    amount: z.optional(z.number()),
    by: z.optional(z.string()),
  }),
  read_at: z.nullable(IsoTime),
  created_at: IsoTime,
  rev: z.number(),
});
export type NotificationRow = z.infer<typeof NotificationRow>;

/** A notification as devices store it. */
export type SyncedNotification = Omit<NotificationRow, 'kind'> & {
  kind:
    | NotificationKind
    | (typeof topupNotificationKinds)[number]
    | (typeof answerNotificationKinds)[number]
    | (typeof stockNotificationKinds)[number];
};

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications',
  audience: 'signedIn',
  input: z.object(paging(20)),
  output: nestedPage(NotificationRow),
});

/** Marks the user's own notifications as read; other ids change nothing. */
export const readNotifications = endpoint({
  name: 'readNotifications',
  method: 'POST',
  path: '/api/notifications/read',
  audience: 'signedIn',
  key: 'optional',
  input: z.object({
    ids: z
      .array(Uuid, { error: 'required' })
      .check(z.minLength(1, { error: 'required' }), z.maxLength(500, { error: 'max:500' })),
  }),
  output: Done,
});
