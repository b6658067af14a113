import type { PublicShop } from '../../../contract/shop.ts';
import { ticketSorts } from '../../../contract/sorts.ts';
import { waitingSince } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { answerDueAt, goalsOf } from '../../../contract/waiting-goals.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { openTicketPlan } from '../../local/rows-in-memory/row-indexes.ts';
import { RowIndex } from '../../local/rows-in-memory/row-index.ts';
import { openingTimesOf } from '../../text/shop.ts';

interface DueIndex {
  /** The opening hours and the goals by which its tickets are sorted. */
  settings: string;
  index: RowIndex<string, TicketRow>;
}

const indexes = new WeakMap<LocalDatabase, DueIndex>();

/** The sorts of tickets on this device: those of the server, and by the time until which support should answer. */
export const localTicketSorts = { ...ticketSorts, due: 'asc' } as const;

/**
 * Returns the index in memory of the open tickets, those whose answer is due first at the top. Only the device has this
 * order: due times depend on the opening hours and the goals of the shop. With others the index is another one.
 */
export function dueTicketIndexOf(db: LocalDatabase, shop: PublicShop): RowIndex<string, TicketRow> {
  const opening = openingTimesOf(shop);
  const goals = goalsOf(shop);
  const settings = JSON.stringify([opening, goals]);
  const known = indexes.get(db);
  if (known?.settings === settings) return known.index;
  const dueAt = (ticket: TicketRow) => answerDueAt(ticket, opening, goals) ?? Date.parse(waitingSince(ticket));
  const plan = openTicketPlan((ticket) => -dueAt(ticket));
  const index = new RowIndex(db, { ...plan, sorts: localTicketSorts });
  indexes.set(db, { settings, index });
  return index;
}
