import type { CategoryRow } from '../../../contract/categories.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow } from '../../../contract/products.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { purchasableOf } from './order-form-data.ts';

type Item = Order['items'][number];

/** Returns whether the first item of an order can be ordered again, according to the catalogue on this device. */
export async function readCanRepeat(db: LocalDatabase, { items }: Pick<Order, 'items'>): Promise<boolean> {
  const [item] = items;
  const product = item && (await db.products.get(item.product_id));
  if (!product) return false;
  const categories = (await db.categories.bulkGet(product.category_ids)).filter((row) => row !== undefined);
  return canRepeat(item, product, categories);
}

/**
 * Returns whether an order item can be ordered again: its product can be ordered and has an active category (or no
 * category), and its variant can still be chosen. `categories` are the product's categories that the user may see.
 */
function canRepeat(
  { product_variant_id: variantId }: Pick<Item, 'product_variant_id'>,
  product: ProductRow,
  categories: readonly Pick<CategoryRow, 'is_active'>[],
): boolean {
  const { isOrderable, variants } = purchasableOf(product, null);
  const isShown = product.category_ids.length === 0 || categories.some((category) => category.is_active);
  return isOrderable && isShown && (variantId === null || variants.some(({ id }) => id === variantId));
}
