import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Id, IsoTime, TicketRef } from './fields.ts';
import { ListInQuery, TimeInQuery } from './query-fields.ts';
import { pageSizeMax } from './limits.ts';

/** One row of the audit log: who changed what and when, with the values before and after; never a secret. */
export const AuditEntry = z.object({
  id: z.number(),
  /** `order.status` … */
  action: z.string(),
  /** The kind of record: `orders`, `tickets` … */
  entity: z.string(),
  entity_key: z.string(),
  /** What users call the record: a name, a title, or the number of a ticket; null where it has only its key. */
  entity_name: z.nullable(z.string()),
  /** null for a change without a signed-in user, such as a registration. */
  actor_id: z.nullable(z.number()),
  actor_name: z.nullable(z.string()),
  created_at: IsoTime,
  fields: z.array(z.object({ field: z.string(), old_value: z.unknown(), new_value: z.unknown() })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A page of the log: the rows below (older than) the row `below`, newest first. `next` is the next `below`, or null. */
const auditPage = success({ entries: z.array(AuditEntry), next: z.nullable(z.number()) });

const paging = {
  below: z.optional(Id),
  per_page: z._default(
    z.catch(
      z.pipe(
        Id,
        z.transform((size) => Math.min(size, pageSizeMax)),
      ),
      50,
    ),
    50,
  ),
};

/** The audit log. Rows about other admins' accounts, balances and sessions are only for root (D-20). */
export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  audience: 'audit.read',
  input: z.object({
    /** Ids of the users who acted. */
    user: z.optional(ListInQuery),
    entity: z.optional(ListInQuery),
    /** The key of one record; together with its `entity`. */
    key: z.optional(z.string().check(z.maxLength(64))),
    action: z.optional(ListInQuery),
    from: TimeInQuery,
    to: TimeInQuery,
    ...paging,
  }),
  output: auditPage,
});

/** The rows of the audit log about one ticket. */
export const listTicketActivity = endpoint({
  name: 'listTicketActivity',
  method: 'GET',
  path: '/api/tickets/:id/activity',
  audience: 'tickets.work',
  input: z.object({ id: TicketRef, ...paging }),
  output: auditPage,
});
