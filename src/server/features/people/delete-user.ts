import { sql, type Transaction } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { openOrderStatuses } from '../../../contract/order-rules.ts';
import type { deleteUser } from '../../../contract/people.ts';
import { fold } from '../../../contract/search.ts';
import { allow } from '../../platform/base/permissions.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { announce } from '../../platform/changes/feed.ts';
import { anonymiseAnswers } from '../../shared/anonymise-answers.ts';
import { anonymiseTopups, hasWaitingTopups } from '../../shared/anonymise-topups.ts';
import { hasUnopenedCodes } from '../../shared/codes.ts';
import { anonymiseUser, deletedName } from '../../shared/anonymise-user.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { revokeSessionsOf } from '../../platform/sessions.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { announceUser, invalidateLinks } from '../../shared/users.ts';
import { mayDeactivateOrDelete } from './policy.ts';

/**
 * Deletes an account permanently: its user can no longer sign in, and personal data is cleared; orders and ledger stay.
 * Throws CONFLICT with details.reason `balance`, `orders`, `topups` or `codes` while there is a balance, an open order
 * (C-11), a top-up request that waits, or an unopened code.
 */
export async function removeUser(
  ctx: SignedIn,
  input: ParsedInputOf<typeof deleteUser>,
): Promise<OutputOf<typeof deleteUser>> {
  await inUserTransaction(ctx, async (transaction) => {
    const { tx, person, now } = transaction;
    const user = allow(await anonymiseUser(tx, input.id, now), mayDeactivateOrDelete(person), {
      otherwise: 'FORBIDDEN',
    });
    if (user.balance_cents !== 0) throw new Refusal('CONFLICT', { reason: 'balance' });
    if (await hasOpenOrders(tx, user.id)) throw new Refusal('CONFLICT', { reason: 'orders' });
    if (await hasWaitingTopups(tx, user.id)) throw new Refusal('CONFLICT', { reason: 'topups' });
    if (await hasUnopenedCodes(tx, user.id)) throw new Refusal('CONFLICT', { reason: 'unopened' });
    await anonymiseAudit(tx, user.id);
    await anonymiseRecords(tx, user.id);
    await anonymiseTopups(tx, user.id);
    await anonymiseAnswers(tx, user.id);
    await tx.deleteFrom('stock_watches').where('user_id', '=', user.id).execute();
    await revokeSessionsOf(tx, user.id, now);
    await tx.updateTable('sessions').set({ user_agent: null, address: null }).where('user_id', '=', user.id).execute();
    await invalidateLinks(tx, user.id, now);
    await audit(transaction, { action: 'user.deleted', entity: 'users', entityKey: user.id });
    await announceUser(tx, user, { deleted: true });
  });
  return { code: 'SUCCESS' };
}

async function hasOpenOrders(tx: Transaction<Database>, userId: number): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', openOrderStatuses)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

async function anonymiseAudit(tx: Transaction<Database>, id: number): Promise<void> {
  await tx
    .updateTable('audit')
    .set({ old_value: null, new_value: null })
    .where('entity', '=', 'users')
    .where('entity_key', '=', String(id))
    .where('action', 'like', 'user.%')
    .execute();
}

/** Clears the copies of name and address in orders, tickets, responses and search columns, and unassigns tickets. */
async function anonymiseRecords(tx: Transaction<Database>, id: number): Promise<void> {
  const name = deletedName(id);
  const scopes = [`u:${id}`, 'support'];
  const textWithout = (text: string) => sql<string>`replace(search_text, ${fold(text)}, '')`;
  const orderNames = await tx.selectFrom('orders').select('user_name').distinct().where('user_id', '=', id).execute();
  for (const { user_name } of orderNames) {
    const orders = await tx
      .updateTable('orders')
      .set((row) => ({
        user_name: name,
        customer_key: name,
        search_text: textWithout(user_name),
        rev: row('rev', '+', 1),
      }))
      .where('user_id', '=', id)
      .where('user_name', '=', user_name)
      .returning(['id', 'rev'])
      .execute();
    await announce(
      tx,
      orders.map((order) => ({ scopes, entity: 'orders', key: String(order.id), rev: order.rev })),
    );
  }
  const ticketNames = await tx
    .selectFrom('tickets')
    .select(['user_name', 'user_email'])
    .distinct()
    .where('user_id', '=', id)
    .execute();
  for (const { user_name, user_email } of ticketNames) {
    const anonymousText = sql<string>`replace(${textWithout(user_name)}, ${fold(user_email)}, '')`;
    const tickets = await tx
      .updateTable('tickets')
      .set((row) => ({ user_name: name, user_email: '', search_text: anonymousText, rev: row('rev', '+', 1) }))
      .where('user_id', '=', id)
      .where('user_name', '=', user_name)
      .where('user_email', '=', user_email)
      .returning(['id', 'rev'])
      .execute();
    await announce(
      tx,
      tickets.map((ticket) => ({ scopes, entity: 'tickets', key: ticket.id, rev: ticket.rev })),
    );
  }
  await unassign(tx, id);
  await anonymiseResponses(tx, id);
}

async function unassign(tx: Transaction<Database>, id: number): Promise<void> {
  const tickets = await tx
    .updateTable('tickets')
    .set((row) => ({ assignee_id: null, rev: row('rev', '+', 1) }))
    .where('assignee_id', '=', id)
    .returning(['id', 'user_id', 'rev'])
    .execute();
  await announce(
    tx,
    tickets.map(({ id: key, user_id, rev }) => ({ scopes: [`u:${user_id}`, 'support'], entity: 'tickets', key, rev })),
  );
}

async function anonymiseResponses(tx: Transaction<Database>, id: number): Promise<void> {
  const written = await tx
    .updateTable('responses')
    .set((row) => ({ author_name: deletedName(id), rev: row('rev', '+', 1) }))
    .where('user_id', '=', id)
    .returning(['id', 'ticket_id', 'is_internal', 'rev'])
    .execute();
  for (const response of written) {
    const ticket = await tx
      .selectFrom('tickets')
      .select('user_id')
      .where('id', '=', response.ticket_id)
      .executeTakeFirstOrThrow();
    const scopes = response.is_internal ? ['support'] : [`u:${ticket.user_id}`, 'support'];
    await announce(tx, [{ scopes, entity: 'responses', key: response.id, rev: response.rev }]);
  }
}
