import type { StockRow } from '../../contract/codes.ts';
import type { ProductRow } from '../../contract/products.ts';
import { stockKey } from '../../contract/stock-rules.ts';
import type { LocalDatabase } from './database.ts';

/** How products that sell codes are in stock, as this device knows it, by `stockKey`. */
export type StockLevels = ReadonlyMap<string, StockRow>;

export async function readStockLevels(db: LocalDatabase): Promise<StockLevels> {
  return new Map((await db.stock.toArray()).map((row) => [row.id, row]));
}

type StockProduct = Pick<ProductRow, 'id' | 'sells_codes' | 'has_variants' | 'product_variants' | 'is_out_of_stock'>;

/** Returns a product that sells codes as out of stock when none of its active variants has any; others as they are. */
export function withStock<Product extends StockProduct>(product: Product, stock: StockLevels): Product {
  if (!product.sells_codes) return product;
  const variants = product.has_variants
    ? product.product_variants.filter(({ status }) => status === 'active').map(({ id }) => id)
    : [null];
  const isOut = variants.length > 0 && variants.every((id) => soldOutRow(product, id, stock) !== null);
  return isOut ? { ...product, is_out_of_stock: true } : product;
}

/** Returns the stock of a product or variant whose codes have run out; null for others, also where this device knows none. */
export function soldOutRow(
  { id, sells_codes: sellsCodes }: Pick<ProductRow, 'id' | 'sells_codes'>,
  variantId: number | null,
  stock: StockLevels,
): StockRow | null {
  const row = sellsCodes ? stock.get(stockKey(id, variantId)) : undefined;
  return row?.level === 'out' ? row : null;
}
