import * as z from 'zod/mini';
import { Done, metaPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Id, ListInQuery, Money, optionalText, paging, TimeInQuery, Uuid, When } from './fields.ts';
import { UploadedFile } from './files.ts';
import { deliveryNotesMax, orderMessageMax, pageSizeDefault } from './limits.ts';

/** The values an admin can set, any from any (specification, chapter 4). */
export const orderStatuses = ['new', 'processing', 'delivered', 'refunded', 'canceled', 'completed'] as const;
export const OrderStatus = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** An order's status as it may come in; the other spelling of `canceled` is accepted (C-25). */
export const OrderStatusInput = z.pipe(
  z.enum([...orderStatuses, 'cancelled'], { error: 'invalid' }),
  z.transform((status) => (status === 'cancelled' ? 'canceled' : status)),
);

/** Statuses in which the customer has the money back (D-8). */
export const returnedStatuses: readonly OrderStatus[] = ['refunded', 'canceled'];

/** Names and prices are snapshots of the moment of the order. */
export const OrderItem = z.object({
  product_id: z.number(),
  product_name: z.string(),
  product_variant_id: z.nullable(z.number()),
  variant_name: z.nullable(z.string()),
  price: Money,
});

/** An order as its owner's and the admins' devices keep it. */
export const Order = z.object({
  id: z.number(),
  user_id: z.number(),
  user_name: z.string(),
  items: z.array(OrderItem),
  total_price: Money,
  status: OrderStatus,
  message: z.nullable(z.string()),
  /** Path of the delivery proof, for the owner and admins. */
  file_url: z.nullable(z.string()),
  /** The admin's delivery notes. */
  notes: z.nullable(z.string()),
  created_at: When,
  updated_at: When,
  rev: z.number(),
});
export type Order = z.infer<typeof Order>;

/**
 * The price fields are what the customer saw: they can only refuse (PRICE_CHANGED with `details.price`), never
 * charge. The three variant fields are one choice under three names and must agree (S3-12).
 */
export const PlaceOrderInput = z.object({
  product_id: Id,
  price: z.optional(z.number()),
  order_price: z.optional(z.number()),
  product_variant_id: z.nullish(Id),
  selected_variant_id: z.nullish(Id),
  selected_variant: z.nullish(z.union([Id, z.object({ id: Id })])),
  message: optionalText(orderMessageMax),
});
export type PlaceOrderInput = z.input<typeof PlaceOrderInput>;

/** Refuses with BALANCE_NOT_ENOUGH, PRICE_CHANGED, PRODUCT_NOT_VALID, VARIANT_REQUIRED. `balance` is what is left. */
export const placeOrder = endpoint({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/orders',
  audience: 'signedIn',
  key: 'always',
  input: PlaceOrderInput,
  output: success({ order: Order, balance: Money }),
});

/**
 * A customer gets the own orders whatever the filters say; `user` is for admins. `from` and `to` are days of the shop's
 * calendar or moments, both included.
 */
export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/api/orders',
  audience: 'signedIn',
  input: z.object({
    ...paging(pageSizeDefault),
    status: z.optional(ListInQuery),
    product: z.optional(ListInQuery),
    user: z.optional(ListInQuery),
    from: TimeInQuery,
    to: TimeInQuery,
  }),
  output: metaPage(Order),
});

/**
 * A status alone, or a delivery: status, notes and a proof in the form's part `file`. To or from `refunded` and
 * `canceled` moves money: such a change may refuse with BALANCE_NOT_ENOUGH, and with GONE when the customer was deleted.
 * `from` is the status the change was based on: CONFLICT when the server has moved on.
 */
export const updateOrder = endpoint({
  name: 'updateOrder',
  method: 'POST',
  path: '/api/orders/:id',
  audience: 'admin',
  key: 'optional',
  multipart: true,
  input: z.object({
    id: Id,
    status: z.optional(OrderStatusInput),
    from: z.optional(OrderStatusInput),
    notes: optionalText(deliveryNotesMax),
    /** A proof that was uploaded before (`POST api/files`). */
    file_id: z.optional(Uuid),
    file: z.optional(UploadedFile),
  }),
  output: success({ order: Order }),
});

/** Soft: the order is hidden everywhere, and no money moves (C-12). */
export const deleteOrder = endpoint({
  name: 'deleteOrder',
  method: 'DELETE',
  path: '/api/orders/:id',
  audience: 'admin',
  key: 'optional',
  input: z.object({ id: Id }),
  output: Done,
});
