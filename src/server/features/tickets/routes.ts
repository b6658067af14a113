import { listTickets, openTicket, readTicket, replyToTicket, setTicketStatus } from '../../../contract/tickets.ts';
import { route } from '../../platform/http/route.ts';
import { changeStatus, open, reply, showTicket, ticketPage } from './operations.ts';

export const routes = [
  route(openTicket, open),
  route(listTickets, ticketPage),
  route(readTicket, showTicket),
  route(setTicketStatus, changeStatus),
  route(replyToTicket, reply),
];
