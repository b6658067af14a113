import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Flag, Id, IsoTime, Money, PlainAmount, text, wholeNumber } from './fields.ts';
import { topupAccountsMax, topupLabelMax, topupNameMax, topupStepsMax, topupValueMax } from './limits.ts';
import { TopupLimits } from './shop.ts';
import { topupProofs } from './topup-rules.ts';
import { Translated, translated } from './translated.ts';

/** A fact that customers copy, such as an account number. */
const Account = z.object({ label: Translated, value: z.string() });

/** A way to pay, as the devices of customers and admins store it; customers receive active ones. */
export const TopupMethodRow = z.object({
  id: z.number(),
  name: Translated,
  /** How to pay: plain text in which `{reference}` and `{amount}` stand for the customer's. */
  steps: Translated,
  accounts: z.array(Account),
  min: Money,
  max: Money,
  /** What a request needs as its proof. */
  proof: z.enum(topupProofs),
  is_active: z.boolean(),
  /** The place among all methods, ascending. */
  position: z.number(),
  created_at: IsoTime,
  updated_at: IsoTime,
  rev: z.number(),
});
export type TopupMethodRow = z.infer<typeof TopupMethodRow>;

/** Refuses `max: number-min:<min>` when the largest amount is below the smallest. */
const isRange = z.refine<{ min: number; max: number }>(({ min, max }) => min <= max, {
  error: 'invalid',
  path: ['max'],
});

const methodFields = {
  name: translated(topupNameMax),
  steps: translated(topupStepsMax),
  accounts: z
    .array(z.object({ label: translated(topupLabelMax), value: text(topupValueMax) }), { error: 'invalid' })
    .check(z.maxLength(topupAccountsMax, { error: `max:${topupAccountsMax}` })),
  min: PlainAmount,
  max: PlainAmount,
  proof: z.enum(topupProofs, { error: 'required' }),
  is_active: Flag,
};

/** All methods in their order for admins, the active ones for customers. */
export const listTopupMethods = endpoint({
  name: 'listTopupMethods',
  method: 'GET',
  path: '/api/topup-methods',
  audience: 'signedIn',
  input: z.object({}),
  output: success({ methods: z.array(TopupMethodRow) }),
});

/** For root: a wrong account number sends the money of all customers to another person. All admins get an e-mail. */
export const createTopupMethod = endpoint({
  name: 'createTopupMethod',
  method: 'POST',
  path: '/api/topup-methods',
  audience: 'topups.decide',
  key: 'optional',
  input: z.object(methodFields).check(isRange),
  output: success({ method: TopupMethodRow }),
});

/** For root. Replaces all fields. `If-Match` as for products. */
export const updateTopupMethod = endpoint({
  name: 'updateTopupMethod',
  method: 'POST',
  path: '/api/topup-methods/:id',
  audience: 'topups.decide',
  key: 'optional',
  input: z.object({ id: Id, ...methodFields }).check(isRange),
  output: success({ method: TopupMethodRow }),
});

/** For root. Places a method before another one, or last (null). */
export const moveTopupMethod = endpoint({
  name: 'moveTopupMethod',
  method: 'POST',
  path: '/api/topup-methods/:id/move',
  audience: 'topups.decide',
  key: 'optional',
  input: z.object({ id: Id, before_id: z.nullable(Id) }),
  output: success({ method: TopupMethodRow }),
});

const limitsAnswer = success({ limits: z.extend(TopupLimits, { rev: z.number() }) });

export const readTopupLimits = endpoint({
  name: 'readTopupLimits',
  method: 'GET',
  path: '/api/topup-limits',
  audience: 'topups.decide',
  input: z.object({}),
  output: limitsAnswer,
});

/** For root. Replaces all limits; null for none. `If-Match` as for the shop. */
export const updateTopupLimits = endpoint({
  name: 'updateTopupLimits',
  method: 'POST',
  path: '/api/topup-limits',
  audience: 'topups.decide',
  key: 'optional',
  input: z.object({
    open_max: wholeNumber({ min: 1, max: 50 }),
    day_max: wholeNumber({ min: 1, max: 100 }),
    day_amount: z.nullable(PlainAmount),
    balance_max: z.nullable(PlainAmount),
  }),
  output: limitsAnswer,
});
