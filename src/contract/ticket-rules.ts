import type { RoleName } from './permissions.ts';

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
/** Statuses of a ticket that support still works on. Pure: the service worker, which has no use for them, leaves them out. */
export const openTicketStatuses: readonly Status[] = /* @__PURE__ */ ticketStatuses.filter(
  (status) => !endedStatuses.includes(status),
);

/** The sides of a ticket: the customer, and support under the name that the role of admins has. */
export const ticketSides = ['user', 'admin'] as const;
export type TicketSide = (typeof ticketSides)[number];

/** A table of its own: with that of the permissions the service worker would be larger. */
const sides: Record<RoleName, TicketSide> = { user: 'user', agent: 'admin', admin: 'admin' };

/** Returns the side on which users of a role write. */
export const sideOf = (role: RoleName): TicketSide => sides[role];

/** Whose turn it is in a ticket that has not ended: support's, or the customer's. */
export const ticketTurns = ['us', 'customer'] as const;
export type TicketTurn = (typeof ticketTurns)[number];

interface TurnFacts {
  status: Status;
  last_response_by: TicketSide | null;
  snoozed_until?: string | null | undefined;
}

/** Returns whose turn it is: that of the side that did not write last; null when the ticket has ended or is snoozed. */
export const turnOf = (ticket: TurnFacts): TicketTurn | null => {
  if (endedStatuses.includes(ticket.status) || isSnoozed(ticket)) return null;
  return ticket.last_response_by === 'admin' ? 'customer' : 'us';
};

/** Returns whether a ticket is snoozed until a later time. */
export const isSnoozed = ({ snoozed_until: until }: Pick<TurnFacts, 'snoozed_until'>): boolean =>
  Boolean(until) && Date.parse(until!) > Date.now();

/** Returns when the last message of a ticket was written: since then the other side has its turn. */
export const waitingSince = (ticket: { last_response_at: string | null; created_at: string }): string =>
  ticket.last_response_at ?? ticket.created_at;

/** Returns the stored name of a status: `waiting` is an older name of `pending` (C-25). */
export const storedTicketStatus = <Given extends string>(status: Given | 'waiting'): Given | 'pending' =>
  status === 'waiting' ? 'pending' : (status as Given);

/**
 * Returns a ticket's status after a reply: a customer's reply reopens an ended ticket (D-10), an admin's reply sets a
 * new one in progress (C-27).
 */
export function statusAfterReply(status: Status, author: TicketSide): Status {
  if (author === 'user' && endedStatuses.includes(status)) return 'open';
  if (author === 'admin' && status === newTicketStatus) return 'in_progress';
  return status;
}

interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Returns the tags of a ticket after a change, sorted. Tags that differ only in case are the same. */
export function tagsAfter(tags: readonly string[], { add, remove }: TagChange): string[] {
  const byKey = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  for (const tag of remove) byKey.delete(tag.toLowerCase());
  for (const tag of add) if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
}

/** Returns those of the tickets that are merged into the one with this id, directly or through another one. */
export function mergedInto<Row extends { id: string; merged_into_id?: string | null | undefined }>(
  tickets: readonly Row[],
  id: string,
): Row[] {
  const others = tickets.filter((ticket) => ticket.id !== id);
  return others
    .filter((ticket) => ticket.merged_into_id === id)
    .flatMap((ticket) => [ticket, ...mergedInto(others, ticket.id)]);
}
