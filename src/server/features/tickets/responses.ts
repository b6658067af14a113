import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MutationArgs } from '../../../contract/mutations.ts';
import type { ResponseRow } from '../../../contract/tickets.ts';
import type { Allowed, Person } from '../../platform/base/permissions.ts';
import type { Database, Responses } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/changes/feed.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';
import { attachmentsOf } from './attachments.ts';
import type { TicketRecord } from './rows.ts';

export const findResponse = (db: Kysely<Database>, id: string): Promise<Selectable<Responses> | undefined> =>
  db.selectFrom('responses').selectAll().where('id', '=', id).executeTakeFirst();

/** The responses of these tickets, in the order they were written. */
export async function responsesOf(
  db: Kysely<Database>,
  ticketIds: readonly string[],
): Promise<Selectable<Responses>[]> {
  if (ticketIds.length === 0) return [];
  return db
    .selectFrom('responses')
    .selectAll()
    .where('ticket_id', 'in', ticketIds)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The responses with these ids that the user may see: those to their own tickets, or for an admin all. */
export async function visibleResponsesByIds(
  db: Kysely<Database>,
  person: Person,
  ids: readonly string[],
): Promise<Selectable<Responses>[]> {
  return db
    .selectFrom('responses')
    .innerJoin('tickets', 'tickets.id', 'responses.ticket_id')
    .selectAll('responses')
    .where('responses.id', 'in', ids)
    .where('responses.deleted_at', 'is', null)
    .where('tickets.deleted_at', 'is', null)
    .$if(person.role !== 'admin', (query) => query.where('tickets.user_id', '=', person.id))
    .execute();
}

/**
 * Inserts a response of the acting user, with a later time than all other responses of the locked ticket: two responses
 * that arrive within a millisecond keep their order, whatever ids the devices made. Throws IN_PROGRESS while the same id
 * is being inserted.
 */
export async function insertResponse(
  transaction: TransactionContext,
  ticket: Allowed<TicketRecord>,
  wanted: Pick<MutationArgs<'ticket.reply'>, 'id' | 'content'>,
): Promise<Selectable<Responses>> {
  const response = await transaction.tx
    .insertInto('responses')
    .values({
      id: wanted.id,
      ticket_id: ticket.id,
      user_id: transaction.person.id,
      type: transaction.person.role,
      author_name: transaction.person.name,
      content: wanted.content,
      created_at: Math.max(transaction.now, (ticket.last_response_at ?? 0) + 1),
      deleted_at: null,
      rev: 1,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!response) throw new Refusal('IN_PROGRESS');
  return response;
}

/** Announces a response to the devices of the ticket's owner and of the admins. */
export async function announceResponse(
  tx: Transaction<Database>,
  ticket: TicketRecord,
  response: Selectable<Responses>,
): Promise<void> {
  await announce(tx, [
    { scopes: [`u:${ticket.user_id}`, 'admin'], entity: 'responses', key: response.id, rev: response.rev },
  ]);
}

/** Responses as this user may see them. */
export async function responseRows(
  db: Kysely<Database>,
  responses: readonly Selectable<Responses>[],
  viewer: Pick<Person, 'role'>,
): Promise<ResponseRow[]> {
  const attachments = await attachmentsOf(
    db,
    responses.map((response) => response.ticket_id),
  );
  return responses.map((response) => ({
    ...toResponse(response, viewer),
    attachments: attachments.get(response.id) ?? [],
  }));
}

/** Converts a response; customers do not learn which admin wrote it. */
const toResponse = (
  response: Selectable<Responses>,
  viewer: Pick<Person, 'role'>,
): Omit<ResponseRow, 'attachments'> => ({
  id: response.id,
  ticket_id: response.ticket_id,
  content: response.content,
  type: response.type as ResponseRow['type'], // restricted by a CHECK constraint
  author_name: viewer.role === 'admin' || response.type === 'user' ? response.author_name : '',
  created_at: toIsoTime(response.created_at),
  rev: response.rev,
});
