import * as z from 'zod/mini';

/** The response of a call without data. */
export const Done = z.object({ code: z.literal('SUCCESS') });

/** A response with `code: "SUCCESS"` and the given fields. */
export const success = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ code: z.literal('SUCCESS'), ...shape });

const meta = {
  current_page: z.number(),
  per_page: z.number(),
  total: z.number(),
  next_page_url: z.nullable(z.string()),
  prev_page_url: z.nullable(z.string()),
  /**
   * Only lists by cursor have these. The cursor of the next or previous page, null where there is none: unlike a page
   * number it skips and repeats no row while rows are added, and a far page is as fast as the first one.
   */
  next_cursor: z.optional(z.nullable(z.string())),
  prev_cursor: z.optional(z.nullable(z.string())),
  /** There are more rows than `total`, which is 10,000 then. */
  total_is_capped: z.optional(z.boolean()),
  /**
   * The number of pages after this one, for a page counted from the end of a list whose `total` is capped;
   * `current_page` is then the lowest number that the last page can have.
   */
  pages_after: z.optional(z.number()),
};

export const PageMeta = z.object(meta);
export type PageMeta = z.infer<typeof PageMeta>;

/** Users, products, categories: `{code, data: {data: […], current_page, …}}` (C-04). */
export const nestedPage = <Row extends z.ZodMiniType>(row: Row) =>
  success({ data: z.object({ data: z.array(row), ...meta }) });

/** Tickets: the records and the paging fields side by side (C-04). */
export const flatPage = <Row extends z.ZodMiniType>(row: Row) => success({ data: z.array(row), ...meta });

/** Histories: `{code, history: […], meta}` with the paging fields repeated at the top, as orders have them. */
export const historyPage = <Row extends z.ZodMiniType>(row: Row) =>
  success({ history: z.array(row), meta: PageMeta, ...meta });

/** Orders: `{code, data: […], meta}` with the paging fields repeated at the top (C-04). */
export const metaPage = <Row extends z.ZodMiniType>(row: Row) =>
  success({ data: z.array(row), meta: PageMeta, ...meta });
