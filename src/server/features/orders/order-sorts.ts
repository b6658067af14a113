import { sql } from 'kysely';
import { orderStatuses } from '../../../contract/order-rules.ts';
import { orderSorts, type Direction } from '../../../contract/sorts.ts';
import { placeAmong, withoutIndex, type SortTerm, type SortTerms } from '../../platform/database/sorting.ts';

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
  customer: [[sql.ref('orders.customer_key'), 'asc'], newestFirst],
  status: [[placeAmong('orders.status', orderStatuses), 'asc'], newestFirst],
};

/** The indexes of the database that a page may follow. */
interface Indexes {
  /** A range of time is wanted, so a page sorted by date follows the index of the time. */
  hasRange: boolean;
  /** The rows are read in the order of the table, because their texts are searched. */
  inTableOrder: boolean;
}

/** Returns the terms of a sort, written so that the fitting index is used. */
export function termsOf(sort: OrderSort, { hasRange, inTableOrder }: Indexes): readonly SortTerm[] {
  if (sort === 'date') return hasRange ? [[sql.ref('orders.created_at'), 'desc'], newestFirst] : terms.date;
  if (!inTableOrder) return terms[sort];
  return terms[sort].map(([expression, direction], at) => [
    at === 0 ? withoutIndex(expression) : expression,
    direction,
  ]);
}
