import * as z from 'zod/mini';
import { nestedPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { AmountInForm, editedText, Flag, Id, IsoTime, Money, optionalText, printable, text } from './fields.ts';
import { paging, sorting } from './query-fields.ts';
import { UploadedFile } from './files.ts';
import { contentMax, pageSizeDefault, searchWordsMax, skuMax, titleMax } from './limits.ts';
import { OrderField } from './order-fields.ts';
import { OrderFields, OrderQuantity, parseList, PricePer, Quantity, WebAddress } from './product-fields.ts';
import { productSorts } from './sorts.ts';

const productStatuses = ['active', 'inactive'] as const;
const GeneralStatus = z.enum(productStatuses, { error: 'required' });

/** `cost` is present for admins only (S3-06). */
export const ProductVariant = z.object({
  id: z.number(),
  title: z.string(),
  price: Money,
  cost: z.optional(Money),
  status: GeneralStatus,
});
export type ProductVariant = z.infer<typeof ProductVariant>;

/**
 * A product as every device stores it. A customer's row has no `cost`, no `quantity` and only active variants. A row that
 * a device stored before the optional fields existed lacks them.
 */
export const ProductRow = z.object({
  id: z.number(),
  title: z.string(),
  description: z.nullable(z.string()),
  /** Path of the picture on this host, or a URL given by an admin; null shows a placeholder. */
  image: z.nullable(z.string()),
  /** As the admin entered it. For a product with variants, screens show the lowest price of its active variants. */
  price: Money,
  cost: z.optional(Money),
  is_available: z.boolean(),
  status: GeneralStatus,
  is_on_promo: z.boolean(),
  has_variants: z.boolean(),
  product_variants: z.array(ProductVariant),
  category_ids: z.array(z.number()),
  sku: z.optional(z.nullable(z.string())),
  /** Words by which a search finds the product besides its title, such as other spellings; customers do not see them. */
  search_words: z.optional(z.nullable(z.string())),
  /** Addresses with https, shown as links; the server never fetches them. */
  video_url: z.optional(z.nullable(z.string())),
  store_url: z.optional(z.nullable(z.string())),
  /** Units left of the product and its variants together; null: the stock is not tracked. For admins only. */
  quantity: z.optional(z.nullable(z.number())),
  /** The stock is tracked and empty: an order is refused with OUT_OF_STOCK. */
  is_out_of_stock: z.optional(z.boolean()),
  /** What an order of the product says; missing for nothing. */
  order_fields: z.optional(z.array(OrderField)),
  /** In which quantities it is ordered; missing for one unit (`quantityRulesOf`). */
  quantity_min: z.optional(z.number()),
  quantity_step: z.optional(z.number()),
  quantity_max: z.optional(z.number()),
  /** For how many units the price is: 1, 100 or 1,000; missing for 1. */
  price_per: z.optional(z.union([z.literal(1), z.literal(100), z.literal(1000)])),
  /** Orders are delivered from codes at once; the table `stock` has how many are left. Missing for others. */
  sells_codes: z.optional(z.boolean()),
  orders_count: z.number(),
  created_at: IsoTime,
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
  audience: 'catalogue.read',
  input: z.object({ ...paging(pageSizeDefault), ...sorting(productSorts) }),
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
  audience: 'catalogue.read',
  input: z.object({ id: Id }),
  output: success({ product: Product }),
});

const VariantInForm = z.object({
  /** The id of a variant that stays; missing for a new one. */
  id: z.nullish(z.union([z.number(), z.string()])),
  title: text(titleMax),
  price: AmountInForm,
  cost: z._default(AmountInForm, 0),
  status: GeneralStatus,
});

/** JSON text in a form (S7-33), a list in JSON. */
const Variants = z.pipe(
  z.union([z.array(z.unknown()), z.pipe(z.string(), z.transform(parseList))], { error: 'invalid' }),
  z.array(VariantInForm).check(z.maxLength(100, { error: 'max:100' })),
);

const fields = {
  title: text(titleMax),
  /**
   * The picture as a file of the form, or its URL (`https://…`, or the path of a stored one); the server never fetches
   * it.
   */
  image: z.optional(
    z.union(
      [
        UploadedFile,
        z.literal(''),
        z.string().check(z.regex(/^\/files\/catalog\/[a-z0-9-]+\.(webp|png|jpg|gif)$/)),
        z.url({ protocol: /^https$/ }).check(z.maxLength(2_000), printable),
        z.null(),
      ],
      { error: 'invalid' },
    ),
  ),
  price: AmountInForm,
  cost: z._default(AmountInForm, 0),
  description: optionalText(contentMax),
  is_available: z._default(Flag, true),
  status: z._default(GeneralStatus, 'active'),
  is_on_promo: z._default(Flag, false),
  has_variants: z._default(Flag, false),
  product_variants: z.optional(Variants),
  sku: editedText(skuMax),
  search_words: editedText(searchWordsMax),
  video_url: WebAddress,
  store_url: WebAddress,
  quantity: Quantity,
  order_fields: z.optional(OrderFields),
  quantity_min: z.optional(OrderQuantity),
  quantity_step: z.optional(OrderQuantity),
  quantity_max: z.optional(OrderQuantity),
  price_per: z.optional(PricePer),
  sells_codes: z.optional(Flag),
  /** `category_ids[]` in a form. */
  category_ids: z
    .array(Id, { error: 'required' })
    .check(z.minLength(1, { error: 'required' }), z.maxLength(50, { error: 'max:50' })),
  category_id: z.optional(Id),
};

/** Sent alone, `category_id` is the only category (D-14). */
const productAliases = { category_id: 'category_ids[]' } as const;

/**
 * Refuses with INVALID_FIELDS: `category_ids: required` (S5-13), `product_variants: at_least_one_required` (S5-14),
 * `product_variants.<n>.title: already_exists` (S5-21), `price: number-min:0.01` unless it has variants (S5-16),
 * `quantity_max: number-min:<min>` and `quantity_min: step:<step>`, `quantity_max: step:<step>`, and of a product that sells
 * codes `quantity_max: number-max:100` and `quantity: invalid`.
 */
export const createProduct = endpoint({
  name: 'createProduct',
  method: 'POST',
  path: '/api/products',
  audience: 'catalogue.change',
  key: 'optional',
  multipart: true,
  aliases: productAliases,
  input: z.object(fields),
  output: success({ product: Product }),
});

/**
 * Missing fields stay unchanged; `image_changed` 0 keeps the picture. The header `If-Match: "<rev>"` refuses with
 * REVISION_CHANGED (`details.current`) when the product has another revision.
 */
export const updateProduct = endpoint({
  name: 'updateProduct',
  method: 'POST',
  path: '/api/products/:id',
  audience: 'catalogue.change',
  key: 'optional',
  multipart: true,
  aliases: productAliases,
  input: z.object({
    id: Id,
    title: z.optional(fields.title),
    image: fields.image,
    image_changed: z.optional(Flag),
    price: z.optional(fields.price),
    cost: z.optional(AmountInForm),
    description: editedText(contentMax),
    is_available: z.optional(Flag),
    status: z.optional(GeneralStatus),
    is_on_promo: z.optional(Flag),
    has_variants: z.optional(Flag),
    product_variants: z.optional(Variants),
    sku: fields.sku,
    search_words: fields.search_words,
    video_url: fields.video_url,
    store_url: fields.store_url,
    quantity: fields.quantity,
    order_fields: fields.order_fields,
    quantity_min: fields.quantity_min,
    quantity_step: fields.quantity_step,
    quantity_max: fields.quantity_max,
    price_per: fields.price_per,
    sells_codes: fields.sells_codes,
    category_ids: z.optional(fields.category_ids),
    category_id: z.optional(Id),
  }),
  output: success({ product: Product }),
});
