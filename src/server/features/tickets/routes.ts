import { listRecentTickets } from '../../../contract/dashboard.ts';
import { listTickets, openTicket, readTicket, replyToTicket, setTicketStatus } from '../../../contract/tickets.ts';
import { route } from '../../platform/http/route.ts';
import { change, open, reply, showTicket, ticketPage } from './operations.ts';
import { recentTickets } from './recent.ts';

export const routes = [
  route(openTicket, open),
  route(listTickets, ticketPage),
  route(listRecentTickets, recentTickets),
  route(readTicket, showTicket),
  route(setTicketStatus, change),
  route(replyToTicket, reply),
];
