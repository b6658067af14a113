import type { Answer, SavedAnswerRow } from '../../contract/order-fields.ts';
import type { Order } from '../../contract/orders.ts';
import { isoTimeOf, type Action } from './action.ts';

/** Shows what support asks for; the server refuses when the order is no longer open. */
export const askToCorrect: Action<'order.ask'> = {
  kind: 'order.ask',
  v: 1,
  lane: ({ order_id }) => `order:${order_id}`,
  effects: ({ order_id, round, keys, text }, context) => [
    {
      table: 'orders',
      key: String(order_id),
      apply: (row) => row && { ...row, ask: { round, keys, text, by: context.by.name, at: isoTimeOf(context) } },
    },
  ],
};

/** Shows the corrected answers; the server refuses those of an earlier round. */
export const answerOrder: Action<'order.answers'> = {
  kind: 'order.answers',
  v: 1,
  lane: ({ order_id }) => `order:${order_id}`,
  effects: ({ order_id, round, answers }) => [
    {
      table: 'orders',
      key: String(order_id),
      apply: (row) => row && { ...corrected(row as unknown as Order, round, answers) },
    },
  ],
};

function corrected({ ask, ...order }: Order, round: number, answers: Record<string, string>): Order {
  if (ask?.round !== round) return { ...order, ...(ask && { ask }) };
  const items = order.items.map((item) => ({
    ...item,
    ...(item.answers && {
      answers: item.answers.map((answer) => withValue(answer, answers[answer.key])),
    }),
  }));
  return { ...order, items };
}

/** The label of another choice is the server's. */
const withValue = ({ choice, ...answer }: Answer, value = answer.value): Answer =>
  value === answer.value ? { ...answer, ...(choice && { choice }) } : { ...answer, value };

export const saveAnswer: Action<'answer.save'> = {
  kind: 'answer.save',
  v: 1,
  lane: ({ id }) => `answer:${id}`,
  effects: ({ id, ...answer }, context) => {
    const saved: SavedAnswerRow = { id, ...answer, used_at: isoTimeOf(context), rev: 0 };
    return [{ table: 'saved_answers', key: id, createsRow: true, apply: (row) => ({ ...row, ...saved }) }];
  },
};

export const forgetAnswer: Action<'answer.forget'> = {
  kind: 'answer.forget',
  v: 1,
  lane: ({ id }) => `answer:${id}`,
  effects: ({ id }) => [{ table: 'saved_answers', key: id, apply: () => null }],
};
