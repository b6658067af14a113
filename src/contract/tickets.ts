import * as z from 'zod/mini';
import { flatPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Id, ListInQuery, paging, text, TicketRef, Uuid, When } from './fields.ts';
import { Attachment, UploadedFile } from './files.ts';
import { adminTicketPageSize, attachmentsMax, contentMax, subjectMax } from './limits.ts';
import { RoleName } from './people.ts';

export const ticketTypes = ['general', 'order', 'technical', 'billing'] as const;
export const TicketType = z.enum(ticketTypes, { error: 'required' });
export type TicketType = z.infer<typeof TicketType>;

export const ticketStatuses = ['new', 'open', 'in_progress', 'pending', 'resolved', 'closed'] as const;
export const TicketStatus = z.enum(ticketStatuses, { error: 'invalid' });
export type TicketStatus = z.infer<typeof TicketStatus>;

/** A ticket's status as it may come in: `waiting` is an older name of `pending` (C-25). */
export const TicketStatusInput = z.pipe(
  z.enum([...ticketStatuses, 'waiting'], { error: 'invalid' }),
  z.transform((status) => (status === 'waiting' ? 'pending' : status)),
);

/** Statuses a customer's reply reopens (D-10). */
export const endedStatuses: readonly TicketStatus[] = ['resolved', 'closed'];

export const ticketPriorities = ['low', 'medium', 'high'] as const;
export const TicketPriority = z.enum(ticketPriorities, { error: 'invalid' });
export type TicketPriority = z.infer<typeof TicketPriority>;
/** A priority as it may come in; a ticket that brings none is of medium priority. */
export const TicketPriorityInput = z.nullish(TicketPriority);
/** Files that were uploaded before (`POST api/files`), by their ids. */
export const FileIds = z
  .array(Uuid, { error: 'invalid' })
  .check(z.maxLength(attachmentsMax, { error: `max:${attachmentsMax}` }));
/** Files of the form itself. */
const Files = z.optional(z.array(UploadedFile).check(z.maxLength(attachmentsMax, { error: `max:${attachmentsMax}` })));

/** `title` is the subject, too (S3-14). */
export const ticketAliases = { title: 'subject' } as const;

/** A ticket as its owner's and the admins' devices keep it; keyed by the device's UUID for ever (D-1). */
export const TicketRow = z.object({
  id: z.string(),
  /** The human number (#1042); null until the server has answered. */
  number: z.nullable(z.number()),
  user_id: z.number(),
  user_name: z.string(),
  user_email: z.string(),
  subject: z.string(),
  content: z.string(),
  type: TicketType,
  priority: TicketPriority,
  status: TicketStatus,
  order_id: z.nullable(z.number()),
  /** The admin who works on it; null for nobody, and always for a customer. */
  assignee_id: z.nullable(z.number()),
  responses_count: z.number(),
  /** Who wrote last, and when: "waits for us" or "waits for the customer". */
  last_response_by: z.nullable(RoleName),
  last_response_at: z.nullable(When),
  /** Files sent with the ticket itself. */
  attachments: z.array(Attachment),
  created_at: When,
  updated_at: When,
  rev: z.number(),
});
export type TicketRow = z.infer<typeof TicketRow>;

/** One response; `type` says which side wrote it and comes from the session, never from the body. */
export const ResponseRow = z.object({
  id: z.string(),
  ticket_id: z.string(),
  content: z.string(),
  type: RoleName,
  author_name: z.string(),
  attachments: z.array(Attachment),
  created_at: When,
  rev: z.number(),
});
export type ResponseRow = z.infer<typeof ResponseRow>;

export const Ticket = z.object({
  ...TicketRow.shape,
  /** Alias of `subject`. */
  title: z.string(),
  user: z.object({ id: z.number(), name: z.string(), email: z.string() }),
  responses: z.array(ResponseRow),
});
export type Ticket = z.infer<typeof Ticket>;

export const OpenTicketInput = z.object({
  /** Made on the device; the server makes one when it is missing. */
  id: z.optional(Uuid),
  subject: text(subjectMax),
  type: TicketType,
  content: text(contentMax),
  priority: TicketPriorityInput,
  order_id: z.nullish(Id),
  file_ids: z.optional(FileIds),
  attachments: Files,
});
export type OpenTicketInput = z.input<typeof OpenTicketInput>;

export const ReplyInput = z.object({
  id: TicketRef,
  response_id: z.optional(Uuid),
  content: text(contentMax),
  file_ids: z.optional(FileIds),
  attachments: Files,
});

/**
 * At least one of status, priority and assignee. `from`, `from_priority` and `from_assignee_id` are what the change was
 * based on: when the server has moved on, the answer is CONFLICT.
 */
export const SetTicketStatusInput = z.object({
  id: TicketRef,
  status: z.optional(TicketStatusInput),
  from: z.optional(TicketStatusInput),
  priority: z.optional(TicketPriority),
  from_priority: z.optional(TicketPriority),
  assignee_id: z.optional(z.nullable(Id)),
  from_assignee_id: z.optional(z.nullable(Id)),
});

export const openTicket = endpoint({
  name: 'openTicket',
  method: 'POST',
  path: '/api/tickets',
  audience: 'signedIn',
  key: 'optional',
  multipart: true,
  aliases: ticketAliases,
  input: OpenTicketInput,
  output: success({ ticket: Ticket }),
});

/** `admin=true` lists everybody's tickets, for admins only; from a customer it changes nothing (S6-07). */
export const listTickets = endpoint({
  name: 'listTickets',
  method: 'GET',
  path: '/api/tickets',
  audience: 'signedIn',
  input: z.object({
    ...paging(adminTicketPageSize),
    status: z.optional(ListInQuery),
    type: z.optional(ListInQuery),
    priority: z.optional(ListInQuery),
    /** Ids of admins, and `none` for tickets that nobody works on; for admins only. */
    assignee: z.optional(ListInQuery),
    admin: z.optional(z.string()),
  }),
  output: flatPage(TicketRow),
});

/** The bare ticket, with its responses in the order they were written (C-02). */
export const readTicket = endpoint({
  name: 'readTicket',
  method: 'GET',
  path: '/api/tickets/:id',
  audience: 'signedIn',
  input: z.object({ id: TicketRef }),
  output: Ticket,
});

export const setTicketStatus = endpoint({
  name: 'setTicketStatus',
  method: 'POST',
  path: '/api/tickets/:id',
  audience: 'admin',
  key: 'optional',
  input: SetTicketStatusInput,
  output: success({ ticket: Ticket }),
});

/** A customer's reply to a resolved or closed ticket reopens it; an admin's to a new one sets in_progress (C-27). */
export const replyToTicket = endpoint({
  name: 'replyToTicket',
  method: 'POST',
  path: '/api/tickets/:id/response',
  audience: 'signedIn',
  key: 'optional',
  multipart: true,
  input: ReplyInput,
  output: success({ response: ResponseRow, ticket: Ticket }),
});
