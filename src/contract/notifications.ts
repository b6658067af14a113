import * as z from 'zod/mini';
import { When } from './fields.ts';

export const notificationKinds = [
  'ticket.opened',
  'ticket.response',
  'ticket.status',
  'order.status',
  'balance.changed',
] as const;
export const NotificationKind = z.enum(notificationKinds);

/** Something a person should know; words are made on the screen from `kind` and `about`. */
export const NotificationRow = z.object({
  id: z.string(),
  kind: NotificationKind,
  about: z.object({
    ticket_id: z.optional(z.string()),
    order_id: z.optional(z.number()),
    subject: z.optional(z.string()),
    status: z.optional(z.string()),
    amount: z.optional(z.number()),
    by: z.optional(z.string()),
  }),
  read_at: z.nullable(When),
  created_at: When,
  rev: z.number(),
});
export type NotificationRow = z.infer<typeof NotificationRow>;
