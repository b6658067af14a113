import { createProduct, Product, updateProduct } from '../../../contract/products.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { call } from '../../api/call.ts';
import { asFailure, CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { cancelKey } from '../../sync/cancel.ts';
import { isDefinite } from '../../sync/error-table.ts';
import { fieldsOf, imageOf, isSame, isSameField, valuesOf, type ProductValues } from './product-values.ts';

/** Milliseconds: a picture of four megabytes over a slow phone connection. */
const timeout = 120_000;

export type Saved = { product: Product } | { failure: CallFailure };

/** The keys of a new product: sent before, and perhaps applied, or null. */
interface CreateAttempt {
  sentKey: string | null;
  /** Stores the key before it is sent, so that it is known after a reload; null when the answer was definite. */
  remember: (sentKey: string | null) => Promise<void>;
}

/**
 * Creates a product. When the answer to an earlier attempt was lost, first has the server decide that attempt: if it was
 * applied, its product gets the values of the form, so that there is never a second product.
 */
export async function saveNew(values: ProductValues, { sentKey, remember }: CreateAttempt): Promise<Saved> {
  if (sentKey !== null) {
    const outcome = await cancelKey(currentDatabase(), sentKey);
    if (outcome === 'unknown') return { failure: new CallFailure('unreachable') };
    const id = Number(outcome.touched[0]?.slice('products:'.length));
    if (outcome.state === 'applied') return saveChanges(id, values, null);
  }
  const key = uuidv7();
  await remember(key);
  const image = imageOf(values);
  const saved = await outcomeOf(call(createProduct, { ...fieldsOf(values), image }, { key, timeout }));
  if ('product' in saved || isDefinite(saved.failure)) await remember(null);
  return saved;
}

/** The version of a product that an edit is based on. */
export interface ProductVersion {
  rev: number;
  values: ProductValues;
}

/**
 * Changes a product that still has the revision of `base`; without a base, the revision is not checked. A product that
 * already has the values of the form is saved: the answer to this very edit was lost. One whose revision alone has
 * changed, or that was only sold, gets them again. Otherwise the failure is REVISION_CHANGED, with the current product
 * (`currentOf`).
 */
export async function saveChanges(id: number, values: ProductValues, base: ProductVersion | null): Promise<Saved> {
  const saved = await update(id, values, base);
  const current = base && 'failure' in saved ? currentOf(saved.failure) : null;
  if (!base || !current) return saved;
  const currentValues = withOwnStock(valuesOf(current), values, base.values);
  if (isSame(currentValues, values)) return { product: current };
  return isSame(currentValues, base.values) ? update(id, values, { ...base, rev: current.rev }) : saved;
}

/** Returns the values with the stock of an edit that leaves it as it was: sales alone are no other version. */
function withOwnStock(current: ProductValues, values: ProductValues, base: ProductValues): ProductValues {
  if (!isSameField('quantity', values, base)) return current;
  return { ...current, track_stock: values.track_stock, quantity: values.quantity };
}

function update(id: number, values: ProductValues, base: ProductVersion | null): Promise<Saved> {
  const { price, cost, quantity, ...fields } = fieldsOf(values);
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
  return outcomeOf(call(updateProduct, input, { revision: base?.rev, timeout }));
}

/** Returns the product as it is now, of a refusal because of another revision; null for other failures. */
export function currentOf({ code, details }: Pick<CallFailure, 'code' | 'details'>): Product | null {
  if (code !== 'REVISION_CHANGED') return null;
  return Product.safeParse(details?.current).data ?? null;
}

const outcomeOf = (answer: Promise<{ product: Product }>): Promise<Saved> =>
  answer.then(
    ({ product }) => ({ product }),
    (thrown: unknown) => ({ failure: asFailure(thrown) }),
  );
