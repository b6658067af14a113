import * as z from 'zod/mini';
import { nestedPage, PageMeta, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { editedText, Flag, Id, optionalText, text, IsoTime } from './fields.ts';
import { NumberInQuery, paging } from './query-fields.ts';
import { categoryPageSize, contentMax, pageSizeDefault, titleMax } from './limits.ts';
import { Product } from './products.ts';

/** A category as every device stores it; product counts and children are computed where it is shown. */
export const CategoryRow = z.object({
  id: z.number(),
  title: z.string(),
  description: z.nullable(z.string()),
  parent_id: z.nullable(z.number()),
  is_active: z.boolean(),
  /** The place among the categories with the same parent; a row that a device stored before it existed lacks it. */
  position: z.optional(z.number()),
  created_at: IsoTime,
  rev: z.number(),
});
export type CategoryRow = z.infer<typeof CategoryRow>;

const withCounts = {
  ...CategoryRow.shape,
  parent_title: z.nullable(z.string()),
  /** Products the viewer may see directly in this category; `count` is the same number (C-22). */
  products_count: z.number(),
  count: z.number(),
  /** Includes the products of the children. */
  total_count: z.number(),
};

export const Category = z.object({
  ...withCounts,
  children: z.array(z.object({ ...withCounts, children: z.array(z.never()) })),
});
export type Category = z.infer<typeof Category>;

const sortOrders = ['name_asc', 'name_desc', 'price_asc', 'price_desc', 'newest'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const listParentCategories = endpoint({
  name: 'listParentCategories',
  method: 'GET',
  path: '/api/categories/parents',
  audience: 'signedIn',
  input: z.object({}),
  output: success({ categories: z.array(Category) }),
});

export const listAllCategories = endpoint({
  name: 'listAllCategories',
  method: 'GET',
  path: '/api/categories/all',
  audience: 'signedIn',
  input: z.object({}),
  output: success({ categories: z.array(Category) }),
});

export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/api/categories',
  audience: 'catalogue.read',
  input: z.object(paging(pageSizeDefault)),
  output: nestedPage(Category),
});

/**
 * An unknown `sort_by` means `name_asc`. A product with variants is sorted and filtered by the lowest price of its active
 * variants (C-20).
 */
export const listCategoryProducts = endpoint({
  name: 'listCategoryProducts',
  method: 'GET',
  path: '/api/categories/:id/products',
  audience: 'signedIn',
  input: z.object({
    id: Id,
    ...paging(categoryPageSize),
    min_price: z.optional(NumberInQuery),
    max_price: z.optional(NumberInQuery),
    sort_by: z._default(z.catch(z.enum(sortOrders), 'name_asc'), 'name_asc'),
  }),
  output: success({ category: Category, products: z.array(Product), meta: PageMeta }),
});

const ParentId = z.nullish(
  z.union([
    Id,
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
  ]),
);

export const createCategory = endpoint({
  name: 'createCategory',
  method: 'POST',
  path: '/api/categories',
  audience: 'catalogue.change',
  key: 'optional',
  input: z.object({
    title: text(titleMax),
    parent_id: ParentId,
    description: optionalText(contentMax),
    is_active: z._default(Flag, true),
  }),
  output: success({ category: Category }),
});

/**
 * Missing fields stay unchanged. A category never becomes its own ancestor (`parent_id: invalid`, S2H-04); `If-Match`
 * as for products.
 */
export const updateCategory = endpoint({
  name: 'updateCategory',
  method: 'POST',
  path: '/api/categories/:id',
  audience: 'catalogue.change',
  key: 'optional',
  input: z.object({
    id: Id,
    title: z.optional(text(titleMax)),
    parent_id: ParentId,
    description: editedText(contentMax),
    is_active: z.optional(Flag),
  }),
  output: success({ category: Category }),
});
