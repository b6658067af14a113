import { useLingui } from '@lingui/react/macro';
import { askedFieldsOf } from '../../../contract/asked-fields.ts';
import { openOrderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { may } from '../../api/session.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useAnswerText, useTranslated } from '../../text/translated.ts';
import { answersOf } from './order-answers.tsx';

/** A field of an order that the customer can be asked to correct. */
export interface AskedField {
  key: string;
  /** In the user's language. */
  label: string;
  /** The answer; missing for none. */
  value?: string | undefined;
}

/** Returns the fields of an order: those that it has answers to, and those that its product asks for now. */
export function useAskedFields(order: Order): readonly AskedField[] {
  const translated = useTranslated();
  const answerText = useAnswerText();
  const productId = order.items[0]?.product_id ?? 0;
  const asked = useLiveQuery(() => readFields(currentDatabase(), productId), [productId]) ?? none;
  return askedFieldsOf(answersOf(order), asked).map(({ field: { key, label }, answer }) => ({
    key,
    label: translated(label) || key,
    value: answer && answerText(answer),
  }));
}

const none: readonly never[] = [];

const readFields = async (db: LocalDatabase, productId: number) =>
  (await db.products.get(productId))?.order_fields ?? [];

/** Whether the user may ask the customer to correct something in an order now. */
export const isAskable = ({ status }: Order, fields: readonly AskedField[]): boolean =>
  may('orders.ask') && openOrderStatuses.includes(status) && fields.length > 0;

/** The next round of an order; the server ignores a round that was asked before. */
const nextRound = ({ ask, items }: Order): number =>
  Math.max(ask?.round ?? 0, ...items.map((item) => item.answers_round ?? 0)) + 1;

interface Question {
  keys: readonly string[];
  text: string;
  /** Deletes the draft inside the transaction. */
  deleteDrafts: () => Promise<void>;
}

/**
 * Returns a function that asks the customer to correct answers, also offline. It returns the id of the outbox item, or
 * null when the device could not store it.
 */
export function useAsk(order: Order): (question: Question) => Promise<string | null> {
  const { t } = useLingui();
  const act = usePerform();
  const { id } = order;
  const round = nextRound(order);
  return ({ keys, text, deleteDrafts }) =>
    act(
      'order.ask',
      { order_id: id, round, keys: [...keys], text: text.trim() },
      {
        deleteDrafts,
        done: t`The customer was asked to correct order #${id}`,
        refused: t`The customer was not asked to correct order #${id}.`,
        isAccepted: async ({ orders }) => (await orders.get(id))?.ask?.round === round,
      },
    );
}
