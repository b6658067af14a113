/*
 * The rules of what a product asks for in an order, which both sides apply. There are no regular expressions of admins:
 * they would run on the server's only thread and on every phone. Without zod, so that the first page may load it.
 */

export const answerKinds = ['text', 'digits', 'phone', 'email', 'link', 'choice', 'note'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Fields of one product, and choices and accepted beginnings of one field. */
export const orderFieldsMax = 10;
export const choicesMax = 50;
export const startsMax = 10;
/** Characters of a key, a label, a hint, an answer, and of an answer of the kind `note`. */
export const fieldKeyMax = 30;
export const fieldLabelMax = 80;
export const fieldHintMax = 200;
export const answerMax = 200;
export const noteAnswerMax = 1_000;
/** Saved answers of one customer, and characters of the name of one. */
export const savedAnswersMax = 50;
export const savedNameMax = 60;

/** What the check of an answer needs of its field. */
interface AskedField {
  key: string;
  kind: AnswerKind;
  required: boolean;
  /** Characters; null for no limit of the field's own. */
  min: number | null;
  max: number | null;
  /** The accepted beginnings; empty for any. */
  starts: readonly string[];
  choices: readonly { value: string }[];
}

/** The answers by the keys of their fields. */
export type Answers = Readonly<Record<string, string>>;

/**
 * Checks the answers to the fields of a product and returns them as they are stored, blank ones left out. The errors are
 * by key: `required`, `invalid`, `min:6`, `max:12`, `starts:00218`; `answers: unknown` is for a key that the product does
 * not have, because the form was older than the product.
 */
export function checkAnswers(
  fields: readonly AskedField[],
  given: Answers,
): { answers: Record<string, string>; errors: Record<string, string[]> } {
  const answers: Record<string, string> = {};
  const errors: Record<string, string[]> = {};
  for (const field of fields) {
    const answer = cleanAnswer(field.kind, Object.hasOwn(given, field.key) ? given[field.key]! : '');
    const error = answerError(field, answer);
    if (error) errors[`answers.${field.key}`] = [error];
    else if (answer !== '') answers[field.key] = answer;
  }
  const isUnknown = Object.keys(given).some((key) => !fields.some((field) => field.key === key));
  if (isUnknown) errors.answers = ['unknown'];
  return { answers, errors };
}

/** Returns an answer without what cannot be seen; digits of a number or a phone are Latin ones. */
export function cleanAnswer(kind: AnswerKind, answer: string): string {
  const visible = answer
    .normalize('NFC')
    .replace(kind === 'note' ? /[^\P{Cc}\n]/gu : /\p{Cc}/gu, ' ')
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .trim();
  if (kind !== 'digits' && kind !== 'phone') return visible;
  const latin = visible.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  return latin.replace(kind === 'digits' ? /\s/g : /[\s().-]/g, '');
}

function answerError(field: AskedField, answer: string): string | null {
  if (answer === '') return field.required ? 'required' : null;
  const length = [...answer].length;
  const max = lengthMax(field);
  if (length > max) return `max:${max}`;
  if (!isOfKind(field, answer)) return 'invalid';
  if (field.min !== null && length < field.min) return `min:${field.min}`;
  const isAccepted = field.starts.length === 0 || field.starts.some((start) => answer.startsWith(start));
  return isAccepted ? null : `starts:${field.starts.join(', ')}`;
}

const lengthMax = ({ kind, max }: AskedField): number =>
  Math.min(max ?? Infinity, kind === 'note' ? noteAnswerMax : answerMax);

const shapes: Partial<Record<AnswerKind, RegExp>> = {
  digits: /^\d+$/,
  phone: /^\+?\d{5,20}$/,
  link: /^https:\/\/[^\s/?#@]+\.[^\s/?#@]+(?:[/?#]\S*)?$/i,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
};

function isOfKind({ kind, choices }: AskedField, answer: string): boolean {
  if (kind === 'choice') return choices.some(({ value }) => value === answer);
  return shapes[kind]?.test(answer) ?? true;
}
