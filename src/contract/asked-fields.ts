/*
 * Which answers of an order can be corrected, for both sides. Without zod, so that the pages of orders do not load it.
 */
import { answerKinds, type AnswerKind } from './answer-rules.ts';
import type { Answer, OrderField } from './order-fields.ts';

/** A field that an order can answer, with its answer. */
export interface AskedField {
  field: OrderField;
  answer: Answer | undefined;
}

/**
 * The fields of an order: those of its product as it is now, and before them those that only the order still has, whose
 * answers must have their kind and not be empty.
 */
export function askedFieldsOf(answers: readonly Answer[], current: readonly OrderField[]): AskedField[] {
  const gone = answers.filter(({ key }) => !current.some((field) => field.key === key));
  return [...gone.map(fieldOfBefore), ...current].map((field) => ({
    field,
    answer: answers.find(({ key }) => key === field.key),
  }));
}

const fieldOfBefore = ({ key, kind, label }: Answer): OrderField => ({
  key,
  label,
  hint: {},
  required: true,
  min: null,
  max: null,
  starts: [],
  choices: [],
  save_as: null,
  // The choices are not known any more, nor are the kinds of a later version.
  kind: kind !== 'choice' && answerKinds.some((one) => one === kind) ? (kind as AnswerKind) : 'text',
});

/** Returns answers as an order keeps them, with the labels as they are now; fields without an answer are left out. */
export const labelledAnswers = (fields: readonly OrderField[], values: Readonly<Record<string, string>>): Answer[] =>
  fields.flatMap(({ key, kind, label, choices }) => {
    const value = values[key];
    if (value === undefined) return [];
    const choice = choices.find((one) => one.value === value)?.label;
    return [{ key, kind, label, value, ...(choice && { choice }) }];
  });
