import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { attachmentsMax } from '../../../contract/limits.ts';
import type { MutationKind } from '../../../contract/mutations.ts';
import type * as endpoints from '../../../contract/tickets.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { cursorPageMeta } from '../../platform/base/paging.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { addNote } from './add-note.ts';
import { replyToTicketInTransaction } from './add-reply.ts';
import { assign } from './assign.ts';
import { openTicketInTransaction } from './open-ticket.ts';
import { findResponse, responseRows, responsesOf } from './responses.ts';
import { ticketsMergedInto } from './merge.ts';
import { setPriority } from './set-priority.ts';
import { setTicketStatusInTransaction } from './set-status.ts';
import { ticketPageOf } from './ticket-lists.ts';
import { findTicket, findTicketFor, ticketRows } from './rows.ts';
import type { listRecentTickets } from '../../../contract/dashboard.ts';
import { can } from '../../../contract/permissions.ts';
import { checkFileCount, fingerprintArgs, storeFormFiles, touchedId, unusedId } from '../../shared/form-files.ts';

export async function openTicket(
  ctx: SignedIn,
  input: ParsedInputOf<typeof endpoints.openTicket>,
): Promise<OutputOf<typeof endpoints.openTicket>> {
  // A retry with the same key must give the same id, so the key is the id when the request has none.
  const { attachments = [], file_ids = [], ...texts } = input;
  checkFileCount(fileLimit, attachments, file_ids);
  const files = await storeFormFiles(ctx.services, attachments);
  const args = { ...texts, id: input.id ?? ctx.key ?? uuidv7(ctx.services.now()), order_id: input.order_id ?? null };
  const request = { key: ctx.key, kind: 'ticket.open', args: fingerprintArgs(args, file_ids, files) };
  const outcome = await runOnce(ctx, request, async (transaction) => {
    const id = input.id ?? (await unusedId(transaction, findTicket, args.id));
    return openTicketInTransaction(transaction, {
      ...args,
      id,
      file_ids: [...file_ids, ...(await files.insert(transaction))],
    });
  });
  return { code: 'SUCCESS', ticket: await fullTicket(ctx, touchedId(touchedOrThrow(outcome), 'tickets')) };
}

export async function replyToTicket(
  ctx: SignedIn,
  input: ParsedInputOf<typeof endpoints.replyToTicket>,
): Promise<OutputOf<typeof endpoints.replyToTicket>> {
  const id = input.response_id ?? ctx.key ?? uuidv7(ctx.services.now());
  const { attachments = [], file_ids = [] } = input;
  checkFileCount(fileLimit, attachments, file_ids);
  const files = await storeFormFiles(ctx.services, attachments);
  const args = { id, ticket_id: input.id.toLowerCase(), content: input.content };
  const [kind, run] = input.is_internal ? ['ticket.note', addNote] : ['ticket.reply', replyToTicketInTransaction];
  const request = { key: ctx.key, kind, args: fingerprintArgs(args, file_ids, files) };
  const outcome = await runOnce(ctx, request, async (transaction) => {
    const responseId = input.response_id ?? (await unusedId(transaction, findResponse, id));
    return run(transaction, {
      ...args,
      id: responseId,
      file_ids: [...file_ids, ...(await files.insert(transaction))],
    });
  });
  const responseId = touchedId(touchedOrThrow(outcome), 'responses');
  const ticket = await fullTicket(ctx, input.id);
  const response = allow(
    ticket.responses.find((row) => row.id === responseId),
    () => true,
  );
  return { code: 'SUCCESS', response, ticket };
}

/** Sets those of status, priority and assignee that are given, all in one transaction. */
export async function changeTicket(
  ctx: SignedIn,
  input: ParsedInputOf<typeof endpoints.setTicketStatus>,
): Promise<OutputOf<typeof endpoints.setTicketStatus>> {
  const changes = changesOf(input);
  if (!changes[0]) throw new Refusal('INVALID_FIELDS', { status: ['required'] });
  const { kind, args } = changes[1] ? { kind: 'ticket.change', args: changes.map((one) => one.args) } : changes[0];
  touchedOrThrow(
    await runOnce(ctx, { key: ctx.key, kind, args }, async (transaction) => {
      const touched = new Set<string>();
      for (const one of changes) for (const ref of await one.run(transaction)) touched.add(ref);
      return [...touched];
    }),
  );
  return { code: 'SUCCESS', ticket: await fullTicket(ctx, input.id) };
}

