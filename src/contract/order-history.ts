import * as z from 'zod/mini';
import { historyPage } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Id, Money } from './fields.ts';
import { pages } from './query-fields.ts';
import { historyPageSize } from './limits.ts';
import { HistoryEntry } from './people.ts';

/**
 * One change of an order: author, moment, the old and new value of `status`, `notes` and `file_id` where they changed,
 * what it added to the customer's balance (negative when it was taken, null when no money moved), and why a part of the
 * price was returned (`order.refund_part`).
 */
export const OrderHistoryEntry = z.extend(HistoryEntry, {
  amount: z.nullable(Money),
  reason: z.optional(z.string()),
});
export type OrderHistoryEntry = z.infer<typeof OrderHistoryEntry>;

/** One page of the changes of an order, the newest first; for admins only, because it names the admins. */
export const readOrderHistory = endpoint({
  name: 'readOrderHistory',
  method: 'GET',
  path: '/api/orders/:id/history',
  audience: 'orders.read',
  input: z.object({ id: Id, ...pages(historyPageSize) }),
  output: historyPage(OrderHistoryEntry),
});
