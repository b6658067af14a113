import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MutationArgs } from '../../../contract/mutations.ts';
import type { ResponseRow } from '../../../contract/tickets.ts';
import { can } from '../../../contract/permissions.ts';
import { sideOf } from '../../../contract/ticket-rules.ts';
import type { Allowed, Person } from '../../platform/base/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Responses } from '../../platform/database/schema-tickets.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/changes/feed.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';
import { attachmentsOf } from './attachments.ts';
import { seesInternals } from './policy.ts';
import type { TicketRecord } from './rows.ts';

export const findResponse = (db: Kysely<Database>, id: string): Promise<Selectable<Responses> | undefined> =>
  db.selectFrom('responses').selectAll().where('id', '=', id).executeTakeFirst();

/** The responses of these tickets that the user may see, in the order they were written. */
export async function responsesOf(
  db: Kysely<Database>,
  ticketIds: readonly string[],
  viewer: Pick<Person, 'role'>,
): Promise<Selectable<Responses>[]> {
  if (ticketIds.length === 0) return [];
  return db
    .selectFrom('responses')
    .selectAll()
    .where('ticket_id', 'in', ticketIds)
    .where('deleted_at', 'is', null)
    .$if(!seesInternals(viewer), (query) => query.where('is_internal', '=', 0))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The responses with these ids that the user may see: those to their own tickets without notes, or for an admin all. */
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
    .$if(!can(person.role, 'tickets.work'), (query) => query.where('tickets.user_id', '=', person.id))
    .$if(!seesInternals(person), (query) => query.where('responses.is_internal', '=', 0))
    .execute();
}

/** A response as its author has sent it. */
type WantedResponse = Pick<MutationArgs<'ticket.reply'>, 'id' | 'content'> & { isInternal?: boolean };

/** Returns whether the user has already written this response. Throws `id: unique` for any other use of its id. */
export async function isWritten(
  { tx, person }: TransactionContext,
  ticket: TicketRecord,
  { id, content, isInternal = false }: WantedResponse,
): Promise<boolean> {
  const existing = await findResponse(tx, id);
  if (!existing) return false;
  const isSame =
    existing.ticket_id === ticket.id &&
    existing.user_id === person.id &&
    existing.content === content &&
    (existing.is_internal === 1) === isInternal;
  if (!isSame) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
  return true;
}

/**
 * Inserts a response of the acting user, with a later time than all other responses of the locked ticket: two responses
 * that arrive within a millisecond keep their order, independent of the ids that the devices made. Throws IN_PROGRESS
 * while the same id is being inserted.
 */
export async function insertResponse(
  transaction: TransactionContext,
  ticket: Allowed<TicketRecord>,
  wanted: WantedResponse,
): Promise<Selectable<Responses>> {
  const response = await transaction.tx
    .insertInto('responses')
    .values({
      id: wanted.id,
      ticket_id: ticket.id,
      user_id: transaction.person.id,
      type: sideOf(transaction.person.role),
      author_name: transaction.person.name,
      content: wanted.content,
      is_internal: wanted.isInternal ? 1 : 0,
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

/** Announces a response to the devices of the ticket's owner and of the admins; a note to those of the admins alone. */
export async function announceResponse(
  tx: Transaction<Database>,
  ticket: TicketRecord,
  response: Selectable<Responses>,
): Promise<void> {
  await announce(tx, [
    {
      scopes: response.is_internal ? ['support'] : [`u:${ticket.user_id}`, 'support'],
      entity: 'responses',
      key: response.id,
      rev: response.rev,
    },
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

/** Converts a response; customers do not learn who wrote for support. */
const toResponse = (
  response: Selectable<Responses>,
  viewer: Pick<Person, 'role'>,
): Omit<ResponseRow, 'attachments'> => ({
  id: response.id,
  ticket_id: response.ticket_id,
  content: response.content,
  type: response.type as ResponseRow['type'], // restricted by a CHECK constraint
  author_name: can(viewer.role, 'tickets.work') || response.type === 'user' ? response.author_name : '',
  ...(response.is_internal && { is_internal: true }),
  created_at: toIsoTime(response.created_at),
  rev: response.rev,
});
