import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readOrderHistory } from '../../../contract/order-history.ts';
import { can } from '../../../contract/permissions.ts';
import { allow } from '../../platform/base/permissions.ts';
import { pageMeta } from '../../platform/base/paging.ts';
import { toEuros } from '../../platform/base/wire-values.ts';
import type { SignedIn } from '../../platform/context.ts';
import { fieldsOf, readChanges, type LoggedChange } from '../../shared/history.ts';
import { maySeeOrder } from './policy.ts';
import { undeletedOrders } from './rows.ts';

type Input = ParsedInputOf<typeof readOrderHistory>;

/** One page of the changes to an order with their authors and, for users with the right to money, amounts, from the audit log, newest first. */
export async function orderHistory(ctx: SignedIn, input: Input): Promise<OutputOf<typeof readOrderHistory>> {
  const { reader } = ctx.services;
  const [found] = await undeletedOrders(reader, [input.id]);
  const order = allow(found, maySeeOrder(ctx.person));
  const { changes, total } = await readChanges(reader, { entity: 'orders', key: order.id }, input);
  const history = changes.map(({ before, after, ...change }) => ({
    ...change,
    fields: fieldsOf(
      { before, after },
      (field) => shown.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    ),
    amount: can(ctx.person.role, 'money') ? amountOf(change.action, after) : null,
    ...(change.action === 'order.refund_part' && { reason: String(after.note) }),
  }));
  const meta = pageMeta(ctx.url, input, total);
  return { code: 'SUCCESS', history, meta, ...meta };
}

const shown = new Set(['status', 'notes', 'file_id', 'keys', 'text', 'answers']);

/** What a change added to the customer's balance, in the shop's currency; negative when it was taken, null when no money moved. */
function amountOf(action: string, after: LoggedChange['after']): number | null {
  const cents = action === 'order.place' ? -Number(after.total_cents) : after.moved_cents;
  return typeof cents === 'number' && cents !== 0 ? toEuros(cents) : null;
}
