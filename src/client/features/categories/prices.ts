import type { ProductRow, ProductVariant } from '../../../contract/products.ts';

/** The variants a customer may order, in the shop's order. */
const activeVariants = (product: ProductRow): ProductVariant[] =>
  product.product_variants.filter((variant) => variant.status === 'active');

/** What lists show, filter and sort by: of a variant product the lowest active variant's price (C-20). Euros. */
export function shownPrice(product: ProductRow): number {
  if (!product.has_variants) return product.price;
  const prices = activeVariants(product).map((variant) => variant.price);
  return prices.length ? Math.min(...prices) : product.price;
}

/** Says whether variants differ in price, so that the shown one is only where prices begin. */
export const hasPriceRange = (product: ProductRow): boolean =>
  product.has_variants && new Set(activeVariants(product).map((variant) => variant.price)).size > 1;
