import * as z from 'zod/mini';
import { metaPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { AmountInForm, Flag, Id, IsoTime, Money, optionalText, Pin, PlainAmount, Uuid } from './fields.ts';
import { Attachment, UploadedFile } from './files.ts';
import { pageSizeDefault, slipNumberMax, topupFilesMax, topupNoteMax } from './limits.ts';
import { User } from './people.ts';
import { cursorPaging, ListInQuery, sorting, TimeInQuery } from './query-fields.ts';
import { topupSorts } from './sorts.ts';
import { alikeCauses, topupReasons, topupStatuses } from './topup-rules.ts';
import { Translated } from './translated.ts';

/** Another request that may be about the same payment. */
export const Alike = z.object({
  id: z.string(),
  number: z.number(),
  user_name: z.string(),
  status: z.enum(topupStatuses),
  cause: z.enum(alikeCauses),
});
export type Alike = z.infer<typeof Alike>;

/** A request as its owner's and the admins' devices store it; its key is the device's UUID forever (D-1). */
export const TopupRow = z.object({
  id: z.string(),
  /** The number shown to users (#31); null until the server has answered. */
  number: z.nullable(z.number()),
  user_id: z.number(),
  user_name: z.string(),
  method_id: z.number(),
  /** The name of the method when the request was opened. */
  method_name: Translated,
  /** What the customer says to have paid. */
  amount: Money,
  /** What an admin has added to the balance; null unless the request is approved. */
  credited: z.nullable(Money),
  /** The number of the transfer, as the customer typed it. */
  slip_number: z.nullable(z.string()),
  /** The day of the payment: `2026-11-24`. */
  paid_on: z.nullable(z.string()),
  note: z.nullable(z.string()),
  status: z.enum(topupStatuses),
  /** Why it was refused; null otherwise. */
  reason: z.nullable(z.enum(topupReasons)),
  /** The admin's note to the customer. */
  decision_note: z.nullable(z.string()),
  /** The admin who approved or refused it; null for its owner. */
  decided_by: z.nullable(z.string()),
  /** When it was approved, refused or cancelled. */
  decided_at: z.nullable(IsoTime),
  attachments: z.array(Attachment),
  /** At most five, for admins only. */
  alike: z.optional(z.array(Alike)),
  created_at: IsoTime,
  updated_at: IsoTime,
  rev: z.number(),
});
export type TopupRow = z.infer<typeof TopupRow>;

/** A day of the calendar: `2026-11-24`. Refuses with `invalid`. */
const Day = z.string({ error: 'invalid' }).check(
  z.refine((day) => /^2\d{3}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true, {
    error: 'invalid',
  }),
);

/** What a customer fills in, without the amount. */
export const topupForm = {
  method_id: Id,
  slip_number: optionalText(slipNumberMax),
  paid_on: z.nullish(Day),
  note: optionalText(topupNoteMax),
  /** Files that were uploaded before (`POST api/files`). */
  file_ids: z.optional(
    z.array(Uuid, { error: 'invalid' }).check(z.maxLength(topupFilesMax, { error: `max:${topupFilesMax}` })),
  ),
};

const one = success({ topup: TopupRow });

/**
 * Refuses with `amount: number-min:<n>` or `number-max:<n>` of the method, `method_id: invalid`, `paid_on: invalid` for a
 * day to come, `slip_number: required` and `file_ids: required` where the method needs them, and LIMIT_REACHED `{ limit,
 * of, until }`: `limit` is `open`, `day`, `day_amount` or `balance`, `of` its value, `until` the end of the day or null.
 */
export const openTopup = endpoint({
  name: 'openTopup',
  method: 'POST',
  path: '/api/topups',
  audience: 'topups.open',
  key: 'optional',
  multipart: true,
  input: z.object({
    /** The id made on the device; the server makes one when it is missing. */
    id: z.optional(Uuid),
    ...topupForm,
    amount: AmountInForm.check(z.minimum(0.01, { error: 'number-min:0.01' })),
    /** Files of the form itself. */
    slips: z.optional(z.array(UploadedFile).check(z.maxLength(topupFilesMax, { error: `max:${topupFilesMax}` }))),
  }),
  output: one,
});

/** For the owner. Refuses with CONFLICT `{ current, by, at }` when the request was decided. */
export const cancelTopup = endpoint({
  name: 'cancelTopup',
  method: 'POST',
  path: '/api/topups/:id/cancel',
  audience: 'topups.open',
  key: 'optional',
  input: z.object({ id: Uuid }),
  output: one,
});

/**
 * Adds an amount to the customer's balance, once. The server checks in this order: role, request, body, PIN, state.
 * Refuses with INVALID_PIN, CONFLICT `{ current, by, at }`, ALIKE `{ alike }` when an approved request has the same file
 * or number (unless `despite_alike`), `note: required` when the amount is not the one asked for, LIMIT_REACHED `{ limit:
 * 'balance', of }`, and GONE when the customer was deleted.
 */
export const approveTopup = endpoint({
  name: 'approveTopup',
  method: 'POST',
  path: '/api/topups/:id/approve',
  audience: 'topups.decide',
  key: 'always',
  input: z.object({
    id: Uuid,
    amount: PlainAmount,
    pin: Pin,
    note: optionalText(topupNoteMax),
    despite_alike: z.optional(Flag),
  }),
  output: success({ topup: TopupRow, user: User }),
});

/** Refuses with CONFLICT `{ current, by, at }`, and with `note: required` for the reason `other`. */
export const refuseTopup = endpoint({
  name: 'refuseTopup',
  method: 'POST',
  path: '/api/topups/:id/refuse',
  audience: 'topups.decide',
  key: 'optional',
  input: z.object({ id: Uuid, reason: z.enum(topupReasons, { error: 'required' }), note: optionalText(topupNoteMax) }),
  output: one,
});

/** Customers get their own requests only. `search` finds a number, a customer, or the number of a transfer. */
export const listTopups = endpoint({
  name: 'listTopups',
  method: 'GET',
  path: '/api/topups',
  audience: 'signedIn',
  input: z.object({
    ...cursorPaging(pageSizeDefault),
    status: z.optional(ListInQuery),
    method: z.optional(ListInQuery),
    user: z.optional(ListInQuery),
    from: TimeInQuery,
    to: TimeInQuery,
    ...sorting(topupSorts),
  }),
  output: metaPage(TopupRow),
});

export const readTopup = endpoint({
  name: 'readTopup',
  method: 'GET',
  path: '/api/topups/:id',
  audience: 'signedIn',
  input: z.object({ id: Uuid }),
  output: one,
});
