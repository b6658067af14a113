import * as z from 'zod/mini';
import { amountMax, emailMax, nameMax, passwordMax, passwordMin, pinMax, pinMin } from './limits.ts';

/** The default code of an issue, for all schemas of the process; zod would otherwise write an English sentence. */
z.config({ customError: ({ input }) => (input === undefined ? 'required' : 'invalid') });

/** Refuses NUL and lone surrogates, which databases cannot store. */
export const printable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), {
  error: 'invalid',
});

/** Required text of at most `max` characters (code points), trimmed. Refuses with `required` or `max:<n>`. */
export const text = (max: number) =>
  z.string({ error: 'required' }).check(
    z.trim(),
    z.minLength(1, { error: 'required' }),
    z.refine((value) => [...value].length <= max, { error: `max:${max}` }),
    printable,
  );

/** Text of at most `max` characters (code points) that may be missing, null or blank: then it is null. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(
      z.string({ error: 'invalid' }).check(
        z.trim(),
        z.refine((value) => [...value].length <= max, { error: `max:${max}` }),
        printable,
      ),
    ),
    z.transform((value) => value || null),
  );

/** Text of an edit: a missing field stays unchanged, null or blank clears it. Refuses with `invalid` or `max:<n>`. */
export const editedText = (max: number) =>
  z.optional(
    z.nullable(
      z.string({ error: 'invalid' }).check(
        z.trim(),
        z.refine((value) => [...value].length <= max, { error: `max:${max}` }),
        printable,
      ),
    ),
  );

/** A positive whole number, also as text of digits (paths, forms). Refuses with `invalid`. */
export const Id = z
  .pipe(z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,14}$/))], { error: 'invalid' }), z.transform(Number))
  .check(z.refine((value) => Number.isSafeInteger(value) && value > 0, { error: 'invalid' }));

/** A whole number within limits, also as text of digits. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z
    .pipe(
      z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))], { error: 'invalid' }),
      z.transform((value) => Number(value)),
    )
    .check(
      z.refine((value) => Number.isInteger(value), { error: 'invalid' }),
      z.refine((value) => value >= min, { error: `number-min:${min}` }),
      z.refine((value) => value <= max, { error: `number-max:${max}` }),
    );

/** A UUID; devices make version 7. The key of a ticket, a response, a notification; an `Idempotency-Key`. */
export const Uuid = z
  .string({ error: 'required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, { error: 'invalid' }),
  );

/** The UUID of a ticket, or its number (#1042). */
export const TicketRef = z
  .string()
  .check(z.regex(/^([1-9]\d{0,14}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/, { error: 'invalid' }));

/** An amount in the shop's currency with at most two decimals, as a plain JSON number. For answers: it checks no decimals. */
export const Money = z.number();

/** A moment in ISO 8601, UTC, milliseconds: `2026-11-20T14:23:00.000Z`. For answers: it checks no format. */
export const IsoTime = z.string();

/** A moment as the user chose it, in the format of `IsoTime`. Refuses with `invalid`. */
export const Moment = z
  .string({ error: 'invalid' })
  .check(z.refine((at) => /^\d{4}-.*Z$/.test(at) && !Number.isNaN(Date.parse(at)), { error: 'invalid' }));

/** An e-mail address, trimmed, lower case. Refuses with `required`, `max:254` or `invalid`. */
export const EmailAddress = z
  .string({ error: 'required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'required' }),
    z.maxLength(emailMax, { error: `max:${emailMax}` }),
    z.email({ error: 'invalid' }),
  );

/** A user's name. */
export const Name = text(nameMax);

/** A new password: at least eight characters of any kind. Refuses with `required`, `min:8`, `max:200` or `invalid`. */
export const NewPassword = z
  .string({ error: 'required' })
  .check(
    z.minLength(1, { error: 'required' }),
    z.minLength(passwordMin, { error: `min:${passwordMin}` }),
    z.maxLength(passwordMax, { error: `max:${passwordMax}` }),
    printable,
  );

/** A PIN: four to twelve digits. Refuses with `required`, `min:4`, `max:12` or `invalid`. */
export const Pin = z
  .string({ error: 'required' })
  .check(
    z.minLength(1, { error: 'required' }),
    z.minLength(pinMin, { error: `min:${pinMin}` }),
    z.maxLength(pinMax, { error: `max:${pinMax}` }),
    z.regex(/^\d+$/, { error: 'invalid' }),
  );

/** A switch: true/false in JSON, 1/0 (as number or text) in forms. Refuses with `invalid`. */
export const Flag = z.pipe(
  z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], { error: 'invalid' }),
  z.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
);

/** Refuses amounts with more than two decimals, and minus zero. */
const wholeCents = z.refine<number>((amount) => Math.round(amount * 100) / 100 === amount && !Object.is(amount, -0), {
  error: 'invalid',
});

const amountFault = ({ input }: { input?: unknown }): string =>
  input === undefined || input === null || input === '' ? 'required' : 'invalid';

/**
 * An amount in the shop's currency as a plain JSON number above zero with at most two decimals, at most 1,000,000. Refuses with `required`,
 * `invalid`, `number-min:0.01`, `number-max:1000000`.
 */
export const PlainAmount = z
  .number({ error: amountFault })
  .check(
    z.minimum(0.01, { error: 'number-min:0.01' }),
    z.maximum(amountMax, { error: `number-max:${amountMax}` }),
    wholeCents,
  );

/**
 * An amount in a form, zero or more: a number, or its plain text (`12`, `12.5`, `12.50`). Refuses with `required`,
 * `invalid`, `number-min:0`, `number-max:1000000`.
 */
export const AmountInForm = z
  .pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/, { error: amountFault }))], {
      error: amountFault,
    }),
    z.transform(Number),
  )
  .check(
    z.minimum(0, { error: 'number-min:0' }),
    z.maximum(amountMax, { error: `number-max:${amountMax}` }),
    wholeCents,
  );
