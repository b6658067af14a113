import type { ProductRow, ProductVariant } from '../../../contract/products.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { Pledge } from '../../local/stored.ts';
import { readDoubts } from '../../sync/money.ts';

/** What the order popup shows, from this device. */
export interface Desk {
  /** null when this device has no such product. */
  product: ProductRow | null;
  /** Euros; undefined before the first pass. */
  balance: number | undefined;
  /** Orders of this product whose outcome is not known. */
  doubts: Pledge[];
}

export async function readDesk(db: LocalDatabase, productId: number): Promise<Desk> {
  const [product, account, doubts] = await Promise.all([
    db.products.get(productId),
    db.account.toCollection().first(),
    readDoubts(db),
  ]);
  return {
    product: product ?? null,
    balance: account?.balance,
    doubts: doubts.filter(({ call, about }) => call === 'placeOrder' && about.product_id === productId),
  };
}

/** What of a product can be ordered, with the choice made so far. */
export interface Offer {
  /** Active variants, in the shop's order. */
  variants: ProductVariant[];
  /** The chosen one; the only one there is chooses itself (S2J-04). */
  variant: ProductVariant | null;
  /** Euros, in this device's catalogue; without a choice the lowest. */
  listed: number;
  /** A variant must still be chosen: the price is only where prices begin. */
  isOpen: boolean;
  isOrderable: boolean;
}

export function offerOf(product: ProductRow, chosen: number | null): Offer {
  const variants = product.has_variants ? product.product_variants.filter(({ status }) => status === 'active') : [];
  const variant = (variants.length === 1 ? variants[0] : variants.find(({ id }) => id === chosen)) ?? null;
  const prices = variants.map(({ price }) => price);
  const lowest = prices.length > 0 ? Math.min(...prices) : product.price;
  const isComplete = !product.has_variants || variants.length > 0;
  return {
    variants,
    variant,
    listed: variant?.price ?? lowest,
    isOpen: product.has_variants && !variant,
    isOrderable: isOffered(product) && isComplete,
  };
}

/** A product that is shown but not orderable is unavailable for a while, or on its way out (C-37). */
export const isOffered = (product: ProductRow): boolean => product.is_available && product.status === 'active';
