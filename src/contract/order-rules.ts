/** The values an admin can set, from any to any (S4-01). */
export const orderStatuses = ['new', 'processing', 'delivered', 'refunded', 'canceled', 'completed'] as const;
type Status = (typeof orderStatuses)[number];

/** Statuses of an order that support still has to deliver. */
export const openOrderStatuses: readonly Status[] = ['new', 'processing'];
/** Statuses in which the customer has received the order. */
export const deliveredStatuses: readonly Status[] = ['delivered', 'completed'];
/** Statuses in which the customer has the money back (D-8). */
export const returnedStatuses: readonly Status[] = ['refunded', 'canceled'];

/** Returns the stored name of a status: `cancelled` is another spelling of `canceled` (C-25). */
export const storedOrderStatus = <Given extends string>(status: Given | 'cancelled'): Given | 'canceled' =>
  status === 'cancelled' ? 'canceled' : (status as Given);

/**
 * Returns what a change of status does to the order's price: entering a returned status gives it back, leaving one
 * charges it again, and between two statuses of the same sort no money moves (D-8).
 */
export function moneyEffect(from: Status, to: Status): 'none' | 'return' | 'charge' {
  const [wasReturned, isReturned] = [returnedStatuses.includes(from), returnedStatuses.includes(to)];
  if (wasReturned === isReturned) return 'none';
  return isReturned ? 'return' : 'charge';
}

/** Returns what is left of the price of an order after the parts that were returned (D-25): what its status moves. */
export const leftOf = (order: { total_price: number; refunded?: number | undefined }): number =>
  (Math.round(order.total_price * 100) - Math.round((order.refunded ?? 0) * 100)) / 100;

/**
 * Returns whether a status can only be set or left online: a change that was queued on a device must not do so, not
 * even between two such statuses, where no money moves (D-8).
 */
export const isOnlineOnly = (status: Status): boolean => returnedStatuses.includes(status);

/** The fields of a product that decide whether it can be ordered. */
interface Offer {
  is_available: boolean;
  status: string;
  is_out_of_stock?: boolean | undefined;
  has_variants: boolean;
  product_variants: readonly { id: number; status: string }[];
}

/** Returns whether a visible product is available and active (C-37), and not out of stock. */
export const canBeOrdered = (product: Pick<Offer, 'is_available' | 'status' | 'is_out_of_stock'>): boolean =>
  product.is_available && product.status === 'active' && !product.is_out_of_stock;

/**
 * Returns whether a product that was ordered can be ordered again: it can be ordered and has an active category (or no
 * category), and the variant of that order, null for none, can still be chosen. `categories` are those of the product
 * that the user may see.
 */
export function canOrderAgain(
  product: Offer & { category_ids: readonly number[] },
  variantId: number | null,
  categories: readonly { is_active: boolean }[],
): boolean {
  const variants = product.has_variants ? product.product_variants.filter(({ status }) => status === 'active') : [];
  const isComplete = !product.has_variants || variants.length > 0;
  const isShown = product.category_ids.length === 0 || categories.some((category) => category.is_active);
  return (
    canBeOrdered(product) &&
    isComplete &&
    isShown &&
    (variantId === null || variants.some(({ id }) => id === variantId))
  );
}
