import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { refundPart } from '../../../contract/orders.ts';
import { returnPart } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { toCents, toEuros } from '../../platform/base/wire-values.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../shared/notify.ts';
import { lockForChange, touchedBy } from './change-status.ts';
import { announceOrder, updateOrderRow } from './records.ts';
import { currentOrder } from './rows.ts';

type Input = ParsedInputOf<typeof refundPart>;

/** Gives a part of the price of a charged order back to its customer, once per key (D-25). */
export async function returnPartOfOrder(ctx: SignedIn, input: Input): Promise<OutputOf<typeof refundPart>> {
  touchedOrThrow(
    await runOnce(ctx, { key: ctx.key, kind: 'order.refund_part', args: input }, (transaction) =>
      returnInTransaction(transaction, input),
    ),
  );
  return { code: 'SUCCESS', order: await currentOrder(ctx, input.id) };
}

async function returnInTransaction(
  transaction: TransactionContext,
  { id, amount, seen, reason }: Input,
): Promise<string[]> {
  const order = await lockForChange(transaction, id);
  const cents = toCents(amount);
  const moved = await returnPart(transaction, order, { cents, seen: toCents(seen), reason });
  const changed = await updateOrderRow(transaction, order, { refunded_cents: order.refunded_cents + cents });
  await audit(transaction, {
    action: 'order.refund_part',
    entity: 'orders',
    entityKey: id,
    old: { refunded_cents: order.refunded_cents },
    new: { refunded_cents: changed.refunded_cents, note: reason, moved_cents: cents },
  });
  await notify(transaction, [order.user_id], { kind: 'balance.changed', about: { amount: toEuros(cents) } });
  if (order.user_id !== transaction.person.id) {
    const change = { cause: 'returned', amount: cents, balance: moved.after, orderId: id } as const;
    await queueNotice(transaction, order.user_id, { kind: 'balance.changed', ...change });
  }
  await announceOrder(transaction.tx, changed);
  return [...touchedBy(order), `account:${order.user_id}`];
}
