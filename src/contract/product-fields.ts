import * as z from 'zod/mini';
import { printable, wholeNumber } from './fields.ts';
import { quantityMax } from './limits.ts';
import { OrderFieldsInput } from './order-fields.ts';
import { orderQuantityMax, pricePers } from './order-total.ts';

/** Parses a list that is JSON text in a form. */
export function parseList(value: string, context: z.core.ParsePayload): unknown[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Not JSON: reported below.
  }
  context.issues.push({ code: 'custom', message: 'invalid', input: value });
  return [];
}

/** An address with https that may be missing; null or blank clears it. */
export const WebAddress = z.optional(
  z.union([z.literal(''), z.null(), z.url({ protocol: /^https$/ }).check(z.maxLength(2_000), printable)], {
    error: 'invalid',
  }),
);

/** Units in stock, a whole number, also as text of digits; null or blank: the stock is not tracked. */
export const Quantity = z.optional(
  z.nullable(
    z
      .pipe(
        z.union([z.number(), z.string().check(z.regex(/^\d{0,15}$/))], { error: 'invalid' }),
        z.transform((value) => (value === '' ? null : Number(value))),
      )
      .check(
        z.refine((value) => value === null || Number.isInteger(value), { error: 'invalid' }),
        z.refine((value) => value === null || value >= 0, { error: 'number-min:0' }),
        z.refine((value) => value === null || value <= quantityMax, { error: `number-max:${quantityMax}` }),
      ),
  ),
);

/** JSON text in a form, a list in JSON. */
export const OrderFields = z.pipe(
  z.union([z.array(z.unknown()), z.pipe(z.string(), z.transform(parseList))], { error: 'invalid' }),
  OrderFieldsInput,
);

export const OrderQuantity = wholeNumber({ min: 1, max: orderQuantityMax });
/** For how many units the price is, also as text of digits. */
export const PricePer = z.pipe(
  z.union([z.literal([...pricePers]), z.literal(['1', '100', '1000'])], { error: 'invalid' }),
  z.transform((value) => Number(value) as (typeof pricePers)[number]),
);
