import { msg } from '@lingui/core/macro';
import { ticketSorts } from '../../../contract/sorts.ts';
import type { ListSort } from '../../lists/define-list.ts';
import { localTicketSorts } from './due-index.ts';

/** By creation, for customers and admins. */
export const createdSort: ListSort = {
  by: 'created',
  firstDirection: ticketSorts.created,
  desc: msg`Newest first`,
  asc: msg`Oldest first`,
};

/** By the time until which support should answer: only among tickets that wait for it. */
export const dueSort: ListSort = {
  by: 'due',
  firstDirection: localTicketSorts.due,
  asc: msg`Earliest due first`,
  desc: msg`Latest due first`,
  isOffered: ({ waiting }) => waiting?.join() === 'us',
};

/** By the last change, for customers and admins. */
export const updatedSort: ListSort = {
  by: 'updated',
  firstDirection: ticketSorts.updated,
  desc: msg`Recently changed first`,
  asc: msg`Least recently changed first`,
};
