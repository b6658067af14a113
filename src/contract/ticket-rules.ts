import type { RoleName } from './people.ts';

export const ticketTypes = ['general', 'order', 'technical', 'billing'] as const;

export const ticketPriorities = ['low', 'medium', 'high'] as const;
/** The priority of a ticket that was opened without one. */
export const defaultTicketPriority = 'medium';

export const ticketStatuses = ['new', 'open', 'in_progress', 'pending', 'resolved', 'closed'] as const;
type Status = (typeof ticketStatuses)[number];

/** The status of a ticket without a reply. */
export const newTicketStatus = 'new';
/** Statuses of a finished ticket; a customer's reply reopens it (D-10). */
export const endedStatuses: readonly Status[] = ['resolved', 'closed'];
/** Statuses of a ticket that support still works on. */
export const openTicketStatuses: readonly Status[] = ticketStatuses.filter((status) => !endedStatuses.includes(status));

/** Returns the stored name of a status: `waiting` is an older name of `pending` (C-25). */
export const storedTicketStatus = <Given extends string>(status: Given | 'waiting'): Given | 'pending' =>
  status === 'waiting' ? 'pending' : (status as Given);

/**
 * Returns a ticket's status after a reply: a customer's reply reopens an ended ticket (D-10), an admin's reply sets a
 * new one in progress (C-27).
 */
export function statusAfterReply(status: Status, author: RoleName): Status {
  if (author === 'user' && endedStatuses.includes(status)) return 'open';
  if (author === 'admin' && status === newTicketStatus) return 'in_progress';
  return status;
}
