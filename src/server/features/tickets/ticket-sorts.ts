import { sql } from 'kysely';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import { ticketSorts, type Direction } from '../../../contract/sorts.ts';
import type { ListOrder } from '../../platform/database/pages.ts';
import { placeAmong, type SortTerm, type SortTerms } from '../../platform/database/sorting.ts';

export type TicketSort = keyof typeof ticketSorts;

/** Returns the order of a request: the usual order of `usual` unless it names another. */
export function ticketSorting(
  { sort, direction }: { sort?: TicketSort | undefined; direction?: Direction | undefined },
  usual: TicketSort,
): ListOrder {
  const wanted = sort ?? usual;
  const isReversed = direction !== undefined && direction !== ticketSorts[wanted];
  return { name: `tickets ${wanted} ${isReversed ? 'reversed' : 'usual'}`, terms: terms[wanted], isReversed };
}

const newestFirst: SortTerm = [sql.ref('tickets.number'), 'desc'];

const terms: SortTerms<TicketSort> = {
  created: [newestFirst],
  updated: [[sql.ref('tickets.updated_at'), 'desc'], newestFirst],
  // An index has this expression in the same words.
  waiting: [[sql`coalesce(tickets.last_response_at, tickets.created_at)`, 'asc'], newestFirst],
  priority: [[placeAmong('tickets.priority', ticketPriorities), 'desc', 'place'], newestFirst],
};
