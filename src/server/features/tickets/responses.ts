import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MutationArgs } from '../../../contract/mutations.ts';
import type { ResponseRow } from '../../../contract/tickets.ts';
import type { Allowed } from '../../platform/allowed.ts';
import type { Person } from '../../platform/context.ts';
import type { Database, Responses } from '../../platform/database/schema.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/feed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toWhen } from '../../platform/when.ts';
import { attachmentsOf } from './attachments.ts';
import type { TicketRecord } from './rows.ts';

export const findResponse = (db: Kysely<Database>, id: string): Promise<Selectable<Responses> | undefined> =>
  db.selectFrom('responses').selectAll().where('id', '=', id).executeTakeFirst();

/** The responses of these tickets, each ticket's in the order they were written. */
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

/** Those of the ids that the person may see: responses of tickets that are the person's, or anybody's for an admin. */
export async function responsesAmong(
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
 * Writes a response of the acting person, later than any other one of the locked ticket: two that arrive within a
 * millisecond keep their order, whatever the clocks of the devices made their ids of. Refuses with IN_PROGRESS when
 * the same id is being written just now.
 */
export async function insertResponse(
  work: Work,
  ticket: Allowed<TicketRecord>,
  wanted: Pick<MutationArgs<'ticket.reply'>, 'id' | 'content'>,
): Promise<Selectable<Responses>> {
  const response = await work.tx
    .insertInto('responses')
    .values({
      id: wanted.id,
      ticket_id: ticket.id,
      user_id: work.person.id,
      type: work.person.role,
      author_name: work.person.name,
      content: wanted.content,
      created_at: Math.max(work.now, (ticket.last_response_at ?? 0) + 1),
      deleted_at: null,
      rev: 1,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!response) throw new Refusal('IN_PROGRESS');
  return response;
}

/** Tells the devices of the ticket's owner and of the admins. */
export async function announceResponse(
  tx: Transaction<Database>,
  ticket: TicketRecord,
  response: Selectable<Responses>,
): Promise<void> {
  await announce(tx, [
    { scopes: [`u:${ticket.user_id}`, 'admin'], entity: 'responses', key: response.id, rev: response.rev },
  ]);
}

/** Responses as this person may see them. */
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

/** A customer learns that an admin wrote, not who. */
const toResponse = (
  response: Selectable<Responses>,
  viewer: Pick<Person, 'role'>,
): Omit<ResponseRow, 'attachments'> => ({
  id: response.id,
  ticket_id: response.ticket_id,
  content: response.content,
  type: response.type as ResponseRow['type'], // CHECKed when written
  author_name: viewer.role === 'admin' || response.type === 'user' ? response.author_name : '',
  created_at: toWhen(response.created_at),
  rev: response.rev,
});
