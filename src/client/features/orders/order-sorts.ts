import { msg } from '@lingui/core/macro';
import { orderSorts } from '../../../contract/sorts.ts';
import type { ListSort } from '../../lists/define-list.ts';

/** By the time of the order, for customers and admins. */
export const dateSort: ListSort = {
  by: 'date',
  firstDirection: orderSorts.date,
  desc: msg`Newest first`,
  asc: msg`Oldest first`,
};

/** By the total, for customers and admins. */
export const amountSort: ListSort = {
  by: 'amount',
  firstDirection: orderSorts.amount,
  desc: msg`Total: high to low`,
  asc: msg`Total: low to high`,
};
