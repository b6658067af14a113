import type { CategoryRow } from '../../../contract/categories.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow } from '../../../contract/products.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { offerOf } from './desk.ts';

type Item = Order['items'][number];

/** Says whether the first line of an order can be ordered again, by what this device has of the catalogue. */
export async function readCanRepeat(db: LocalDatabase, { items }: Pick<Order, 'items'>): Promise<boolean> {
  const [item] = items;
  const product = item && (await db.products.get(item.product_id));
  if (!product) return false;
  const categories = (await db.categories.bulkGet(product.category_ids)).filter((row) => row !== undefined);
  return canRepeat(item, product, categories);
}

/**
 * Says whether a line of an order can be ordered again: the product is available and in an active category (or in none
 * at all), and the variant of the line is still one of its choices. `categories`: those of the product that the person
 * may see.
 */
function canRepeat(
  { product_variant_id: variantId }: Pick<Item, 'product_variant_id'>,
  product: ProductRow,
  categories: readonly Pick<CategoryRow, 'is_active'>[],
): boolean {
  const { isOrderable, variants } = offerOf(product, null);
  const isShown = product.category_ids.length === 0 || categories.some((category) => category.is_active);
  return isOrderable && isShown && (variantId === null || variants.some(({ id }) => id === variantId));
}
