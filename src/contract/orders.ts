import * as z from 'zod/mini';
import { Done, metaPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Id, IsoTime, Money, optionalText, PlainAmount, text, Uuid, wholeNumber } from './fields.ts';
import { ListInQuery, cursorPaging, sorting, TimeInQuery } from './query-fields.ts';
import { UploadedFile } from './files.ts';
import { deliveryNotesMax, orderMessageMax, pageSizeDefault, refundReasonMax } from './limits.ts';
import { Answer, AnswersInput, Ask } from './order-fields.ts';
import { orderStatuses, storedOrderStatus } from './order-rules.ts';
import { orderSorts } from './sorts.ts';

export const OrderStatus = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** An accepted status of an order, including the other spelling of `canceled` (C-25). */
export const OrderStatusInput = z.pipe(
  z.enum([...orderStatuses, 'cancelled'], { error: 'invalid' }),
  z.transform(storedOrderStatus<OrderStatus>),
);

/** Names and prices as they were when the order was placed. */
export const OrderItem = z.object({
  product_id: z.number(),
  product_name: z.string(),
  product_variant_id: z.nullable(z.number()),
  variant_name: z.nullable(z.string()),
  /** What all units of the item cost together. */
  price: Money,
  /** Units; missing for 1, and from servers of an earlier version, as the other optional fields. */
  quantity: z.optional(z.number()),
  /** The price of `price_per` units; missing where it is the price of the item. */
  unit_price: z.optional(Money),
  price_per: z.optional(z.number()),
  answers: z.optional(z.array(Answer)),
  /** How often support has asked to correct them; missing for never. The next `order.ask` has the next round. */
  answers_round: z.optional(z.number()),
  /** Of an item that was delivered from codes: how many it has, how many of them were opened, and opened ones that were replaced. */
  codes: z.optional(z.object({ count: z.number(), shown: z.number(), faulty: z.number() })),
});

/** An order as its owner's and the admins' devices store it. */
export const Order = z.object({
  id: z.number(),
  user_id: z.number(),
  user_name: z.string(),
  items: z.array(OrderItem),
  total_price: Money,
  /** What was returned of the price in parts; missing when nothing was, and from servers of an earlier version. */
  refunded: z.optional(Money),
  status: OrderStatus,
  /** Missing while support asks for nothing. */
  ask: z.optional(Ask),
  message: z.nullable(z.string()),
  /** Path of the delivery proof, for the owner and admins. */
  file_url: z.nullable(z.string()),
  /** The admin's delivery notes. */
  notes: z.nullable(z.string()),
  created_at: IsoTime,
  updated_at: IsoTime,
  rev: z.number(),
});
export type Order = z.infer<typeof Order>;

/**
 * The price fields are the price of a unit, and `total` that of all units, as the customer saw them: they can only cause a refusal (PRICE_CHANGED with `details.price` and `details.total`)
 * and are never charged. The three variant fields are one choice under three names and must agree (S3-12).
 */
const PlaceOrderInput = z.object({
  product_id: Id,
  /** Needed where the product is sold in several units, or its price is for several (`quantity: required`). */
  quantity: z.optional(wholeNumber({ min: 1, max: 999_999_999 })),
  /** By the keys of the fields of the product. */
  answers: z.optional(AnswersInput),
  price: z.optional(z.number()),
  order_price: z.optional(z.number()),
  total: z.optional(z.number()),
  product_variant_id: z.nullish(Id),
  selected_variant_id: z.nullish(Id),
  selected_variant: z.nullish(z.union([Id, z.object({ id: Id })])),
  message: optionalText(orderMessageMax),
});

/**
 * Refuses with BALANCE_NOT_ENOUGH, PRICE_CHANGED, PRODUCT_NOT_VALID, OUT_OF_STOCK, VARIANT_REQUIRED. `balance` is the remaining one.
 */
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
 * Customers get their own orders only, with any filters; `user` and the sort `customer` are for admins. `from` and `to`
 * are days of the shop's calendar or moments, both included.
 */
export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/api/orders',
  audience: 'signedIn',
  input: z.object({
    ...cursorPaging(pageSizeDefault),
    status: z.optional(ListInQuery),
    product: z.optional(ListInQuery),
    user: z.optional(ListInQuery),
    from: TimeInQuery,
    to: TimeInQuery,
    ...sorting(orderSorts),
  }),
  output: metaPage(Order),
});

/**
 * Sets a status alone, or delivers: status, notes and a proof in the form's part `file`. A change to or from `refunded`
 * or `canceled` moves money, so it may refuse with BALANCE_NOT_ENOUGH, or with GONE when the customer was deleted.
 * `from` is the status that the admin saw: refuses with CONFLICT when the order has another one.
 */
export const updateOrder = endpoint({
  name: 'updateOrder',
  method: 'POST',
  path: '/api/orders/:id',
  audience: 'orders.change',
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

/**
 * Gives a part of the price back to the customer for good, for a reason that the customer reads. `seen` is what was left
 * of the price on the admin's screen. Refuses with CONFLICT `{ reason: 'returned' }` when the order is not charged, with
 * `amount: number-max:<what is left less 0.01>`, with CONFLICT `{ remaining }` when another amount is left than `seen`,
 * and with GONE when the order or the customer was deleted.
 */
export const refundPart = endpoint({
  name: 'refundPart',
  method: 'POST',
  path: '/api/orders/:id/refund',
  audience: 'money',
  key: 'always',
  input: z.object({ id: Id, amount: PlainAmount, reason: text(refundReasonMax), seen: PlainAmount }),
  output: success({ order: Order }),
});

/** Hides the order everywhere; its row stays, and no money moves (C-12). */
export const deleteOrder = endpoint({
  name: 'deleteOrder',
  method: 'DELETE',
  path: '/api/orders/:id',
  audience: 'orders.change',
  key: 'optional',
  input: z.object({ id: Id }),
  output: Done,
});
