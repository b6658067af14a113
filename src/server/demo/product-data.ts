import * as z from 'zod/mini';
import { OrderFieldsInput } from '../../contract/order-fields.ts';
import { pricePers } from '../../contract/order-total.ts';

export const Text = z.string().check(z.minLength(1));
export const Texts = z.array(Text).check(z.minLength(1));
export const Price = z.number().check(z.positive());
export const Weight = z.number().check(z.positive());
const Count = z.number().check(z.positive(), z.int());

/** The type of a product, which decides its delivery, the problems in its tickets and the shop's margin. */
export const Goods = z.enum(['code', 'topup', 'data', 'licence', 'device', 'service']);
export type Goods = z.infer<typeof Goods>;

/** `price` in the shop's currency; a retired variant is only in old orders. */
const Variant = z.strictObject({ title: Text, price: Price, isRetired: z.optional(z.boolean()) });
export type DemoVariant = z.infer<typeof Variant>;

export const Product = z
  .strictObject({
    title: Text,
    description: Text,
    /** Other spellings and the other languages' words, by which customers find the product. */
    searchWords: z.optional(Text),
    /** One to three characters drawn on the picture. */
    label: z.string().check(z.regex(/^[A-Z0-9+]{1,3}$/)),
    /** Slugs of subcategories; the first decides the picture and the type of goods. */
    categories: Texts,
    /** In the shop's currency; only of a product without variants. */
    price: z.optional(Price),
    variants: z._default(z.array(Variant), []),
    state: z._default(z.enum(['active', 'inactive', 'unavailable', 'promo']), 'active'),
    /** What an order says, and in which quantities it is; one unit without. */
    orderFields: z.optional(OrderFieldsInput),
    soldIn: z.optional(
      z.strictObject({
        quantity_min: Count,
        quantity_step: Count,
        quantity_max: Count,
        price_per: z.literal([...pricePers]),
      }),
    ),
    /** Its orders are delivered from codes. */
    sellsCodes: z._default(z.boolean(), false),
    /** How often it is ordered, compared with an ordinary product. */
    demand: z._default(Weight, 1),
    /** Added in the last weeks. */
    isNew: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ price, variants }) => (price === undefined) === variants.some((variant) => !variant.isRetired), {
      path: ['price'],
    }),
  );
export type DemoProduct = z.infer<typeof Product>;
