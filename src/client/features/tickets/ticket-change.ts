import type { TicketPriority, TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import { undoQueued, type Change, type QueuedChange } from '../../forms/queued-change.ts';
import type { BulkRules } from '../../forms/use-bulk-change.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** A value that an admin sets on a ticket. An assignee is the id of an admin, or null when the ticket has none. */
export type TicketChange =
  | { kind: 'ticket.status'; to: TicketStatus }
  | { kind: 'ticket.priority'; to: TicketPriority }
  | { kind: 'ticket.assign'; to: number | null }
  /** The time until which the ticket is snoozed. */
  | { kind: 'ticket.snooze'; to: string | null };

/** The field of a ticket that each kind sets. */
const fields = {
  'ticket.status': 'status',
  'ticket.priority': 'priority',
  'ticket.assign': 'assignee_id',
  'ticket.snooze': 'snoozed_until',
} as const;

/** Returns the value of a ticket's field that a change sets; null when it has none. */
export const valueIn = (ticket: Partial<TicketRow>, { kind }: TicketChange): string | number | null =>
  ticket[fields[kind]] ?? null;

/** Returns the change of a ticket from its value, to be queued. */
export const changeOf = (ticket: TicketRow, change: TicketChange): Change<TicketChange['kind']> =>
  ({
    kind: change.kind,
    args: { ticket_id: ticket.id, from: valueIn(ticket, change), to: change.to },
  }) as Change<TicketChange['kind']>;

/** Undoes a queued change of a ticket, sent or not. */
export const undoChange = (db: LocalDatabase, queued: QueuedChange<TicketChange['kind']>): Promise<void> =>
  undoQueued(db, queued, async () => (await db.tickets.get(queued.args.ticket_id))?.[fields[queued.kind]] ?? null);

/** Changes many tickets; merged ones keep their status, because it is that of the conversation which they are part of. */
export const ticketBulk: BulkRules<TicketRow, TicketChange['kind'], TicketChange> = {
  plan(tickets, change) {
    const others = tickets.filter((ticket) => mayChange(ticket, change) && valueIn(ticket, change) !== change.to);
    return { changes: others.map((ticket) => changeOf(ticket, change)), leftOut: 0 };
  },
  undo: undoChange,
};

const mayChange = (ticket: TicketRow, { kind }: TicketChange): boolean =>
  kind !== 'ticket.status' || !ticket.merged_into_id;
