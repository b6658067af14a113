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

/**
 * Returns whether a status can only be set or left online: a change that was queued on a device must not do so, not
 * even between two such statuses, where no money moves (D-8).
 */
export const isOnlineOnly = (status: Status): boolean => returnedStatuses.includes(status);
