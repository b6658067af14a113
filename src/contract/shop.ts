import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Money, text, wholeNumber } from './fields.ts';
import { goalLimits } from './waiting-goals.ts';

/** Characters of the shop's name, which stands in the header of phones. */
export const shopNameMax = 40;

/** `09:00` */
const TimeOfDay = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid' }));

/** From when to when the shop answers on a day; null when it is closed. Refuses an end before the beginning. */
const HoursOfDay = z.nullable(
  z
    .object({ from: TimeOfDay, to: TimeOfDay })
    .check(z.refine(({ from, to }) => from < to, { error: 'invalid', path: ['to'] })),
);

/** The opening hours of the seven days from Monday, in the shop's time zone; all null where the shop names none. */
const OpeningHours = z.array(HoursOfDay).check(z.length(7, { error: 'invalid' }));
export type OpeningHours = z.infer<typeof OpeningHours>;

/** The colours of which an admin chooses one for buttons, links and marks; the first is that of a new shop. */
export const accents = ['teal', 'green', 'blue', 'indigo', 'violet', 'pink', 'copper', 'slate'] as const;
export type Accent = (typeof accents)[number];

const Goal = wholeNumber(goalLimits);

/** Hours of opening time by the priority of tickets. */
const Goals = z.object({ high: z.number(), medium: z.number(), low: z.number() });

const fields = {
  name: text(shopNameMax),
  hours: OpeningHours,
  /** Missing from devices of an earlier version, which change nothing about it. */
  accent: z.optional(z.enum(accents, { error: 'invalid' })),
  /** Missing likewise. */
  goals: z.optional(z.object({ high: Goal, medium: Goal, low: Goal })),
};

/** The limits of top-up requests: waiting ones, and those of a day with their sum; the largest balance. null for none. */
export const TopupLimits = z.object({
  open_max: z.number(),
  day_max: z.number(),
  day_amount: z.nullable(Money),
  balance_max: z.nullable(Money),
});
export type TopupLimits = z.infer<typeof TopupLimits>;

/** The settings of the shop that all users may read; the answers of `sync` contain them. */
export const PublicShop = z.object({
  name: z.string(),
  hours: OpeningHours,
  /** The IANA name of the time zone of the hours. */
  time_zone: z.optional(z.string()),
  /** One of `accents`, or one of a later version. */
  accent: z.optional(z.string()),
  /** The file of the logo, at `/files/logo/<name>`. */
  logo: z.optional(z.nullable(z.string())),
  /** For support only. Missing from servers of an earlier version, whose goals are the usual ones. */
  goals: z.optional(Goals),
  /** For customers and admins. Missing from servers of an earlier version, which have no top-up requests. */
  topup_limits: z.optional(TopupLimits),
});
export type PublicShop = z.infer<typeof PublicShop>;

/** The settings of the shop, for admins. */
export const ShopSettings = z.object({
  name: z.string(),
  hours: OpeningHours,
  accent: z.enum(accents),
  logo: z.nullable(z.string()),
  /** Missing from servers of an earlier version, which do not store them. */
  goals: z.optional(Goals),
  /** Counts the changes of all but the logo, which has calls of its own. */
  rev: z.number(),
});
export type ShopSettings = z.infer<typeof ShopSettings>;

export const readShop = endpoint({
  name: 'readShop',
  method: 'GET',
  path: '/api/shop',
  audience: 'shop.change',
  input: z.object({}),
  output: success({ shop: ShopSettings }),
});

/** Replaces the settings that are given. `If-Match` as for categories. */
export const updateShop = endpoint({
  name: 'updateShop',
  method: 'POST',
  path: '/api/shop',
  audience: 'shop.change',
  key: 'optional',
  input: z.object(fields),
  output: success({ shop: ShopSettings }),
});
