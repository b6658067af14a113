import * as z from 'zod/mini';
import { printable } from './fields.ts';
import { cursorMax, pageSizeMax } from './limits.ts';
import { directions, type Direction } from './sorts.ts';

/** A number in a query: text of a decimal number, or a number. */
export const NumberInQuery = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,2})?$/))], { error: 'invalid' }),
  z.transform(Number),
);

/** A list in a query: `a,b,c`, repeated, or both; blank parts are dropped. */
export const ListInQuery = z.pipe(
  z.union([z.string().check(printable), z.array(z.string().check(printable))]),
  z.transform((value) => [value].flat().flatMap(partsOf)),
);

const partsOf = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * One end of a range of time in a query: a day of the shop's calendar (`2026-11-20`), or a moment (ISO 8601 with its
 * offset, also with a space for `+`); blank means no limit. Refuses with `invalid`.
 */
export const TimeInQuery = z.optional(
  z.pipe(
    z.string({ error: 'invalid' }).check(z.refine((value) => value === '' || isTime(value), { error: 'invalid' })),
    z.transform((value) => value.replace(' ', '+')),
  ),
);

function isTime(value: string): boolean {
  const [, day, clock] =
    /^([1-9]\d{3}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+ -]\d{2}:\d{2}))?$/.exec(value) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day)) return false;
  return clock === undefined || !Number.isNaN(Date.parse(value.replace(' ', '+')));
}

/** Paging of a list: invalid values become the first page and `size` rows; a page has at most 100 rows. */
export const pages = (size: number) => ({
  page: z._default(z.catch(z.pipe(NumberInQuery, z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))), 1), 1),
  per_page: z._default(
    z.catch(
      z.pipe(
        z.pipe(NumberInQuery, z.number().check(z.int(), z.minimum(1))),
        z.transform((requested) => Math.min(requested, pageSizeMax)),
      ),
      size,
    ),
    size,
  ),
});

/** Paging of a list that can be searched. */
export const paging = (size: number) => ({
  ...pages(size),
  search: z._default(z.string().check(z.trim(), z.maxLength(200), printable), ''),
});

/**
 * Paging of a list that can be searched and whose pages also have cursors: `cursor` is one of an earlier answer, `last`,
 * or blank for the page of the number. With `cursor`, rows are counted up to 10,000 only (`total_is_capped`).
 */
export const cursorPaging = (size: number) => ({
  ...paging(size),
  cursor: z.optional(z.string({ error: 'invalid' }).check(z.maxLength(cursorMax, { error: 'invalid' }), printable)),
});

/** The order of a list in a query: `sort` and `direction`. Refuses unknown values with `invalid`. */
export const sorting = <const Sort extends string>(sorts: Readonly<Record<Sort, Direction>>) => ({
  sort: z.optional(z.enum(Object.keys(sorts) as Sort[], { error: 'invalid' })),
  direction: z.optional(z.enum(directions, { error: 'invalid' })),
});
