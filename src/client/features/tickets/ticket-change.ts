import type { TicketPriority, TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import { changeOf, valueIn } from '../../forms/set-field.ts';
import type { PlanChanges } from '../../forms/use-bulk-change.ts';

/** A value that an admin sets on a ticket. An assignee is the id of an admin, or null when the ticket has none. */
export type TicketChange =
  | { kind: 'ticket.status'; to: TicketStatus }
  | { kind: 'ticket.priority'; to: TicketPriority }
  | { kind: 'ticket.assign'; to: number | null }
  /** The time until which the ticket is snoozed. */
  | { kind: 'ticket.snooze'; to: string | null };

/** Plans a value for many tickets; merged ones keep their status, because it is that of the conversation which they are part of. */
export const planChange: PlanChanges<TicketRow, TicketChange> = (tickets, change) => {
  const { kind, to } = change;
  const others = tickets.filter((ticket) => mayChange(ticket, change) && valueIn(ticket, kind) !== to);
  return { changes: others.map((ticket) => changeOf(ticket, kind, to)), leftOut: 0 };
};

const mayChange = (ticket: TicketRow, { kind }: TicketChange): boolean =>
  kind !== 'ticket.status' || !ticket.merged_into_id;
