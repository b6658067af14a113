import * as z from 'zod/mini';
import { flatPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Flag, Id, IsoTime, text, TicketRef, Uuid } from './fields.ts';
import { ListInQuery, cursorPaging, sorting } from './query-fields.ts';
import { Attachment, UploadedFile } from './files.ts';
import { adminTicketPageSize, attachmentsMax, contentMax, subjectMax, tagMax } from './limits.ts';
import { ticketSorts } from './sorts.ts';
import { storedTicketStatus, ticketPriorities, ticketSides, ticketStatuses, ticketTypes } from './ticket-rules.ts';

export const TicketType = z.enum(ticketTypes, { error: 'required' });
export type TicketType = z.infer<typeof TicketType>;

export const TicketStatus = z.enum(ticketStatuses, { error: 'invalid' });
export type TicketStatus = z.infer<typeof TicketStatus>;

/** An accepted status of a ticket: `waiting` is an older name of `pending` (C-25). */
export const TicketStatusInput = z.pipe(
  z.enum([...ticketStatuses, 'waiting'], { error: 'invalid' }),
  z.transform(storedTicketStatus<TicketStatus>),
);

/** A tag. Two that differ only in case are the same; lists of filters separate them by commas. */
export const TicketTag = text(tagMax).check(z.refine((tag) => !tag.includes(','), { error: 'invalid' }));

export const TicketPriority = z.enum(ticketPriorities, { error: 'invalid' });
export type TicketPriority = z.infer<typeof TicketPriority>;
/** An accepted priority; a ticket without one gets medium priority. */
export const TicketPriorityInput = z.nullish(TicketPriority);
/** Files that were uploaded before (`POST api/files`), by their ids. */
export const FileIds = z
  .array(Uuid, { error: 'invalid' })
  .check(z.maxLength(attachmentsMax, { error: `max:${attachmentsMax}` }));
/** Files of the form itself. */
const Files = z.optional(z.array(UploadedFile).check(z.maxLength(attachmentsMax, { error: `max:${attachmentsMax}` })));

/** `title` has the same value as `subject` (S3-14). */
export const ticketAliases = { title: 'subject' } as const;

/** The side of a ticket on which a response was written: the customer (`user`) or support (`admin`). */
const TicketSide = z.enum(ticketSides);

/** A ticket as its owner's and the admins' devices store it; its key is the device's UUID forever (D-1). */
export const TicketRow = z.object({
  id: z.string(),
  /** The number shown to users (#1042); null until the server has answered. */
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
  /** The admin who works on the ticket; null for none, and always for a customer. */
  assignee_id: z.nullable(z.number()),
  /** Sorted; missing for none, and always for a customer. */
  tags: z.optional(z.array(z.string())),
  /** Before this time the ticket does not wait for support; missing for none, and always for a customer. */
  snoozed_until: z.optional(z.nullable(IsoTime)),
  /** The ticket into which this one is merged: its conversation shows the messages of this one. Missing for none. */
  merged_into_id: z.optional(z.nullable(z.string())),
  responses_count: z.number(),
  /** Side of the author and time of the last response; they show who has to reply. */
  last_response_by: z.nullable(TicketSide),
  last_response_at: z.nullable(IsoTime),
  /** Files sent with the ticket itself. */
  attachments: z.array(Attachment),
  created_at: IsoTime,
  updated_at: IsoTime,
  rev: z.number(),
});
export type TicketRow = z.infer<typeof TicketRow>;

/** One response; `type` is the side of its author, taken from the session and never from the body. */
export const ResponseRow = z.object({
  id: z.string(),
  ticket_id: z.string(),
  content: z.string(),
  type: TicketSide,
  author_name: z.string(),
  /** An internal note, for support only: customers do not receive it. Missing: false. */
  is_internal: z.optional(z.boolean()),
  attachments: z.array(Attachment),
  created_at: IsoTime,
  rev: z.number(),
});
export type ResponseRow = z.infer<typeof ResponseRow>;

export const Ticket = z.object({
  ...TicketRow.shape,
  /** Alias of `subject`. */
  title: z.string(),
  user: z.object({ id: z.number(), name: z.string(), email: z.string() }),
  /** The tickets that are merged into this one; missing for none. */
  merged: z.optional(z.array(TicketRow)),
  /** The responses to this ticket and to those merged into it, oldest first. */
  responses: z.array(ResponseRow),
});
export type Ticket = z.infer<typeof Ticket>;

export const OpenTicketInput = z.object({
  /** The id made on the device; the server makes one when it is missing. */
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

const ReplyInput = z.object({
  id: TicketRef,
  response_id: z.optional(Uuid),
  content: text(contentMax),
  /** Adds an internal note instead of a reply. */
  is_internal: z.optional(Flag),
  file_ids: z.optional(FileIds),
  attachments: Files,
});

/**
 * At least one of status, priority and assignee. `from`, `from_priority` and `from_assignee_id` are the values that the
 * admin saw: refuses with CONFLICT when the ticket has another one.
 */
const SetTicketStatusInput = z.object({
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

/** `admin=true` lists the tickets of all customers, for admins only; it has no effect for customers (S6-07). */
export const listTickets = endpoint({
  name: 'listTickets',
  method: 'GET',
  path: '/api/tickets',
  audience: 'signedIn',
  input: z.object({
    ...cursorPaging(adminTicketPageSize),
    status: z.optional(ListInQuery),
    type: z.optional(ListInQuery),
    priority: z.optional(ListInQuery),
    /** Ids of admins, and `none` for tickets without an admin; for admins only. */
    assignee: z.optional(ListInQuery),
    /** For admins only. */
    tag: z.optional(ListInQuery),
    /** Ids of customers; for admins only. */
    user: z.optional(ListInQuery),
    /** `us`, `customer`: tickets that wait for support, for the customer; sorted by `waiting` unless `sort` is given. */
    waiting: z.optional(ListInQuery),
    ...sorting(ticketSorts),
    admin: z.optional(z.string()),
  }),
  output: flatPage(TicketRow),
});

/** The ticket with its responses in the order they were written (C-02). */
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
  audience: 'tickets.work',
  key: 'optional',
  input: SetTicketStatusInput,
  output: success({ ticket: Ticket }),
});

/**
 * A customer's reply reopens a resolved or closed ticket; an admin's reply sets a new ticket to in_progress (C-27). An
 * internal note changes neither the status nor whose turn it is.
 */
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