interface TicketFieldChange {
  kind: MutationKind;
  args: object;
  run(transaction: TransactionContext): Promise<string[]>;
}

/** The newest tickets, for the dashboard. */
export async function recentTickets(ctx: SignedIn): Promise<OutputOf<typeof listRecentTickets>> {
  const { rows } = await ticketPageOf(ctx.services.reader, null, { search: '', page: 1, per_page: 5, now: 0 });
  return { code: 'SUCCESS', data: await ticketRows(ctx.services.reader, rows, ctx.person) };
}

/** Returns one change for each given field. */
function changesOf(input: ParsedInputOf<typeof endpoints.setTicketStatus>): TicketFieldChange[] {
  const ticket_id = input.id.toLowerCase();
  const changes: TicketFieldChange[] = [];
  if (input.status !== undefined) {
    const args = { ticket_id, from: input.from, to: input.status };
    changes.push({
      kind: 'ticket.status',
      args,
      run: (transaction) => setTicketStatusInTransaction(transaction, args),
    });
  }
  if (input.priority !== undefined) {
    const args = { ticket_id, from: input.from_priority, to: input.priority };
    changes.push({ kind: 'ticket.priority', args, run: (transaction) => setPriority(transaction, args) });
  }
  if (input.assignee_id !== undefined) {
    const args = { ticket_id, from: input.from_assignee_id, to: input.assignee_id };
    changes.push({ kind: 'ticket.assign', args, run: (transaction) => assign(transaction, args) });
  }
  return changes;
}

/**
 * Returns the ticket with its responses. Throws GONE when the ticket was deleted, and NOT_FOUND when it does not exist or
 * belongs to another user.
 */
export async function showTicket(
  ctx: SignedIn,
  input: ParsedInputOf<typeof endpoints.readTicket>,
): Promise<OutputOf<typeof endpoints.readTicket>> {
  return fullTicket(ctx, input.id);
}

/**
 * One page of tickets, newest first: the user's own, or with `admin=true` for an admin those of all customers (S6-07).
 */
export async function ticketPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof endpoints.listTickets>,
): Promise<OutputOf<typeof endpoints.listTickets>> {
  const showsAll = can(ctx.person.role, 'tickets.work') && ['true', '1'].includes(input.admin ?? '');
  const owner = showsAll ? null : ctx.person.id;
  const page = await ticketPageOf(ctx.services.reader, owner, { ...input, now: ctx.services.now() });
  return {
    code: 'SUCCESS',
    data: await ticketRows(ctx.services.reader, page.rows, ctx.person),
    ...cursorPageMeta(ctx.url, input, page),
  };
}

const fileLimit = { field: 'attachments', max: attachmentsMax };

async function fullTicket(ctx: SignedIn, ref: string): Promise<OutputOf<typeof endpoints.readTicket>> {
  const ticket = await findTicketFor(ctx.services.reader, ref, ctx.person);
  if (ticket.deleted_at !== null) throw new Refusal('GONE');
  const { reader } = ctx.services;
  const [row] = await ticketRows(reader, [ticket], ctx.person);
  const merged = await ticketsMergedInto(reader, ticket);
  const ids = [ticket, ...merged].map(({ id }) => id);
  const responses = await responsesOf(reader, ids, ctx.person);
  return {
    ...row!,
    title: ticket.subject,
    user: { id: ticket.user_id, name: ticket.user_name, email: ticket.user_email },
    ...(merged.length > 0 && { merged: await ticketRows(reader, merged, ctx.person) }),
    responses: await responseRows(reader, responses, ctx.person),
  };
}
