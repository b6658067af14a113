import { listRecentTickets } from '../../../contract/dashboard.ts';
import * as endpoints from '../../../contract/tickets.ts';
import { route } from '../../platform/http/route.ts';
import { changeTicket, openTicket, replyToTicket, showTicket, ticketPage, recentTickets } from './operations.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';
import { replyToTicketInTransaction } from './add-reply.ts';
import { assign } from './assign.ts';
import { openTicketInTransaction } from './open-ticket.ts';
import { setPriority } from './set-priority.ts';
import { setTicketStatusInTransaction } from './set-status.ts';

export const routes = [
  route(endpoints.openTicket, openTicket),
  route(endpoints.listTickets, ticketPage),
  route(listRecentTickets, recentTickets),
  route(endpoints.readTicket, showTicket),
  route(endpoints.setTicketStatus, changeTicket),
  route(endpoints.replyToTicket, replyToTicket),
];

/** The changes to tickets that a device may make offline: the same operations as the routes. */
export const mutations: readonly MutationHandler[] = [
  handlersOf('ticket.open', openTicketInTransaction, { createsRecord: true, aliases: endpoints.ticketAliases }),
  handlersOf('ticket.reply', replyToTicketInTransaction),
  handlersOf('ticket.status', setTicketStatusInTransaction),
  handlersOf('ticket.priority', setPriority),
  handlersOf('ticket.assign', assign),
].flat();
