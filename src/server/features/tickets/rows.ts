import { sql, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { MutationArgs } from '../../../contract/mutations.ts';
import { searchText } from '../../../contract/search.ts';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import { allow, type Allowed } from '../../platform/allowed.ts';
import type { Database, Tickets } from '../../platform/database/schema.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/feed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toWhen, toWhenOrNull } from '../../platform/when.ts';
import { attachmentsOf } from './attachments.ts';
import { maySeeTicket, type Viewer } from './policy.ts';

/** A ticket of the database, also a deleted one. */
export type TicketRecord = Selectable<Tickets> & { status: TicketStatus };

/** The ticket of a UUID or of a human number. */
export async function findTicket(db: Kysely<Database>, ref: string): Promise<TicketRecord | undefined> {
  const ticket = await db.selectFrom('tickets').selectAll().where(named(ref)).executeTakeFirst();
  return ticket as TicketRecord | undefined; // the status is CHECKed when written
}

/**
 * The same when this person may see it. Somebody else's ticket is not even found, so that it takes as long to refuse it
 * as one that nobody has.
 */
export async function findTicketFor(db: Kysely<Database>, ref: string, viewer: Viewer): Promise<Allowed<TicketRecord>> {
  const ticket = await db.selectFrom('tickets').selectAll().where(named(ref)).where(seenBy(viewer)).executeTakeFirst();
  return allow(ticket as TicketRecord | undefined, maySeeTicket(viewer));
}

/**
 * The ticket as it is now, held to the end of the transaction and one version up: whoever writes decides on what is
 * true. Refuses with NOT_FOUND, and with GONE when it was deleted. Somebody else's ticket is neither touched nor waited
 * for.
 */
export async function lockTicket(
  tx: Transaction<Database>,
  ref: string,
  viewer: Viewer,
): Promise<Allowed<TicketRecord>> {
  const locked = await tx
    .updateTable('tickets')
    .set((ticket) => ({ rev: ticket('rev', '+', 1) }))
    .where(named(ref))
    .where(seenBy(viewer))
    .returningAll()
    .executeTakeFirst();
  const ticket = allow(locked as TicketRecord | undefined, maySeeTicket(viewer));
  if (ticket.deleted_at !== null) throw new Refusal('GONE');
  return ticket;
}

/** Changes a locked ticket; its version went up with the lock. */
export async function updateTicket(
  work: Work,
  ticket: Allowed<TicketRecord>,
  changes: Updateable<Tickets>,
): Promise<TicketRecord> {
  const changed = await work.tx
    .updateTable('tickets')
    .set({ ...changes, updated_at: work.now })
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return changed as TicketRecord;
}

/** Writes a new ticket of the acting person. Refuses with IN_PROGRESS when the same id is being written just now. */
export async function insertTicket(
  work: Work,
  wanted: MutationArgs<'ticket.open'> & { number: number },
): Promise<TicketRecord> {
  const { id, number, subject, content, type, priority, order_id } = wanted;
  const { id: userId, name, email } = work.person;
  const ticket = await work.tx
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
      priority: priority ?? 'medium',
      status: 'new',
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
      search_text: searchText([number, id, subject, content, name, email]),
      created_at: work.now,
      updated_at: work.now,
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

/**
 * The next human number. The counter's row is held to the commit, so it is taken late in a transaction; a refused
 * transaction gives its number back.
 */
export async function nextNumber(tx: Transaction<Database>): Promise<number> {
  const { value } = await tx
    .insertInto('house')
    .values({ name: 'ticket_number', value: '1001' })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<string>`cast(cast(house.value as bigint) + 1 as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
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

/** Tells the owner's and the admins' devices. */
export async function announceTicket(tx: Transaction<Database>, ticket: TicketRecord): Promise<void> {
  await announce(tx, [
    { scopes: [`u:${ticket.user_id}`, 'admin'], entity: 'tickets', key: ticket.id, rev: ticket.rev },
  ]);
}

/** Tickets as this person may see them. */
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

/** A customer does not learn which admin works on a ticket. */
const toTicketRow = (ticket: TicketRecord, viewer: Pick<Viewer, 'role'>): Omit<TicketRow, 'attachments'> => ({
  id: ticket.id,
  number: ticket.number,
  user_id: ticket.user_id,
  user_name: ticket.user_name,
  user_email: ticket.user_email,
  subject: ticket.subject,
  content: ticket.content,
  type: ticket.type as TicketRow['type'], // CHECKed when written
  priority: ticket.priority as TicketRow['priority'],
  status: ticket.status,
  order_id: ticket.order_id,
  assignee_id: viewer.role === 'admin' ? ticket.assignee_id : null,
  responses_count: ticket.responses_count,
  last_response_by: ticket.last_response_by as TicketRow['last_response_by'],
  last_response_at: toWhenOrNull(ticket.last_response_at),
  created_at: toWhen(ticket.created_at),
  updated_at: toWhen(ticket.updated_at),
  rev: ticket.rev,
});

/** `maySeeTicket` as a condition of the database. */
const seenBy = ({ id, role }: Viewer) =>
  role === 'admin' ? sql<boolean>`1 = 1` : sql<boolean>`tickets.user_id = ${id}`;

const named = (ref: string) =>
  /^\d+$/.test(ref) ? sql<boolean>`tickets.number = ${Number(ref)}` : sql<boolean>`tickets.id = ${ref.toLowerCase()}`;
