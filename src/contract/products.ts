import * as z from 'zod/mini';
import { nestedPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Id, Money, paging, When } from './fields.ts';
import { pageSizeDefault } from './limits.ts';

export const generalStatuses = ['active', 'inactive'] as const;
export const GeneralStatus = z.enum(generalStatuses);

/** `cost` is there for admins only (S3-06). */
export const ProductVariant = z.object({
  id: z.number(),
  title: z.string(),
  price: Money,
  cost: z.optional(Money),
  status: GeneralStatus,
});
export type ProductVariant = z.infer<typeof ProductVariant>;

/** A product as every device keeps it. A customer's row has no `cost` and only active variants. */
export const ProductRow = z.object({
  id: z.number(),
  title: z.string(),
  description: z.nullable(z.string()),
  /** Path of the picture on this host, or an address given by an admin; null shows a placeholder. */
  image: z.nullable(z.string()),
  /** Of a variant product: what it was given as; screens show the lowest active variant's price. */
  price: Money,
  cost: z.optional(Money),
  is_available: z.boolean(),
  status: GeneralStatus,
  is_on_promo: z.boolean(),
  has_variants: z.boolean(),
  product_variants: z.array(ProductVariant),
  category_ids: z.array(z.number()),
  orders_count: z.number(),
  created_at: When,
  rev: z.number(),
});
export type ProductRow = z.infer<typeof ProductRow>;

export const Product = z.object({
  ...ProductRow.shape,
  categories: z.array(z.object({ id: z.number(), title: z.string() })),
  /** The first category, for older clients (S3-07). */
  category_id: z.nullable(z.number()),
  category_title: z.nullable(z.string()),
});
export type Product = z.infer<typeof Product>;

export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/api/products',
  audience: 'admin',
  input: z.object(paging(pageSizeDefault)),
  output: nestedPage(Product),
});

export const listAllProducts = endpoint({
  name: 'listAllProducts',
  method: 'GET',
  path: '/api/products/all',
  audience: 'signedIn',
  input: z.object({}),
  output: success({
    products: z.array(z.object({ id: z.number(), title: z.string(), price: Money, image: z.nullable(z.string()) })),
  }),
});

export const readProduct = endpoint({
  name: 'readProduct',
  method: 'GET',
  path: '/api/products/:id/edit',
  audience: 'admin',
  input: z.object({ id: Id }),
  output: success({ product: Product }),
});
