import * as z from 'zod/mini';
import {
  answerKinds,
  answerMax,
  choicesMax,
  fieldHintMax,
  fieldLabelMax,
  noteAnswerMax,
  orderFieldsMax,
  savedNameMax,
  startsMax,
} from './answer-rules.ts';
import { Flag, IsoTime, printable, text, wholeNumber } from './fields.ts';
import { optionalTranslated, Translated, translated } from './translated.ts';

/**
 * `a-z`, then also digits and `_`, at most 30 characters; not `constructor`, which every object has. A key never changes
 * its meaning.
 */
const FieldKey = z
  .string({ error: 'required' })
  .check(z.regex(/^(?!constructor$)[a-z][a-z0-9_]{0,29}$/, { error: 'invalid' }));

/** A field of a product: what an order must say, or may say. Orders keep its label as it was. */
export const OrderField = z.object({
  key: z.string(),
  kind: z.enum(answerKinds),
  label: Translated,
  hint: Translated,
  required: z.boolean(),
  /** The length of an answer in characters; null for no limit of the field's own. */
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  /** The accepted beginnings of an answer; empty for any. */
  starts: z.array(z.string()),
  /** Of the kind `choice`; empty for the others. */
  choices: z.array(z.object({ value: z.string(), label: Translated })),
  /** Under which name customers may keep their answers for other orders; null for none. */
  save_as: z.nullable(z.string()),
});
export type OrderField = z.infer<typeof OrderField>;

const Length = z._default(z.nullable(wholeNumber({ min: 1, max: noteAnswerMax })), null);

const FieldInput = z.object({
  key: FieldKey,
  kind: z.enum(answerKinds, { error: 'required' }),
  label: translated(fieldLabelMax),
  hint: z._default(optionalTranslated(fieldHintMax), {}),
  required: z._default(Flag, false),
  min: Length,
  max: Length,
  starts: z._default(z.array(text(answerMax)).check(z.maxLength(startsMax, { error: `max:${startsMax}` })), []),
  choices: z._default(
    z
      .array(z.object({ value: text(answerMax), label: translated(fieldLabelMax) }))
      .check(z.maxLength(choicesMax, { error: `max:${choicesMax}` })),
    [],
  ),
  save_as: z._default(z.nullable(FieldKey), null),
});

/** The fields of a product as an admin writes them, in their order. Refuses with `unique` for two with one key. */
export const OrderFieldsInput = z.array(FieldInput, { error: 'invalid' }).check(
  z.maxLength(orderFieldsMax, { error: `max:${orderFieldsMax}` }),
  z.refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, { error: 'unique' }),
);

/** What the customer has answered, with the label as it was: the order shows it when the product has changed. */
export const Answer = z.object({
  key: z.string(),
  kind: z.string(),
  label: Translated,
  value: z.string(),
  /** The label of the choice, of the kind `choice` only. */
  choice: z.optional(Translated),
});
export type Answer = z.infer<typeof Answer>;

/** What support has asked the customer to correct. */
export const Ask = z.object({
  /** Counts the times that support has asked for this order. */
  round: z.number(),
  keys: z.array(z.string()),
  text: z.string(),
  by: z.string(),
  at: IsoTime,
});
export type Ask = z.infer<typeof Ask>;

/** Answers by the keys of their fields, as a device sends them. */
export const AnswersInput = z.record(
  z.string().check(z.maxLength(64), printable),
  z.string({ error: 'invalid' }).check(z.maxLength(4 * noteAnswerMax), printable),
);

/** An answer that a customer keeps for other orders; its key is the device's UUID. */
export const SavedAnswerRow = z.object({
  id: z.string(),
  save_as: z.string(),
  /** Whose it is: "My brother". */
  name: z.string(),
  value: z.string(),
  used_at: IsoTime,
  rev: z.number(),
});
export type SavedAnswerRow = z.infer<typeof SavedAnswerRow>;

/** The fields of a saved answer as a device sends them. */
export const savedAnswerForm = { save_as: FieldKey, name: text(savedNameMax), value: text(answerMax) };
