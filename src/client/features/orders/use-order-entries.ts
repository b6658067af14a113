import { useState } from 'react';
import { checkAnswers, type Answers } from '../../../contract/answer-rules.ts';
import type { OrderField, SavedAnswerRow } from '../../../contract/order-fields.ts';
import { quantityRulesOf } from '../../../contract/order-total.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow } from '../../../contract/products.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { focusFirstMistake } from '../../forms/use-money-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { answersDraft } from '../../local/form-drafts.ts';
import { performAll } from '../../sync/perform.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useShowFailure } from '../../ui/use-busy.ts';
import type { OrderFormData } from './order-form-data.ts';
import { canBeKept } from './saved-chips.tsx';

/** The quantity and the answers as the customer has typed them. */
interface Entries {
  quantity: string;
  answers: Answers;
}

interface Options extends Pick<OrderFormData, 'saved' | 'again'> {
  product: ProductRow;
}

/** What an order says besides its message: typed, kept as a draft, checked, and remembered for other orders. */
export function useOrderEntries({ product, saved, again }: Options) {
  const fields = product.order_fields ?? noFields;
  const [first] = useState(() => firstEntries(product, again));
  const [entries, setEntries, deleteDraft] = useDraft<Entries>(answersDraft(`order:${product.id}`), first);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const showFailure = useShowFailure();
  const clear = (path: string) => setErrors((now) => without(now, path));
  const show = (found: FieldErrors): boolean => {
    setErrors(found);
    const isRefused = Object.keys(found).length > 0;
    if (isRefused) focusFirstMistake();
    return isRefused;
  };
  return {
    ...entries,
    fields,
    names,
    errors,
    deleteDraft,
    setQuantity: (quantity: string) => {
      setEntries((now) => ({ ...now, quantity }));
      clear('quantity');
    },
    setAnswer: (key: string, value: string) => {
      setEntries((now) => ({ ...now, answers: withAnswer(now.answers, key, value) }));
      clear(`answers.${key}`);
    },
    setName: (key: string, name: string | null) => {
      setNames((now) => (name === null ? without(now, key) : { ...now, [key]: name }));
      clear(`names.${key}`);
    },
    /** Shows errors beside their fields. */
    show,
    /** Returns the answers as they are sent; null when something is shown as wrong. */
    check: (quantityFault: string | null): Answers | null => {
      const checked = checkAnswers(fields, ofFields(fields, entries.answers));
      const wrong = {
        ...(quantityFault !== null && { quantity: [quantityFault] }),
        ...checked.errors,
        ...nameErrors({ fields, saved, names, answers: entries.answers }),
      };
      return show(wrong) ? null : checked.answers;
    },
    /** Queues the answers that are to be kept, after the order was placed. */
    keep: () => {
      const { answers } = checkAnswers(fields, ofFields(fields, entries.answers));
      const kept = keptFields({ fields, saved, names, answers: entries.answers }).map(({ key, save_as }) => ({
        id: uuidv7(),
        save_as: save_as!,
        name: names[key]!.trim(),
        value: answers[key]!,
      }));
      if (kept.length > 0) void performAll(currentDatabase(), 'answer.save', kept).catch(showFailure);
    },
  };
}

export type OrderEntries = ReturnType<typeof useOrderEntries>;

const noFields: readonly OrderField[] = [];

/** The first entries: the smallest quantity, or those of the order that is placed again. */
function firstEntries(product: ProductRow, again: Order | undefined): Entries {
  const item = again?.items.find((one) => one.product_id === product.id);
  const rules = quantityRulesOf(product);
  const quantity = Math.min(rules.quantity_max, Math.max(rules.quantity_min, item?.quantity ?? 1));
  const answers = Object.fromEntries((item?.answers ?? []).map(({ key, value }) => [key, value]));
  return { quantity: String(quantity), answers };
}

/** Leaves out answers to what the product asks for no more; they stay typed. */
const ofFields = (fields: readonly OrderField[], answers: Answers): Answers =>
  Object.fromEntries(fields.flatMap(({ key }) => (Object.hasOwn(answers, key) ? [[key, answers[key]!]] : [])));

interface Remembered {
  fields: readonly OrderField[];
  saved: readonly SavedAnswerRow[];
  /** By the keys of the fields whose answers are to be kept. */
  names: Readonly<Record<string, string>>;
  answers: Answers;
}

const keptFields = ({ fields, saved, names, answers }: Remembered): OrderField[] =>
  fields.filter((field) => names[field.key] !== undefined && canBeKept(field, answers[field.key] ?? '', saved));

const nameErrors = (remembered: Remembered): FieldErrors =>
  Object.fromEntries(
    keptFields(remembered).flatMap(({ key }) =>
      remembered.names[key]!.trim() === '' ? [[`names.${key}`, ['required']]] : [],
    ),
  );

/** Returns answers with a typed one; an empty one is none, as before it was typed. */
export const withAnswer = (answers: Answers, key: string, value: string): Answers =>
  value === '' ? without(answers, key) : { ...answers, [key]: value };

/** Returns a record without one of its values. */
export function without<Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
