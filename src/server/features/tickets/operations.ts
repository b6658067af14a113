import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { MutationKind } from '../../../contract/mutations.ts';
import type { listTickets, openTicket, readTicket, replyToTicket, setTicketStatus } from '../../../contract/tickets.ts';
import { allow } from '../../platform/allowed.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { once, orRefuse } from '../../platform/once.ts';
import { pageMeta } from '../../platform/paging.ts';
import { Refusal } from '../../platform/refusal.ts';
import { uuidOf, uuidv7 } from '../../platform/uuid.ts';
import { writeReply } from './add-reply.ts';
import { assign } from './assign.ts';
import { writeTicket } from './open-ticket.ts';
import { findResponse, responsesOf, toResponse } from './responses.ts';
import { setPriority } from './set-priority.ts';
import { setStatus } from './set-status.ts';
import { ticketPageOf } from './ticket-lists.ts';
import { findTicket, findTicketFor, toTicketRow } from './rows.ts';

export async function open(
  ctx: SignedIn,
  input: ParsedInputOf<typeof openTicket>,
): Promise<OutputOf<typeof openTicket>> {
  // A key that comes again must not make another id, so the key is the id of a ticket that brought none.
  const args = { ...input, id: input.id ?? ctx.key ?? uuidv7(ctx.means.now()), order_id: input.order_id ?? null };
  const outcome = await once(ctx, { key: ctx.key, kind: 'ticket.open', args }, async (work) =>
    writeTicket(work, input.id ? args : { ...args, id: await freeId(work, findTicket, args.id) }),
  );
  return { code: 'SUCCESS', ticket: await fullTicket(ctx, touchedId(orRefuse(outcome), 'tickets')) };
}

export async function reply(
  ctx: SignedIn,
  input: ParsedInputOf<typeof replyToTicket>,
): Promise<OutputOf<typeof replyToTicket>> {
  const id = input.response_id ?? ctx.key ?? uuidv7(ctx.means.now());
  const args = { id, ticket_id: input.id.toLowerCase(), content: input.content };
  const outcome = await once(ctx, { key: ctx.key, kind: 'ticket.reply', args }, async (work) =>
    writeReply(work, input.response_id ? args : { ...args, id: await freeId(work, findResponse, id) }),
  );
  const written = touchedId(orRefuse(outcome), 'responses');
  const ticket = await fullTicket(ctx, input.id);
  const response = allow(
    ticket.responses.find((row) => row.id === written),
    () => true,
  );
  return { code: 'SUCCESS', response, ticket };
}

/** Sets status, priority and assignee, those that are named, all or none. */
export async function change(
  ctx: SignedIn,
  input: ParsedInputOf<typeof setTicketStatus>,
): Promise<OutputOf<typeof setTicketStatus>> {
  const steps = stepsOf(input);
  if (!steps[0]) throw new Refusal('INVALID_FIELDS', { status: ['required'] });
  const intent = steps[1] ? { kind: 'ticket.change', args: steps.map(({ args }) => args) } : steps[0];
  const { kind, args } = intent;
  orRefuse(
    await once(ctx, { key: ctx.key, kind, args }, async (work) => {
      const touched = new Set<string>();
      for (const step of steps) for (const ref of await step.run(work)) touched.add(ref);
      return [...touched];
    }),
  );
  return { code: 'SUCCESS', ticket: await fullTicket(ctx, input.id) };
}

interface Step {
  kind: MutationKind;
  args: object;
  run(work: Work): Promise<string[]>;
}

/** What the input names, each as its own mutation. */
function stepsOf(input: ParsedInputOf<typeof setTicketStatus>): Step[] {
  const ticket_id = input.id.toLowerCase();
  const steps: Step[] = [];
  if (input.status !== undefined) {
    const args = { ticket_id, from: input.from, to: input.status };
    steps.push({ kind: 'ticket.status', args, run: (work) => setStatus(work, args) });
  }
  if (input.priority !== undefined) {
    const args = { ticket_id, from: input.from_priority, to: input.priority };
    steps.push({ kind: 'ticket.priority', args, run: (work) => setPriority(work, args) });
  }
  if (input.assignee_id !== undefined) {
    const args = { ticket_id, from: input.from_assignee_id, to: input.assignee_id };
    steps.push({ kind: 'ticket.assign', args, run: (work) => assign(work, args) });
  }
  return steps;
}

/** The bare ticket with its responses; a deleted one is GONE, a foreign or missing one NOT_FOUND. */
export async function showTicket(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readTicket>,
): Promise<OutputOf<typeof readTicket>> {
  return fullTicket(ctx, input.id);
}

/** One page of tickets, newest first: the own ones, or with `admin=true` an admin's everybody's (S6-07). */
export async function ticketPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listTickets>,
): Promise<OutputOf<typeof listTickets>> {
  const everybody = ctx.person.role === 'admin' && ['true', '1'].includes(input.admin ?? '');
  const owner = everybody ? null : ctx.person.id;
  const { rows, total } = await ticketPageOf(ctx.means.reader, owner, input);
  return { code: 'SUCCESS', data: rows.map((row) => toTicketRow(row, ctx.person)), ...pageMeta(ctx.url, input, total) };
}

/** The key as an id, unless somebody else used the same key for a record of theirs: then one of the person's own. */
async function freeId(
  { tx, person }: Work,
  find: (db: Work['tx'], id: string) => Promise<{ user_id: number } | undefined>,
  key: string,
): Promise<string> {
  const known = await find(tx, key);
  return known && known.user_id !== person.id ? uuidOf(person.id, key) : key;
}

/** The id of the record of this kind that an operation touched. */
const touchedId = (touched: string[], entity: string): string =>
  touched.find((ref) => ref.startsWith(`${entity}:`))!.slice(entity.length + 1);

async function fullTicket(ctx: SignedIn, ref: string): Promise<OutputOf<typeof readTicket>> {
  const ticket = await findTicketFor(ctx.means.reader, ref, ctx.person);
  if (ticket.deleted_at !== null) throw new Refusal('GONE');
  const responses = await responsesOf(ctx.means.reader, [ticket.id]);
  return {
    ...toTicketRow(ticket, ctx.person),
    title: ticket.subject,
    user: { id: ticket.user_id, name: ticket.user_name, email: ticket.user_email },
    responses: responses.map((response) => toResponse(response, ctx.person)),
  };
}
