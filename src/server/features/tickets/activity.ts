import type { listTicketActivity } from '../../../contract/audit.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { SignedIn } from '../../platform/context.ts';
import { readAuditLog } from '../../shared/audit-log.ts';
import { findTicketFor } from './rows.ts';

/** One page of the changes of a ticket with their authors, newest first. */
export async function ticketActivity(
  ctx: SignedIn,
  { id, ...page }: ParsedInputOf<typeof listTicketActivity>,
): Promise<OutputOf<typeof listTicketActivity>> {
  const { reader } = ctx.services;
  const ticket = await findTicketFor(reader, id, ctx.person);
  if (ticket.deleted_at !== null) throw new Refusal('GONE');
  return { code: 'SUCCESS', ...(await readAuditLog(reader, { entities: ['tickets'], key: ticket.id }, page)) };
}
