import type { Attachment } from '../../contract/files.ts';
import type { ResponseRow, TicketRow } from '../../contract/tickets.ts';
import type { Action, Doing, Effect } from './action.ts';

export const openTicket: Action<'ticket.open'> = {
  kind: 'ticket.open',
  v: 2,
  opensLane: true,
  lane: ({ id }) => id,
  files: ({ file_ids = [] }) => file_ids,
  effects: ({ file_ids = [], ...args }, doing) => {
    const at = moment(doing);
    const opened: TicketRow = {
      ...args,
      number: null,
      user_id: doing.by.id,
      user_name: doing.by.name,
      user_email: doing.by.email,
      priority: args.priority ?? 'medium',
      status: 'new',
      assignee_id: null,
      responses_count: 0,
      last_response_by: null,
      last_response_at: null,
      attachments: unsentFiles(file_ids),
      created_at: at,
      updated_at: at,
      rev: 0,
    };
    return [{ table: 'tickets', key: args.id, makes: true, fold: (row) => row ?? { ...opened } }];
  },
};

export const replyToTicket: Action<'ticket.reply'> = {
  kind: 'ticket.reply',
  v: 2,
  lane: ({ ticket_id }) => ticket_id,
  files: ({ file_ids = [] }) => file_ids,
  effects: ({ id, ticket_id, content, file_ids = [] }, doing) => {
    const { name, role } = doing.by;
    const written: ResponseRow = {
      id,
      ticket_id,
      content,
      type: role,
      author_name: name,
      attachments: unsentFiles(file_ids),
      created_at: moment(doing),
      rev: 0,
    };
    return [
      { table: 'responses', key: id, makes: true, fold: (row) => row ?? { ...written } },
      onTicket(ticket_id, (ticket) => answered(ticket, doing)),
    ];
  },
};

export const setTicketStatus: Action<'ticket.status'> = {
  kind: 'ticket.status',
  v: 1,
  lane: ({ ticket_id }) => ticket_id,
  effects: ({ ticket_id, to }) => [onTicket(ticket_id, (ticket) => ({ ...ticket, status: to }))],
  // The server compares with `from`, so the first one stays: what the person saw when the change began.
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

/** Name, type and content of a file that the server does not have yet are in `blobs`. */
const unsentFiles = (ids: readonly string[]): Attachment[] => ids.map((id) => ({ id, name: '', type: '', size: 0 }));

const onTicket = (key: string, change: (ticket: TicketRow) => TicketRow): Effect => ({
  table: 'tickets',
  key,
  fold: (row) => row && { ...change(row as unknown as TicketRow) },
});

/** A customer's reply reopens an ended ticket, an admin's takes up a new one (C-27). */
function answered(ticket: TicketRow, doing: Doing): TicketRow {
  const { role } = doing.by;
  const reply = {
    last_response_by: role,
    last_response_at: moment(doing),
    responses_count: ticket.responses_count + 1,
  };
  if (role === 'admin') return { ...ticket, ...reply, status: ticket.status === 'new' ? 'in_progress' : ticket.status };
  const ended = ticket.status === 'resolved' || ticket.status === 'closed';
  return { ...ticket, ...reply, status: ended ? 'open' : ticket.status };
}

const moment = ({ createdAt }: Doing): string => new Date(createdAt).toISOString();
