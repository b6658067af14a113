import { canBeOrdered, canOrderAgain } from '../../../contract/order-rules.ts';
import type { SavedAnswerRow } from '../../../contract/order-fields.ts';
import type { StockRow } from '../../../contract/codes.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow, ProductVariant } from '../../../contract/products.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { readProductPictures, type ProductPicture } from '../../local/product-pictures.ts';
import type { PendingCall } from '../../local/stored.ts';
import { readStockLevels, soldOutRow, withStock, type StockLevels } from '../../local/stock-levels.ts';
import { readCallsInDoubt } from '../../sync/money.ts';

/** The data of the order popup, from this device. */
export interface OrderFormData {
  /** null when this device has no such product. */
  product: (ProductRow & Partial<Pick<ProductPicture, 'motifTexts'>>) | null;
  /** In the shop's currency; undefined before the first pass. */
  balance: number | undefined;
  /** The orders of this product that are in doubt. */
  doubts: PendingCall[];
  saved: SavedAnswerRow[];
  stock: StockLevels;
  /** The order that is placed again, when this device has it. */
  again: Order | undefined;
}

export async function readOrderFormData(
  db: LocalDatabase,
  productId: number,
  againId: number | null = null,
): Promise<OrderFormData> {
  const [product, pictures, account, doubts, saved, stock, again] = await Promise.all([
    db.products.get(productId),
    readProductPictures(db, [productId]),
    db.account.toCollection().first(),
    readCallsInDoubt(db),
    db.saved_answers.toArray(),
    readStockLevels(db),
    againId === null ? undefined : db.orders.get(againId),
  ]);
  return {
    product: product ? { ...withStock(product, stock), motifTexts: pictures.get(productId)?.motifTexts ?? [] } : null,
    balance: account?.balance,
    doubts: doubts.filter(({ call, about }) => call === 'placeOrder' && about.product_id === productId),
    saved,
    stock,
    again,
  };
}

/** What can be ordered of a product, with the current choice. */
export interface Purchasable {
  /** Active variants, in the shop's order. */
  variants: ProductVariant[];
  /** The chosen variant; a single one is chosen by default (S2J-04). */
  variant: ProductVariant | null;
  /** In the shop's currency, from this device's catalogue; the lowest price while no variant is chosen. */
  cataloguePrice: number;
  /** A variant must still be chosen, so the price is shown with "from". */
  needsChoice: boolean;
  isOrderable: boolean;
  /** The stock of the choice, when its codes have run out. */
  soldOut: StockRow | null;
}

export function purchasableOf(product: ProductRow, chosen: number | null, stock: StockLevels): Purchasable {
  const variants = activeVariants(product);
  const variant = (variants.length === 1 ? variants[0] : variants.find(({ id }) => id === chosen)) ?? null;
  const prices = variants.map(({ price }) => price);
  const lowest = prices.length > 0 ? Math.min(...prices) : product.price;
  const isComplete = !product.has_variants || variants.length > 0;
  const needsChoice = product.has_variants && !variant;
  const soldOut = soldOutOf(product, variant, stock);
  return {
    variants,
    variant,
    cataloguePrice: variant?.price ?? lowest,
    needsChoice,
    isOrderable: canBeOrdered(product) && isComplete && soldOut === null,
    soldOut,
  };
}

const activeVariants = ({ has_variants: has, product_variants: variants }: ProductRow): ProductVariant[] =>
  has ? variants.filter(({ status }) => status === 'active') : [];

/** While a variant must still be chosen, none is sold out. */
const soldOutOf = (product: ProductRow, variant: ProductVariant | null, stock: StockLevels): StockRow | null =>
  product.has_variants && !variant ? null : soldOutRow(product, variant?.id ?? null, stock);

/** Returns whether the first item of an order can be ordered again, according to the catalogue on this device. */
export async function readCanRepeat(db: LocalDatabase, { items }: Pick<Order, 'items'>): Promise<boolean> {
  const [item] = items;
  const product = item && (await db.products.get(item.product_id));
  if (!product) return false;
  const categories = (await db.categories.bulkGet(product.category_ids)).filter((row) => row !== undefined);
  const stock = await readStockLevels(db);
  return (
    canOrderAgain(product, item.product_variant_id, categories) &&
    soldOutRow(product, item.product_variant_id, stock) === null
  );
}
