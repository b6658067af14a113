import { sql } from 'kysely';
import { orderStatuses } from '../../../contract/order-rules.ts';
import { orderSorts, type Direction } from '../../../contract/sorts.ts';
import { placeAmong, type SortTerm, type SortTerms } from '../../platform/database/sorting.ts';

export type OrderSort = keyof typeof orderSorts;

/** How a page of orders is sorted. */
export interface OrderSorting {
  sort: OrderSort;
  isReversed: boolean;
}

/** Returns the sorting of a request: by date unless it names another sort. */
export function orderSorting(request: {
  sort?: OrderSort | undefined;
  direction?: Direction | undefined;
  mayName: boolean;
}): OrderSorting {
  const { sort: wanted = 'date', direction, mayName } = request;
  const sort = wanted === 'customer' && !mayName ? 'date' : wanted;
  return { sort, isReversed: direction !== undefined && direction !== orderSorts[sort] };
}

const newestFirst: SortTerm = [sql.ref('orders.id'), 'desc'];

const terms: SortTerms<OrderSort> = {
  date: [newestFirst],
  amount: [[sql.ref('orders.total_cents'), 'desc'], newestFirst],
  customer: [[sql.ref('orders.customer_key'), 'asc', 'text'], newestFirst],
  status: [[placeAmong('orders.status', orderStatuses), 'asc', 'place'], newestFirst],
};

/**
 * Returns the terms of a sort, written so that the fitting index is used: where a range of time is wanted, a page sorted
 * by date follows the index of the time.
 */
export const termsOf = (sort: OrderSort, { hasRange }: { hasRange: boolean }): readonly SortTerm[] =>
  sort === 'date' && hasRange ? [[sql.ref('orders.created_at'), 'desc'], newestFirst] : terms[sort];
