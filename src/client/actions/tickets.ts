import type { Attachment } from '../../contract/files.ts';
import { defaultTicketPriority, newTicketStatus, statusAfterReply } from '../../contract/ticket-rules.ts';
import type { ResponseRow, TicketRow } from '../../contract/tickets.ts';
import type { Action, ActionContext, Effect } from './action.ts';

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
  effects: ({ id, ticket_id, content, file_ids = [] }, context) => {
    const { name, role } = context.by;
    const response: ResponseRow = {
      id,
      ticket_id,
      content,
      type: role,
      author_name: name,
      attachments: unsentFiles(file_ids),
      created_at: isoTimeOf(context),
      rev: 0,
    };
    return [
      { table: 'responses', key: id, createsRow: true, apply: (row) => row ?? { ...response } },
      onTicket(ticket_id, (ticket) => withReply(ticket, context)),
    ];
  },
};

export const setTicketStatusAction: Action<'ticket.status'> = {
  kind: 'ticket.status',
  v: 1,
  lane: ({ ticket_id }) => ticket_id,
  effects: ({ ticket_id, to }) => [onTicket(ticket_id, (ticket) => ({ ...ticket, status: to }))],
  // The server compares `from` with its own value, so the value before the first change is kept.
  merge: (unsent, next) => ({ ...next, from: unsent.from }),
};

export const setTicketPriority: Action<'ticket.priority'> = {
  kind: 'ticket.priority',
  v: 1,
  lane: ({ ticket_id }) => ticket_id,
  effects: ({ ticket_id, to }) => [onTicket(ticket_id, (ticket) => ({ ...ticket, priority: to }))],
  merge: (unsent, next) => ({ ...next, from: unsent.from }),
};

export const assignTicket: Action<'ticket.assign'> = {
  kind: 'ticket.assign',
  v: 1,
  lane: ({ ticket_id }) => ticket_id,
  effects: ({ ticket_id, to }) => [onTicket(ticket_id, (ticket) => ({ ...ticket, assignee_id: to }))],
  merge: (unsent, next) => ({ ...next, from: unsent.from }),
};

/** Attachments that are not uploaded yet; their names, types and contents are in `blobs`. */
const unsentFiles = (ids: readonly string[]): Attachment[] => ids.map((id) => ({ id, name: '', type: '', size: 0 }));

const onTicket = (key: string, change: (ticket: TicketRow) => TicketRow): Effect => ({
  table: 'tickets',
  key,
  apply: (row) => row && { ...change(row as unknown as TicketRow) },
});

function withReply(ticket: TicketRow, context: ActionContext): TicketRow {
  const { role } = context.by;
  return {
    ...ticket,
    status: statusAfterReply(ticket.status, role),
    last_response_by: role,
    last_response_at: isoTimeOf(context),
    responses_count: ticket.responses_count + 1,
  };
}

const isoTimeOf = ({ createdAt }: ActionContext): string => new Date(createdAt).toISOString();
