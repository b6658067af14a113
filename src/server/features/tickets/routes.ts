import { listTicketActivity } from '../../../contract/audit.ts';
import { listRecentTickets } from '../../../contract/dashboard.ts';
import * as endpoints from '../../../contract/tickets.ts';
import { reportPresence } from '../../../contract/presence.ts';
import { route } from '../../platform/http/route.ts';
import { changeTicket, openTicket, replyToTicket, showTicket, ticketPage, recentTickets } from './operations.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';
import { ticketActivity } from './activity.ts';
import { replyToTicketInTransaction } from './add-reply.ts';
import { addNote } from './add-note.ts';
import { changeTags } from './change-tags.ts';
import { assign } from './assign.ts';
import { mergeTicket, unmergeTicket } from './merge.ts';
import { openTicketInTransaction } from './open-ticket.ts';
import { storePresence } from './presence.ts';
import { setPriority } from './set-priority.ts';
import { setTicketStatusInTransaction } from './set-status.ts';
import { snooze } from './snooze.ts';

export const routes = [
  route(endpoints.openTicket, openTicket),
  route(endpoints.listTickets, ticketPage),
  route(listRecentTickets, recentTickets),
  route(endpoints.readTicket, showTicket),
  route(listTicketActivity, ticketActivity),
  route(endpoints.setTicketStatus, changeTicket),
  route(endpoints.replyToTicket, replyToTicket),
  route(reportPresence, storePresence),
];

/** The changes to tickets that a device may make offline: the same operations as the routes. */
export const mutations: readonly MutationHandler[] = [
  handlersOf('ticket.open', openTicketInTransaction, { createsRecord: true, aliases: endpoints.ticketAliases }),
  handlersOf('ticket.reply', replyToTicketInTransaction),
  handlersOf('ticket.note', addNote),
  handlersOf('ticket.status', setTicketStatusInTransaction),
  handlersOf('ticket.priority', setPriority),
  handlersOf('ticket.assign', assign),
  handlersOf('ticket.tags', changeTags),
  handlersOf('ticket.snooze', snooze),
  handlersOf('ticket.merge', mergeTicket),
  handlersOf('ticket.unmerge', unmergeTicket),
].flat();
