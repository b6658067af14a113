import type { MutationArgs } from '../../../contract/mutations.ts';
import type { TicketPriority, TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { amend } from '../../sync/amend.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { discard } from '../../sync/outbox.ts';
import { perform } from '../../sync/perform.ts';

/** A value that an admin sets on a ticket. An assignee is the id of an admin, or null when the ticket has none. */
export type TicketChange =
  | { kind: 'ticket.status'; to: TicketStatus }
  | { kind: 'ticket.priority'; to: TicketPriority }
  | { kind: 'ticket.assign'; to: number | null };

/** The field of a ticket that each kind sets. */
const fields = { 'ticket.status': 'status', 'ticket.priority': 'priority', 'ticket.assign': 'assignee_id' } as const;

export const valueIn = (ticket: Partial<TicketRow>, { kind }: TicketChange): string | number | null =>
  ticket[fields[kind]] ?? null;

/** A queued change of one ticket, and the value before it. */
export interface QueuedChange {
  itemId: string;
  ticketId: string;
  from: string | number | null;
}

/** Returns the arguments of the action that changes a ticket from the value `from`. */
export const argsOf = <Kind extends TicketChange['kind']>(
  ticketId: string,
  { from, to }: { kind: Kind; from: unknown; to: unknown },
): MutationArgs<Kind> => ({ ticket_id: ticketId, from, to }) as MutationArgs<Kind>;

/**
 * Undoes a change: an unsent or parked one is discarded; a sent one is set back to `from`, unless the ticket has another
 * value by now. An item with another `from` was merged into an earlier unsent change, which gets its own value back.
 */
export async function undoChange(
  db: LocalDatabase,
  { itemId, ticketId, from }: QueuedChange,
  change: TicketChange,
): Promise<void> {
  const item = await db.outbox.get({ id: itemId });
  const isMerged = item !== undefined && item.args.from !== from;
  if (item && !isPendingItem(item)) {
    await (isMerged ? amend(db, itemId, { to: from }) : discard(db, itemId));
    return;
  }
  if (item?.state === 'queued' && !isMerged) {
    await discard(db, itemId);
    return;
  }
  const ticket = await db.tickets.get(ticketId);
  if (ticket && valueIn(ticket, change) === change.to)
    await perform(db, change.kind, argsOf(ticketId, { kind: change.kind, from: change.to, to: from }));
}
