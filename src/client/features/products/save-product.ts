import { createProduct, readProduct, updateProduct, type Product } from '../../../contract/products.ts';
import { call } from '../../api/call.ts';
import { fieldsOf, imageOf, pictureText, stockOf, valuesOf, type ProductValues } from './product-values.ts';

/** Milliseconds: a picture of four megabytes over a slow phone connection. */
const timeout = 120_000;

/** Creates a product (`id` undefined) or changes it, and returns it as it is stored then. Throws `CallFailure`. */
export async function saveProduct(id: number | undefined, values: ProductValues, key: string): Promise<Product> {
  const answer =
    id === undefined
      ? await call(createProduct, { ...fieldsOf(values), image: imageOf(values) }, { key, timeout })
      : await call(updateProduct, { id, ...changesOf(values) }, { key, revision: values.rev ?? undefined, timeout });
  return answer.product;
}

/** Returns the fields of an edit as the server takes them. */
function changesOf(values: ProductValues) {
  const base = values.base as ProductValues | undefined;
  const variants = withIds(values.product_variants, base?.product_variants ?? []);
  const { price, cost, quantity, ...fields } = fieldsOf({ ...values, product_variants: variants });
  const isStockChanged = !base || stockOf(values) !== stockOf(base);
  const isImageChanged = !base || pictureText(values) !== pictureText(base);
  return {
    ...fields,
    // A product with variants keeps its stored price, which applies again when the variants are removed.
    ...(!values.has_variants && { price, cost }),
    // Sent only when an admin has changed it: sales change it too.
    ...(isStockChanged && { quantity }),
    image_changed: isImageChanged,
    ...(isImageChanged && { image: imageOf(values) }),
  };
}

type Variants = ProductValues['product_variants'];

/** Returns variants with the ids of those that are stored under the same titles. */
function withIds(variants: Variants, stored: Variants): Variants {
  const used = new Set(variants.map(({ id }) => id));
  const unused = stored.filter(({ id }) => !used.has(id));
  return variants.map((variant) => ({
    ...variant,
    id: variant.id ?? unused.find(({ title }) => title === variant.title.trim())?.id ?? null,
  }));
}

/** Reads the product that an attempt saved; sending the attempt again would upload its file again. */
export async function readSaved(id: number | undefined, touched: readonly string[]): Promise<Product> {
  return (await call(readProduct, { id: id ?? Number(touched[0]?.slice('products:'.length)) })).product;
}

/**
 * Returns what the server stores for the values of an attempt: a picture has an address of the server, variants have ids,
 * and sales may have changed the stock.
 */
export const asSaved = (sent: ProductValues, { image, track_stock, quantity, ...saved }: ProductValues) => ({
  ...sent,
  image,
  file: null,
  track_stock,
  quantity,
  product_variants: sent.has_variants ? withIds(sent.product_variants, saved.product_variants) : saved.product_variants,
});

/** The draft of a product as earlier builds have stored it. */
interface EarlierDraft {
  values: ProductValues;
  base: { rev: number; values: ProductValues } | null;
  sentKey: string | null;
  /** The body of the request with the key `sentKey`; missing in even earlier builds. */
  sentText?: string;
  id?: number | null;
}

/** Converts the draft of a product of an earlier build. */
export function fromEarlier(draft: object): object {
  const complete = (stored: ProductValues) => ({ ...valuesOf(null), ...stored });
  if (!('values' in draft)) return withCompleteBase(draft as ProductValues, complete);
  const { values, base, sentKey: key, sentText, id } = draft as EarlierDraft;
  const sent = sentText ? (JSON.parse(sentText) as EarlierDraft).values : values;
  return {
    ...complete(values),
    rev: base?.rev ?? null,
    ...(base && { base: complete(base.values) }),
    sent: key === null ? null : { key, text: JSON.stringify(complete(sent)) },
    ...(id && { id }),
  };
}

/** The version that a draft is based on lacks the fields that its build did not have. */
const withCompleteBase = ({ base, ...draft }: ProductValues, complete: (stored: ProductValues) => object): object => ({
  ...draft,
  ...(base && { base: complete(base as ProductValues) }),
});
