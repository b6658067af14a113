import type { ProductRow, ProductVariant } from './products.ts';

/** The variants a customer may order, in the shop's order. */
const activeVariants = (product: ProductRow): ProductVariant[] =>
  product.product_variants.filter((variant) => variant.status === 'active');

/** Returns the price, in the shop's currency, that lists show, filter and sort by: for variants the lowest active one (C-20). */
export function listPrice(product: ProductRow): number {
  if (!product.has_variants) return product.price;
  const prices = activeVariants(product).map((variant) => variant.price);
  return prices.length ? Math.min(...prices) : product.price;
}

/** Returns whether the active variants differ in price, so that lists show "from". */
export const hasPriceRange = (product: ProductRow): boolean =>
  product.has_variants && new Set(activeVariants(product).map((variant) => variant.price)).size > 1;
