import { sql, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { MutationArgs } from '../../../contract/mutations.ts';
import { searchText } from '../../../contract/search.ts';
import { defaultTicketPriority, newTicketStatus } from '../../../contract/ticket-rules.ts';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import { allow, type Allowed } from '../../platform/base/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Tickets } from '../../platform/database/schema-tickets.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/changes/feed.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import { attachmentsOf } from './attachments.ts';
import { maySeeTicket, seesInternals, type Viewer } from './policy.ts';
import { can, roleIdsWith } from '../../../contract/permissions.ts';

/** A row of the tickets table, possibly deleted. */
export type TicketRecord = Selectable<Tickets> & { status: TicketStatus };

/** A ticket by UUID or number. */
export async function findTicket(db: Kysely<Database>, ref: string): Promise<TicketRecord | undefined> {
  const ticket = await db.selectFrom('tickets').selectAll().where(hasReference(ref)).executeTakeFirst();
  return ticket as TicketRecord | undefined; // a CHECK constraint restricts the status
}

/**
 * A ticket that this user may see; throws NOT_FOUND for every other. The condition is part of the query, so that the
 * refusal of another user's ticket takes as long as that of a missing ticket.
 */
export async function findTicketFor(db: Kysely<Database>, ref: string, viewer: Viewer): Promise<Allowed<TicketRecord>> {
  const ticket = await db
    .selectFrom('tickets')
    .selectAll()
    .where(hasReference(ref))
    .where(isVisibleTo(viewer))
    .executeTakeFirst();
  return allow(ticket as TicketRecord | undefined, maySeeTicket(viewer));
}

/**
 * Returns the current row of a ticket, locked until the end of the transaction and with its revision raised. Throws
 * NOT_FOUND, and GONE when the ticket was deleted. Does not change another user's ticket or wait for its lock.
 */
export async function lockTicket(
  tx: Transaction<Database>,
  ref: string,
  viewer: Viewer,
): Promise<Allowed<TicketRecord>> {
  const locked = await tx
    .updateTable('tickets')
    .set((ticket) => ({ rev: ticket('rev', '+', 1) }))
    .where(hasReference(ref))
    .where(isVisibleTo(viewer))
    .returningAll()
    .executeTakeFirst();
  const ticket = allow(locked as TicketRecord | undefined, maySeeTicket(viewer));
  if (ticket.deleted_at !== null) throw new Refusal('GONE');
  return ticket;
}

/** Changes a locked ticket; the lock has already raised its revision. */
export async function updateTicket(
  transaction: TransactionContext,
  ticket: Allowed<TicketRecord>,
  changes: Updateable<Tickets>,
): Promise<TicketRecord> {
  const changed = await transaction.tx
    .updateTable('tickets')
    .set({ updated_at: transaction.now, ...changes })
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return changed as TicketRecord;
}

/** Inserts a ticket of the acting user. Throws IN_PROGRESS while the same id is being inserted. */
export async function insertTicket(
  transaction: TransactionContext,
  ticketInput: MutationArgs<'ticket.open'> & { number: number },
): Promise<TicketRecord> {
  const { id, number, subject, content, type, priority, order_id } = ticketInput;
  const { id: userId, name, email } = transaction.person;
  const ticket = await transaction.tx
    .insertInto('tickets')
    .values({
      id,
      number,
      user_id: userId,
      user_name: name,
      user_email: email,
      subject,
      content,
      type,
      priority: priority ?? defaultTicketPriority,
      status: newTicketStatus,
      order_id,
      last_response_by: null,
      last_response_at: null,
      status_by: null,
      status_at: null,
      priority_by: null,
      priority_at: null,
      assignee_id: null,
      assignee_by: null,
      assignee_at: null,
      snoozed_until: null,
      snoozed_by: null,
      snoozed_at: null,
      merged_into_id: null,
      status_before_merge: null,
      search_text: searchText([number, id, subject, content, name, email]),
      created_at: transaction.now,
      updated_at: transaction.now,
      deleted_at: null,
      rev: 1,
      responses_count: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!ticket) throw new Refusal('IN_PROGRESS');
  return ticket as TicketRecord;
}

export async function ownsOrder(db: Kysely<Database>, userId: number, orderId: number): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return order !== undefined;
}

/** Announces a ticket to its owner's devices and those of support; an internal change to those of support alone. */
export async function announceTicket(
  tx: Transaction<Database>,
  ticket: TicketRecord,
  isInternal = false,
): Promise<void> {
  const owner = isInternal ? [] : [`u:${ticket.user_id}`];
  await announce(tx, [{ scopes: [...owner, 'support'], entity: 'tickets', key: ticket.id, rev: ticket.rev }]);
}

/** Tickets as this user may see them. */
export async function ticketRows(
  db: Kysely<Database>,
  tickets: readonly TicketRecord[],
  viewer: Pick<Viewer, 'role'>,
): Promise<TicketRow[]> {
  const attachments = await attachmentsOf(
    db,
    tickets.map(({ id }) => id),
  );
  return tickets.map((ticket) => ({ ...toTicketRow(ticket, viewer), attachments: attachments.get(ticket.id) ?? [] }));
}

/** `maySeeTicket` as a condition of a query. */
const isVisibleTo = ({ id, role }: Viewer) =>
  can(role, 'tickets.work') ? sql<boolean>`1 = 1` : sql<boolean>`tickets.user_id = ${id}`;

const hasReference = (ref: string) =>
  /^\d+$/.test(ref) ? sql<boolean>`tickets.number = ${Number(ref)}` : sql<boolean>`tickets.id = ${ref.toLowerCase()}`;

/** The ids of the active users who work on tickets: they are notified of customers' tickets and can be assigned to them. */
export async function supportIds(db: Kysely<Database>): Promise<number[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', 'in', roleIdsWith('tickets.work'))
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  return admins.map(({ id }) => id);
}

/**
 * Changes what only support sees of a locked ticket: customers get no change, and the ticket keeps the time of its last
 * change.
 */
export async function updateInternals(
  transaction: TransactionContext,
  ticket: Allowed<TicketRecord>,
  changes: Updateable<Tickets>,
): Promise<void> {
  const changed = await updateTicket(transaction, ticket, { ...changes, updated_at: ticket.updated_at });
  await announceTicket(transaction.tx, changed, true);
}

/** The tags of a ticket, as they were written. */
export const tagsOf = ({ tags }: Pick<TicketRecord, 'tags'>): string[] => JSON.parse(tags) as string[];

const internalsOf = (ticket: TicketRecord): Pick<TicketRow, 'tags' | 'snoozed_until'> => ({
  ...(ticket.tags !== '[]' && { tags: tagsOf(ticket) }),
  ...(ticket.snoozed_until !== null && { snoozed_until: toIsoTime(ticket.snoozed_until) }),
});

/** Converts a ticket; customers do not learn who works on it. */
const toTicketRow = (ticket: TicketRecord, viewer: Pick<Viewer, 'role'>): Omit<TicketRow, 'attachments'> => ({
  id: ticket.id,
  number: ticket.number,
  user_id: ticket.user_id,
  user_name: ticket.user_name,
  user_email: ticket.user_email,
  subject: ticket.subject,
  content: ticket.content,
  type: ticket.type as TicketRow['type'], // restricted by a CHECK constraint
  priority: ticket.priority as TicketRow['priority'],
  status: ticket.status,
  order_id: ticket.order_id,
  assignee_id: can(viewer.role, 'tickets.work') ? ticket.assignee_id : null,
  ...(seesInternals(viewer) && internalsOf(ticket)),
  ...(ticket.merged_into_id !== null && { merged_into_id: ticket.merged_into_id }),
  responses_count: ticket.responses_count,
  last_response_by: ticket.last_response_by as TicketRow['last_response_by'],
  last_response_at: toIsoTimeOrNull(ticket.last_response_at),
  created_at: toIsoTime(ticket.created_at),
  updated_at: toIsoTime(ticket.updated_at),
  rev: ticket.rev,
});
