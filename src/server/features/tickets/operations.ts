import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { CheckedFile } from '../../../contract/files.ts';
import { attachmentsMax } from '../../../contract/limits.ts';
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
import { storeFormFiles, type FormFiles } from './attachments.ts';
import { assign } from './assign.ts';
import { writeTicket } from './open-ticket.ts';
import { findResponse, responseRows, responsesOf } from './responses.ts';
import { setPriority } from './set-priority.ts';
import { setStatus } from './set-status.ts';
import { ticketPageOf } from './ticket-lists.ts';
import { findTicket, findTicketFor, ticketRows } from './rows.ts';

export async function open(
  ctx: SignedIn,
  input: ParsedInputOf<typeof openTicket>,
): Promise<OutputOf<typeof openTicket>> {
  // A key that comes again must not make another id, so the key is the id of a ticket that brought none.
  const { attachments = [], file_ids = [], ...texts } = input;
  const files = await storeFormFiles(ctx.means, checkedCount(attachments, file_ids));
  const args = { ...texts, id: input.id ?? ctx.key ?? uuidv7(ctx.means.now()), order_id: input.order_id ?? null };
  const intent = { key: ctx.key, kind: 'ticket.open', args: withFiles(args, file_ids, files) };
  const outcome = await once(ctx, intent, async (work) => {
    const id = input.id ?? (await freeId(work, findTicket, args.id));
    return writeTicket(work, { ...args, id, file_ids: [...file_ids, ...(await files.insert(work))] });
  });
  return { code: 'SUCCESS', ticket: await fullTicket(ctx, touchedId(orRefuse(outcome), 'tickets')) };
}

export async function reply(
  ctx: SignedIn,
  input: ParsedInputOf<typeof replyToTicket>,
): Promise<OutputOf<typeof replyToTicket>> {
  const id = input.response_id ?? ctx.key ?? uuidv7(ctx.means.now());
  const { attachments = [], file_ids = [] } = input;
  const files = await storeFormFiles(ctx.means, checkedCount(attachments, file_ids));
  const args = { id, ticket_id: input.id.toLowerCase(), content: input.content };
  const intent = { key: ctx.key, kind: 'ticket.reply', args: withFiles(args, file_ids, files) };
  const outcome = await once(ctx, intent, async (work) => {
    const responseId = input.response_id ?? (await freeId(work, findResponse, id));
    return writeReply(work, { ...args, id: responseId, file_ids: [...file_ids, ...(await files.insert(work))] });
  });
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
  return {
    code: 'SUCCESS',
    data: await ticketRows(ctx.means.reader, rows, ctx.person),
    ...pageMeta(ctx.url, input, total),
  };
}

/** The arguments as their key remembers them: those of a request without files are the same as before there were any. */
const withFiles = (args: object, fileIds: readonly string[], { digests }: FormFiles): object => ({
  ...args,
  ...(fileIds.length > 0 && { file_ids: fileIds }),
  ...(digests.length > 0 && { files: digests }),
});

/** The files of a form, when they are not too many together with those that were uploaded before. */
function checkedCount(attachments: readonly CheckedFile[], fileIds: readonly string[]): readonly CheckedFile[] {
  if (attachments.length + fileIds.length <= attachmentsMax) return attachments;
  throw new Refusal('INVALID_FIELDS', { attachments: [`max:${attachmentsMax}`] });
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
  const { reader } = ctx.means;
  const [row] = await ticketRows(reader, [ticket], ctx.person);
  return {
    ...row!,
    title: ticket.subject,
    user: { id: ticket.user_id, name: ticket.user_name, email: ticket.user_email },
    responses: await responseRows(reader, await responsesOf(reader, [ticket.id]), ctx.person),
  };
}
