import type { Kysely, Transaction } from 'kysely';
import { announce } from '../../../src/server/platform/changes/feed.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { inTransaction } from '../../../src/server/platform/database/transaction.ts';
import type { SimulatedServer } from './simulated-server.ts';
import type { Story } from './story.ts';

/** A random ticket that is not deleted. */
async function someTicket({ server, random }: Story): Promise<{ id: string; user_id: number } | undefined> {
  const tickets = server.db.selectFrom('tickets').select(['id', 'user_id']).where('deleted_at', 'is', null);
  return random.pick(await tickets.orderBy('id').execute());
}

/** A customer whose device is not simulated opens a ticket: the other customers' devices must never receive it. */
export async function openForeignTicket({ server, random }: Story): Promise<void> {
  const body = JSON.stringify({ id: random.id(server.now), subject: 'Foreign', type: 'general', content: 'Hello' });
  const headers = { authorization: 'Bearer unsimulated', 'content-type': 'application/json' };
  await server.handle({ method: 'POST', path: '/api/tickets', headers, body });
}

/** An admin whose device is not simulated delivers an order, or edits its notes. */
export async function deliverAsColleague({ server, random, colleagueChanges, bug }: Story): Promise<void> {
  const order = random.pick(await server.db.selectFrom('orders').select('id').orderBy('id').execute());
  if (!order) return;
  const key = random.id(server.now);
  // Customers can correct nothing in completed orders.
  const statuses = bug?.answersOften ? ['processing'] : ['processing', 'completed'];
  const change = { status: random.pick(statuses)!, notes: `From a colleague ${key.slice(-6)}` };
  const headers = { authorization: 'Bearer colleague', 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify(change);
  const { status } = await server.handle({ method: 'POST', path: `/api/orders/${order.id}`, headers, body });
  const args = { order_id: order.id, file_id: null, ...change };
  if (status === 200) colleagueChanges.set(key, { kind: 'order.deliver', args });
}

/** Deletes a ticket with its responses, as admins can in a later version of the app. */
export async function deleteTicket(story: Story): Promise<void> {
  const ticket = await someTicket(story);
  if (!ticket) return;
  const { db, now } = story.server;
  await inTransaction(db, async (tx) => {
    const responses = await tx
      .updateTable('responses')
      .set((row) => ({ deleted_at: now, rev: row('rev', '+', 1) }))
      .where('ticket_id', '=', ticket.id)
      .returning(['id', 'rev'])
      .execute();
    const [deletedTicket] = await tx
      .updateTable('tickets')
      .set((row) => ({ deleted_at: now, rev: row('rev', '+', 1) }))
      .where('id', '=', ticket.id)
      .returning(['id', 'rev'])
      .execute();
    const scopes = [`u:${ticket.user_id}`, 'support'];
    await announce(tx, [
      ...responses.map(({ id, rev }) => ({ scopes, entity: 'responses' as const, key: id, rev, deleted: true })),
      { scopes, entity: 'tickets', key: deletedTicket!.id, rev: deletedTicket!.rev, deleted: true },
    ]);
  });
}

/** Begins to set a status as another admin; a function in `slowTransactions` later runs the transaction. */
export async function slowStatus(story: Story): Promise<void> {
  const ticket = await someTicket(story);
  if (!ticket) return;
  const status = story.random.pick(['open', 'closed'])!;
  const scopes = [`u:${ticket.user_id}`, 'support'];
  const { db } = story.server;
  const early = story.bug?.numbersEarly ? await takeNumbers(story.server, scopes.length) : null;
  story.slowTransactions.push(() =>
    inTransaction(db, async (tx) => {
      const rev = await setStatus(tx, ticket.id, status);
      if (rev === undefined) return;
      if (early === null) await announce(tx, [{ scopes, entity: 'tickets', key: ticket.id, rev }]);
      else await announceEarly(tx, { scopes, key: ticket.id, rev, seq: early });
    }),
  );
}

/** Raises the feed's floor as a deletion of all tombstones does: devices with an older cursor reset their cache. */
export async function forgetTombstones({ server }: Story): Promise<void> {
  await server.db
    .updateTable('feed_head')
    .set((head) => ({ floor: head.ref('seq') }))
    .execute();
}

async function setStatus(tx: Transaction<Database>, id: string, status: string): Promise<number | undefined> {
  const [row] = await tx
    .updateTable('tickets')
    .set((ticket) => ({ status, status_by: 'Root', status_at: 0, rev: ticket('rev', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('rev')
    .execute();
  return row?.rev;
}

async function takeNumbers({ db }: SimulatedServer, count: number): Promise<number> {
  const head = await db
    .updateTable('feed_head')
    .set((row) => ({ seq: row('seq', '+', count) }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  return head.seq;
}

interface EarlyEntry {
  scopes: string[];
  key: string;
  rev: number;
  seq: number;
}

async function announceEarly(tx: Kysely<Database>, { scopes, key, rev, seq }: EarlyEntry): Promise<void> {
  for (const [place, scope] of scopes.entries()) {
    const row = { scope, entity: 'tickets', key, rev, seq: seq - place, deleted: 0, changed_at: 0 };
    await tx
      .insertInto('feed')
      .values(row)
      .onConflict((conflict) => conflict.columns(['scope', 'entity', 'key']).doUpdateSet(row))
      .execute();
  }
}
