import type { Selectable, Transaction } from 'kysely';
import { checkAnswers } from '../../../contract/answer-rules.ts';
import { askedFieldsOf, labelledAnswers } from '../../../contract/asked-fields.ts';
import type { MutationArgs } from '../../../contract/mutations.ts';
import type { Answer, Ask } from '../../../contract/order-fields.ts';
import { searchText } from '../../../contract/search.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { Database, OrderItems } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { activeUsersWith, notify } from '../../shared/notify.ts';
import { orderFieldsOf } from '../../shared/order-fields.ts';
import { touchedBy } from './change-status.ts';
import { searchedAnswers } from './ordered-item.ts';
import { ownsOrder } from './policy.ts';
import { announceOrder, findOrder, lockOrder, namesOfItems, updateOrderRow, type OrderRecord } from './records.ts';

/**
 * Replaces the answers that support has asked to correct, in the round that is asked now. Moves no money and no status.
 * Throws CONFLICT with `{ current }`, the round that is asked or null, for another round; INVALID_FIELDS by field.
 */
export async function answerOrder(
  transaction: TransactionContext,
  { order_id, round, answers: given }: MutationArgs<'order.answers'>,
): Promise<string[]> {
  const { tx, person } = transaction;
  allow(await findOrder(tx, order_id, person), ownsOrder(person));
  const order = await lockOrder(tx, order_id, ownsOrder(person));
  const ask = order.ask === null ? null : (JSON.parse(order.ask) as Ask);
  if (ask?.round !== round) throw new Refusal('CONFLICT', { current: ask?.round ?? null });

  const item = await answeredItem(tx, order.id);
  const asked = fieldsOfItem(item).filter(({ field }) => ask.keys.includes(field.key));
  const before = Object.fromEntries(asked.flatMap(({ field, answer }) => (answer ? [[field.key, answer.value]] : [])));
  const fields = asked.map(({ field }) => field);
  const { answers: after, errors } = checkAnswers(fields, { ...before, ...given });
  if (Object.keys(errors).length > 0) throw new Refusal('INVALID_FIELDS', errors);

  const answers = fieldsOfItem(item).flatMap(({ field, answer }) => {
    if (!ask.keys.includes(field.key)) return answer ? [answer] : [];
    // The label stays as it was when the order was placed.
    return labelledAnswers([{ ...field, label: answer?.label ?? field.label }], after);
  });
  await tx
    .updateTable('order_items')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', item.id)
    .execute();
  const changed = await updateOrderRow(transaction, order, { ask: null, search_text: searchOf(order, item, answers) });
  await audit(transaction, {
    action: 'order.answers',
    entity: 'orders',
    entityKey: order.id,
    old: { answers: before },
    new: { answers: after },
  });
  await notify(transaction, await activeUsersWith(tx, 'orders.ask'), {
    kind: 'order.answered',
    about: { order_id: order.id, subject: await namesOfItems(tx, order.id), by: person.name },
  });
  await announceOrder(tx, changed);
  return touchedBy(order);
}

const searchOf = (order: OrderRecord, item: AnsweredItem, answers: readonly Answer[]): string =>
  searchText([order.user_name, item.product_name, item.variant_name, ...searchedAnswers(answers)]);

type AnsweredItem = Pick<
  Selectable<OrderItems>,
  'id' | 'product_name' | 'variant_name' | 'answers' | 'answers_round'
> & { order_fields: string };

/** The item of an order, with what its product asks for now. */
export const answeredItem = (tx: Transaction<Database>, orderId: number): Promise<AnsweredItem> =>
  tx
    .selectFrom('order_items')
    .innerJoin('products', 'products.id', 'order_items.product_id')
    .select(['order_items.id', 'product_name', 'variant_name', 'answers', 'answers_round', 'products.order_fields'])
    .where('order_items.order_id', '=', orderId)
    .executeTakeFirstOrThrow();

/** The fields of an order with its answers, as both sides ask for them. */
export const fieldsOfItem = (item: Pick<AnsweredItem, 'answers' | 'order_fields'>) =>
  // Only this file and `place-order.ts` write the answers.
  askedFieldsOf(JSON.parse(item.answers ?? '[]') as Answer[], orderFieldsOf(item));
