import type { Product } from '../../../contract/products.ts';
import { isSameField, valuesOf, type ProductValues } from './product-values.ts';
import type { ProductVersion } from './save-product.ts';

/** The fields that an admin compares; variants count as one, and a picture, a file or an address, as `image`. */
const comparedFields = [
  'title',
  'description',
  'image',
  'price',
  'cost',
  'category_ids',
  'status',
  'is_available',
  'is_on_promo',
  'product_variants',
  'sku',
  'search_words',
  'quantity',
  'video_url',
  'store_url',
] as const;
export type ComparedField = (typeof comparedFields)[number];

/** An edit and a newer version of its product, which differ in some fields. */
export interface Conflict {
  mine: ProductValues;
  current: ProductVersion;
  fields: readonly ComparedField[];
  /** The form to go on with: the newer version's value where this edit left a field as it was. */
  merged: Partial<ProductValues>;
}

/** Compares an edit of `base` with the product as another admin has saved it meanwhile. */
export function startConflict(mine: ProductValues, base: ProductVersion, product: Product): Conflict {
  const current = { rev: product.rev, values: valuesOf(product) };
  const fields = comparedFields.filter(
    (name) => !isSamePart(name, mine, current.values) && !isSamePart(name, base.values, current.values),
  );
  const untouched = comparedFields.filter((name) => isSamePart(name, mine, base.values));
  const merged = Object.assign({}, ...untouched.map((name) => partOf(name, current.values))) as Partial<ProductValues>;
  return { mine, current, fields, merged };
}

const isSamePart = (name: ComparedField, one: ProductValues, other: ProductValues): boolean =>
  isSameField(name, one, other) && (name !== 'product_variants' || one.has_variants === other.has_variants);

/** Returns the values of the form that belong to a compared field. */
export function partOf(name: ComparedField, values: ProductValues): Partial<ProductValues> {
  if (name === 'image') return { image: values.image, file: values.file };
  if (name === 'product_variants')
    return { has_variants: values.has_variants, product_variants: values.product_variants };
  if (name === 'quantity') return { track_stock: values.track_stock, quantity: values.quantity };
  return { [name]: values[name] };
}

/** Returns whose value a field of the form has now. */
export const choiceOf = (name: ComparedField, values: ProductValues, { current }: Conflict): 'mine' | 'theirs' =>
  isSamePart(name, values, current.values) ? 'theirs' : 'mine';
