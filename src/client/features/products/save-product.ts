import { createProduct, Product, readProduct, updateProduct } from '../../../contract/products.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { call } from '../../api/call.ts';
import { asFailure, CallFailure } from '../../api/failure.ts';
import { changedSince, decideAttempt, type SaveAttempt } from '../../forms/lost-attempt.ts';
import { isDefinite } from '../../sync/error-table.ts';
import { fieldsOf, imageOf, isSame, isSameField, valuesOf, type ProductValues } from './product-values.ts';

/** Milliseconds: a picture of four megabytes over a slow phone connection. */
const timeout = 120_000;

export type Saved = { product: Product } | { failure: CallFailure };

/** The version of a product that an edit is based on. */
export interface ProductVersion {
  rev: number;
  values: ProductValues;
}

/** What the form of a product knows about it. */
export interface ProductState {
  /** Null while it is not created. */
  id: number | null;
  /** Null for a new product. */
  base: ProductVersion | null;
  /** The last attempt to save it, without a definite answer. */
  sent: SaveAttempt | null;
}

/** Stores the state before anything is sent, so that it is known after a reload. */
type Remember = (state: ProductState) => Promise<void>;

/**
 * Creates a product, or changes one that still has the revision of its base. After a lost answer the same values are sent
 * with the same key, and other values only when that attempt is decided: if it was applied, its product gets them, so that
 * there is never a second product. A product that already has the values of the form is saved. One whose revision alone
 * has changed, or that was only sold, gets them again. Otherwise the failure is REVISION_CHANGED, with the current product
 * (`currentOf`).
 */
export async function saveProduct(values: ProductValues, state: ProductState, remember: Remember): Promise<Saved> {
  try {
    return { product: await send(values, await afterLostAttempt(values, state, remember), remember) };
  } catch (thrown) {
    return { failure: asFailure(thrown) };
  }
}

async function afterLostAttempt(values: ProductValues, state: ProductState, remember: Remember): Promise<ProductState> {
  const { sent } = state;
  if (!sent || sent.text === textOf(values, state)) return state;
  const touched = await decideAttempt(sent);
  if (touched === null) return { ...state, sent: null };
  const id = state.id ?? Number(touched[0]?.slice('products:'.length));
  const { product } = await call(readProduct, { id });
  const current = valuesOf(product);
  const earlier = sentValues(sent);
  const known = { id, base: { rev: product.rev, values: earlier ? asStored(earlier, current) : current }, sent: null };
  await remember(known);
  const { track_stock, quantity } = known.base.values;
  // Sales change the stock.
  if (!isSame({ ...current, track_stock, quantity }, known.base.values)) throw changedSince(product);
  return known;
}

async function send(values: ProductValues, state: ProductState, remember: Remember): Promise<Product> {
  const { id, base } = state;
  const sent = state.sent ?? { text: textOf(values, state), key: uuidv7() };
  await remember({ ...state, sent });
  const answer = id === null ? create(values, sent.key) : update(id, values, { base, key: sent.key });
  const saved = await answer.catch(asFailure);
  if (!(saved instanceof CallFailure)) return saved.product;
  const undecided = isDefinite(saved) ? null : sent;
  await remember({ ...state, sent: undecided });
  const current = currentOf(saved);
  if (!base || !current) throw saved;
  const currentValues = withOwnStock(valuesOf(current), values, base.values);
  if (isSame(currentValues, values)) return current;
  if (!isSame(currentValues, base.values)) throw saved;
  return send(values, { ...state, base: { ...base, rev: current.rev }, sent: null }, remember);
}

/** An attempt as text; the picture of the form is in it with its id only. */
const textOf = (values: ProductValues, { id, base }: ProductState): string =>
  JSON.stringify({ id, rev: base?.rev ?? null, values: { ...values, file: values.file?.id ?? null } });

/** Returns the values of an attempt, without the picture; null for one of an earlier version of the app. */
const sentValues = ({ text }: SaveAttempt): ProductValues | null =>
  text === '' ? null : { ...(JSON.parse(text) as { values: ProductValues }).values, file: null };

/** Returns the values of an attempt as the server has stored them, apart from changes that were made since. */
function asStored(sent: ProductValues, current: ProductValues): ProductValues {
  const hasSameCategories = isSameSet(sent.category_ids, current.category_ids);
  const zeroIfBlank = (amount: string) => (amount.trim() === '' ? '0' : amount);
  const variants = withIds(sent.product_variants, current.product_variants).map((variant) => ({
    ...variant,
    title: variant.title.trim(),
    cost: zeroIfBlank(variant.cost),
  }));
  return {
    ...sent,
    // The server stores a picture under an address of its own.
    image: current.image,
    category_ids: hasSameCategories ? current.category_ids : sent.category_ids,
    ...(sent.has_variants
      ? { price: current.price, cost: current.cost, product_variants: variants }
      : { cost: zeroIfBlank(sent.cost), product_variants: current.product_variants }),
  };
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

type Variants = ProductValues['product_variants'];

/** Returns variants with the ids of those that an attempt has created under the same titles. */
function withIds(variants: Variants, stored: Variants): Variants {
  const used = new Set(variants.map(({ id }) => id));
  const unused = stored.filter(({ id }) => !used.has(id));
  return variants.map((variant) => ({
    ...variant,
    id: variant.id ?? unused.find(({ title }) => title === variant.title.trim())?.id ?? null,
  }));
}

/** Returns the values with the stock of an edit that leaves it as it was: sales alone are no other version. */
function withOwnStock(current: ProductValues, values: ProductValues, base: ProductValues): ProductValues {
  if (!isSameField('quantity', values, base)) return current;
  return { ...current, track_stock: values.track_stock, quantity: values.quantity };
}

const create = (values: ProductValues, key: string): Promise<{ product: Product }> =>
  call(createProduct, { ...fieldsOf(values), image: imageOf(values) }, { key, timeout });

function update(
  id: number,
  values: ProductValues,
  { base, key }: { base: ProductVersion | null; key: string },
): Promise<{ product: Product }> {
  const variants = withIds(values.product_variants, base?.values.product_variants ?? []);
  const { price, cost, quantity, ...fields } = fieldsOf({ ...values, product_variants: variants });
  const isImageChanged = !base || !isSameField('image', values, base.values);
  const input = {
    id,
    ...fields,
    // A product with variants keeps its own price, for the day when it has none.
    ...(!values.has_variants && { price, cost }),
    // Sent only when an admin has changed it: sales change it too.
    ...(!(base && isSameField('quantity', values, base.values)) && { quantity }),
    image_changed: isImageChanged,
    ...(isImageChanged && { image: imageOf(values) }),
  };
  return call(updateProduct, input, { key, revision: base?.rev, timeout });
}

/** Returns the product as it is now, of a refusal because of another revision; null for other failures. */
export function currentOf({ code, details }: Pick<CallFailure, 'code' | 'details'>): Product | null {
  if (code !== 'REVISION_CHANGED') return null;
  return Product.safeParse(details?.current).data ?? null;
}
