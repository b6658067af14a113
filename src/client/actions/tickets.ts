import { tagsMax } from '../../contract/limits.ts';
import type { MutationArgs } from '../../contract/mutations.ts';
import {
  defaultTicketPriority,
  newTicketStatus,
  sideOf,
  statusAfterReply,
  tagsAfter,
} from '../../contract/ticket-rules.ts';
import type { ResponseRow, TicketRow } from '../../contract/tickets.ts';
import { isoTimeOf, unsentFiles, type Action, type ActionContext, type Effect } from './action.ts';
import { setsField } from './set-field.ts';

export const openTicketAction: Action<'ticket.open'> = {
  kind: 'ticket.open',
  v: 2,
  createsRecord: true,
  lane: ({ id }) => id,
  files: ({ file_ids = [] }) => file_ids,
  effects: ({ file_ids = [], ...args }, context) => {
    const at = isoTimeOf(context);
    const ticket: TicketRow = {
      ...args,
      number: null,
      user_id: context.by.id,
      user_name: context.by.name,
      user_email: context.by.email,
      priority: args.priority ?? defaultTicketPriority,
      status: newTicketStatus,
      assignee_id: null,
      responses_count: 0,
      last_response_by: null,
      last_response_at: null,
      attachments: unsentFiles(file_ids),
      created_at: at,
      updated_at: at,
      rev: 0,
    };
    return [{ table: 'tickets', key: args.id, createsRow: true, apply: (row) => row ?? { ...ticket } }];
  },
};

export const replyToTicketAction: Action<'ticket.reply'> = {
  kind: 'ticket.reply',
  v: 2,
  lane: ({ ticket_id }) => ticket_id,
  files: ({ file_ids = [] }) => file_ids,
  effects: (args, context) => [
    responseEffect(args, context, { type: sideOf(context.by.role) }),
    onTicket(args.ticket_id, (ticket) => withReply(ticket, context)),
  ],
};

/** An internal note changes nothing of the ticket. */
export const addNote: Action<'ticket.note'> = {
  kind: 'ticket.note',
  v: 1,
  lane: ({ ticket_id }) => ticket_id,
  files: ({ file_ids = [] }) => file_ids,
  effects: (args, context) => [responseEffect(args, context, { type: 'admin', is_internal: true })],
};

const ofTicket = { table: 'tickets', idArg: 'ticket_id', valueArg: 'to' } as const;

export const setTicketStatusAction = setsField('ticket.status', { ...ofTicket, field: 'status' });
export const setTicketPriority = setsField('ticket.priority', { ...ofTicket, field: 'priority' });
export const assignTicket = setsField('ticket.assign', { ...ofTicket, field: 'assignee_id' });
export const snoozeTicket = setsField('ticket.snooze', { ...ofTicket, field: 'snoozed_until' });

function responseEffect(
  { id, ticket_id, content, file_ids = [] }: MutationArgs<'ticket.reply'>,
  context: ActionContext,
  look: Pick<ResponseRow, 'type' | 'is_internal'>,
): Effect {
  const response: ResponseRow = {
    id,
    ticket_id,
    content,
    ...look,
    author_name: context.by.name,
    attachments: unsentFiles(file_ids),
    created_at: isoTimeOf(context),
    rev: 0,
  };
  return { table: 'responses', key: id, createsRow: true, apply: (row) => row ?? { ...response } };
}

/** Adds and removes tags; changes of several people are merged. */
export const changeTicketTags: Action<'ticket.tags'> = {
  kind: 'ticket.tags',
  v: 1,
  lane: ({ ticket_id }) => ticket_id,
  effects: ({ ticket_id, ...change }) => [
    onTicket(ticket_id, (ticket) => ({ ...ticket, tags: tagsAfter(ticket.tags ?? [], change) })),
  ],
  // The later change counts for a tag that both name.
  merge: (unsent, next) => {
    const add = tagsAfter(unsent.add, next);
    const remove = tagsAfter(unsent.remove, { add: next.remove, remove: next.add });
    return add.length > tagsMax || remove.length > tagsMax ? null : { ...next, add, remove };
  },
};

/** The status that the ticket had before its merge is known to the server alone. */
export const mergeTicket: Action<'ticket.merge'> = {
  kind: 'ticket.merge',
  v: 1,
  lane: ({ ticket_id }) => ticket_id,
  effects: ({ ticket_id, into_id }) => [
    onTicket(ticket_id, (ticket) => ({ ...ticket, status: 'closed', merged_into_id: into_id })),
  ],
};

export const unmergeTicket: Action<'ticket.unmerge'> = {
  kind: 'ticket.unmerge',
  v: 1,
  lane: ({ ticket_id }) => ticket_id,
  effects: ({ ticket_id }) => [onTicket(ticket_id, (ticket) => ({ ...ticket, merged_into_id: null }))],
};

const onTicket = (key: string, change: (ticket: TicketRow) => TicketRow): Effect => ({
  table: 'tickets',
  key,
  apply: (row) => row && { ...change(row as unknown as TicketRow) },
});

function withReply(ticket: TicketRow, context: ActionContext): TicketRow {
  const side = sideOf(context.by.role);
  return {
    ...ticket,
    status: ticket.merged_into_id ? ticket.status : statusAfterReply(ticket.status, side),
    last_response_by: side,
    last_response_at: isoTimeOf(context),
    responses_count: ticket.responses_count + 1,
  };
}
