import { ticketAliases } from '../../../contract/tickets.ts';
import { handles, type MutationHandler } from '../../platform/synced.ts';
import { writeReply } from './add-reply.ts';
import { assign } from './assign.ts';
import { writeTicket } from './open-ticket.ts';
import { setPriority } from './set-priority.ts';
import { setStatus } from './set-status.ts';

/** What a device may do to tickets offline: the same operations as the routes. */
export const mutations: readonly MutationHandler[] = [
  handles('ticket.open', writeTicket, { opensLane: true, aliases: ticketAliases }),
  handles('ticket.reply', writeReply),
  handles('ticket.status', setStatus),
  handles('ticket.priority', setPriority),
  handles('ticket.assign', assign),
].flat();
