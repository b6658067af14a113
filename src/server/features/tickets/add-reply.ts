import type { MutationArgs } from '../../../contract/mutations.ts';
import { endedStatuses, type TicketStatus } from '../../../contract/tickets.ts';
import { audit } from '../../platform/audit.ts';
import type { Person } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../platform/notify.ts';
import { Refusal } from '../../platform/refusal.ts';
import { attach } from './attachments.ts';
import { activeAdmins } from './listeners.ts';
import { announceResponse, findResponse, insertResponse } from './responses.ts';
import { announceTicket, lockTicket, updateTicket, type TicketRecord } from './rows.ts';

/** `ticket_id` is the ticket's UUID or its number. */
type Args = MutationArgs<'ticket.reply'>;

/** Adds a response of the acting person and tells the other side. The author's side comes from the session. */
export async function writeReply(work: Work, args: Args): Promise<string[]> {
  const ticket = await lockTicket(work.tx, args.ticket_id, work.person);
  const touched = [`responses:${args.id}`, `tickets:${ticket.id}`];
  const known = await findResponse(work.tx, args.id);
  if (known) {
    const same = known.ticket_id === ticket.id && known.user_id === work.person.id && known.content === args.content;
    if (!same) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
    return touched;
  }
  const response = await insertResponse(work, ticket, args);
  await attach(work, args.file_ids ?? [], { ticketId: ticket.id, responseId: response.id });
  const status = statusAfterReply(ticket.status, work.person);
  const changed = await updateTicket(work, ticket, {
    responses_count: ticket.responses_count + 1,
    last_response_by: work.person.role,
    last_response_at: response.created_at,
    ...(status !== ticket.status && { status, status_by: work.person.name, status_at: work.now }),
  });
  await audit(work, {
    action: 'ticket.reply',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { status: ticket.status },
    new: {
      status,
      response_id: response.id,
      ...(args.file_ids?.length && { file_ids: args.file_ids }),
    },
  });
  await tellTheOtherSide(work, ticket);
  await announceTicket(work.tx, changed);
  await announceResponse(work.tx, ticket, response);
  return touched;
}

/** Customers are not told which admin wrote. */
async function tellTheOtherSide(work: Work, ticket: TicketRecord): Promise<void> {
  const about = { ticket_id: ticket.id, subject: ticket.subject };
  if (work.person.role === 'admin') {
    if (ticket.user_id !== work.person.id) await queueNotice(work, ticket.user_id, { kind: 'ticket.response', ticket });
    return notify(work, [ticket.user_id], { kind: 'ticket.response', about });
  }
  const admins = await activeAdmins(work.tx);
  return notify(work, admins, { kind: 'ticket.response', about: { ...about, by: work.person.name } });
}

/** A customer reopens what was ended (D-10); an admin begins what is new (C-27). */
function statusAfterReply(status: TicketStatus, person: Pick<Person, 'role'>): TicketStatus {
  if (person.role === 'user' && endedStatuses.includes(status)) return 'open';
  if (person.role === 'admin' && status === 'new') return 'in_progress';
  return status;
}
