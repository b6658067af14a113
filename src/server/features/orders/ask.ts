import type { Ask } from '../../../contract/order-fields.ts';
import type { MutationArgs } from '../../../contract/mutations.ts';
import { openOrderStatuses } from '../../../contract/order-rules.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../shared/notify.ts';
import { answeredItem, fieldsOfItem } from './answers.ts';
import { touchedBy } from './change-status.ts';
import { mayAskAbout, maySeeOrder } from './policy.ts';
import { announceOrder, findOrder, lockOrder, namesOfItems, updateOrderRow, type OrderRecord } from './records.ts';

/**
 * Asks the customer of an open order to correct answers. A later round replaces what was asked before; a round that was
 * asked already changes nothing. Throws CONFLICT with `{ current, by, at }` when the order is no longer open, and
 * `keys: invalid` for a field that neither the order nor its product has.
 */
export async function askToCorrect(
  transaction: TransactionContext,
  { order_id, round, keys, text }: MutationArgs<'order.ask'>,
): Promise<string[]> {
  const { tx, person, now } = transaction;
  const seen = allow(await findOrder(tx, order_id, person), maySeeOrder(person));
  allow(seen, mayAskAbout(person), { otherwise: 'FORBIDDEN' });
  const order = await lockOrder(tx, order_id, mayAskAbout(person));
  const item = await answeredItem(tx, order.id);
  if (round <= item.answers_round) return touchedBy(order);
  checkOpen(order);
  const known = new Set(fieldsOfItem(item).map(({ field }) => field.key));
  if (!keys.every((key) => known.has(key))) throw new Refusal('INVALID_FIELDS', { keys: ['invalid'] });

  const ask: Ask = { round, keys: [...new Set(keys)], text, by: person.name, at: toIsoTime(now) };
  await tx.updateTable('order_items').set({ answers_round: round }).where('id', '=', item.id).execute();
  const changed = await updateOrderRow(transaction, order, { ask: JSON.stringify(ask) });
  await audit(transaction, {
    action: 'order.ask',
    entity: 'orders',
    entityKey: order.id,
    new: { round, keys: ask.keys, text },
  });
  await notifyOwner(transaction, changed);
  await announceOrder(tx, changed);
  return touchedBy(order);
}

function checkOpen({ status: current, status_by: by, status_at: at }: OrderRecord): void {
  if (!openOrderStatuses.includes(current)) throw new Refusal('CONFLICT', { current, by, at: toIsoTimeOrNull(at) });
}

/** Notifies the customer, without the admin's name, the text and the answers. */
async function notifyOwner(transaction: TransactionContext, { id, user_id }: OrderRecord): Promise<void> {
  const product = await namesOfItems(transaction.tx, id);
  await notify(transaction, [user_id], { kind: 'order.ask', about: { order_id: id, subject: product } });
  if (user_id !== transaction.person.id)
    await queueNotice(transaction, user_id, { kind: 'order.ask', order: { id, product } });
}
