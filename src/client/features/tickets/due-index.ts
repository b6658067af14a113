import { ticketSorts } from '../../../contract/sorts.ts';
import { waitingSince } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { answerDueAt } from '../../../contract/waiting-goals.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { openTicketPlan } from '../../local/row-indexes.ts';
import { RowIndex } from '../../local/row-index.ts';
import { currentShop, openingTimesOf } from '../../text/shop.ts';

interface DueIndex {
  /** The opening hours by which its tickets are sorted. */
  hours: string;
  index: RowIndex<string, TicketRow>;
}

const indexes = new WeakMap<LocalDatabase, DueIndex>();

/** The sorts of tickets on this device: those of the server, and by the time until which support should answer. */
export const localTicketSorts = { ...ticketSorts, due: 'asc' } as const;

/**
 * Returns the index in memory of the open tickets, those whose answer is due first at the top. Only the device has this
 * order: due times depend on the opening hours of the shop. With other hours the index is another one.
 */
export function dueTicketIndexOf(db: LocalDatabase): RowIndex<string, TicketRow> {
  const opening = openingTimesOf(currentShop());
  const hours = JSON.stringify(opening);
  const known = indexes.get(db);
  if (known?.hours === hours) return known.index;
  const dueAt = (ticket: TicketRow) => answerDueAt(ticket, opening) ?? Date.parse(waitingSince(ticket));
  const plan = openTicketPlan((ticket) => -dueAt(ticket));
  const index = new RowIndex(db, { ...plan, sorts: localTicketSorts });
  indexes.set(db, { hours, index });
  return index;
}
