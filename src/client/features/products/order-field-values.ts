import type { AnswerKind } from '../../../contract/answer-rules.ts';
import type { OrderField } from '../../../contract/order-fields.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { noTexts, plainAmount, textsOf, type Issue, type Texts } from './typed-values.ts';

export interface ChoiceValues {
  /** Stays the same while the form is open. */
  id: string;
  value: string;
  label: Texts;
}

/** A field that an order of the product has, as typed. */
export interface OrderFieldValues {
  /** Stays the same while the form is open. */
  id: string;
  /** The server has the field: its key and kind stay, because orders and saved answers refer to them. */
  isSaved: boolean;
  key: string;
  kind: AnswerKind;
  label: Texts;
  hint: Texts;
  required: boolean;
  min: string;
  max: string;
  /** Separated by commas. */
  starts: string;
  choices: ChoiceValues[];
  save_as: string;
}

/** Kinds whose answers have a length, and kinds that may begin in a few ways only. */
const hasLength = (kind: AnswerKind): boolean => kind !== 'choice';
export const hasStarts = (kind: AnswerKind): boolean => ['text', 'digits', 'phone', 'link'].includes(kind);

export const newOrderField = (): OrderFieldValues => ({
  id: uuidv7(),
  isSaved: false,
  key: '',
  kind: 'text',
  label: noTexts,
  hint: noTexts,
  required: true,
  min: '',
  max: '',
  starts: '',
  choices: [],
  save_as: '',
});

export const newChoice = (): ChoiceValues => ({ id: uuidv7(), value: '', label: noTexts });

/** Returns the fields of a product for the form. */
export const orderFieldValuesOf = (fields: readonly OrderField[]): OrderFieldValues[] =>
  fields.map(({ key, kind, label, hint, required, min, max, starts, choices, save_as }) => ({
    id: key,
    isSaved: true,
    key,
    kind,
    label: textsOf(label),
    hint: textsOf(hint),
    required,
    min: String(min ?? ''),
    max: String(max ?? ''),
    starts: starts.join(', '),
    choices: choices.map((choice) => ({ id: choice.value, value: choice.value, label: textsOf(choice.label) })),
    save_as: save_as ?? '',
  }));

/** Returns the fields as the server takes them: without what their kind does not have. */
export const orderFieldsOf = (fields: readonly OrderFieldValues[]) =>
  fields.map(({ key, kind, label, hint, required, min, max, starts, choices, save_as }) => ({
    key: key.trim(),
    kind,
    label: trimmed(label),
    hint: trimmed(hint),
    required,
    min: hasLength(kind) ? lengthIn(min) : null,
    max: hasLength(kind) ? lengthIn(max) : null,
    starts: hasStarts(kind) ? listIn(starts) : [],
    choices: kind === 'choice' ? choices.map((one) => ({ value: one.value.trim(), label: trimmed(one.label) })) : [],
    save_as: save_as.trim() || null,
  }));

const lengthIn = (typed: string): string | null => plainAmount(typed) || null;

const listIn = (typed: string): string[] =>
  typed
    .split(/[,،]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Without blank languages. */
const trimmed = (texts: Texts): Partial<Texts> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([locale, text]) => [locale, text.trim()])
      .filter(([, text]) => text),
  );

/** Returns the fields as text, which is equal for equal fields in the same order. */
export const orderFieldsText = (fields: readonly OrderFieldValues[]): string => JSON.stringify(orderFieldsOf(fields));

/** The faults that need more than one value of a field, and fields with one key. */
export function orderFieldIssues(fields: readonly OrderFieldValues[]): Issue[] {
  const keys = fields.map(({ key }) => key.trim());
  return fields.flatMap(({ kind, choices, min, max }, at) => {
    const path = (name: string) => ['order_fields', at, name];
    const [least, most] = [Number(plainAmount(min)), Number(plainAmount(max))];
    const isReversed = hasLength(kind) && min.trim() !== '' && max.trim() !== '' && most < least;
    return [
      ...(keys[at] === '' ? [{ message: 'required', path: path('key') }] : []),
      ...(keys[at] !== '' && keys.indexOf(keys[at]!) < at ? [{ message: 'unique', path: path('key') }] : []),
      ...(kind === 'choice' && choices.length === 0
        ? [{ message: 'at_least_one_required', path: path('choices') }]
        : []),
      ...(isReversed ? [{ message: `number-min:${least}`, path: path('max') }] : []),
    ];
  });
}

/** Returns the key that a new field gets from its English label: `player_id`. */
export const keyFrom = (label: string): string =>
  label
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 30);
