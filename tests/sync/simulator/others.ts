import type { Kysely, Transaction } from 'kysely';
import { announce } from '../../../src/server/platform/feed.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { inTransaction } from '../../../src/server/platform/database/transaction.ts';
import type { Stage } from './stage.ts';
import type { Story } from './story.ts';

/** A ticket nobody has deleted, by chance. */
async function someTicket({ stage, chance }: Story): Promise<{ id: string; user_id: number } | undefined> {
  const tickets = stage.db.selectFrom('tickets').select(['id', 'user_id']).where('deleted_at', 'is', null);
  return chance.of(await tickets.orderBy('id').execute());
}

/** A customer without a device of ours writes in: other people's devices must never hear of it. */
export async function walkIn({ stage, chance }: Story): Promise<void> {
  const body = JSON.stringify({ id: chance.id(stage.now), subject: 'Walk-in', type: 'general', content: 'Hello' });
  const headers = { authorization: 'Bearer counter', 'content-type': 'application/json' };
  await stage.handle({ method: 'POST', path: '/api/tickets', headers, body });
}

/** Deletes a ticket with its responses, as an admin of a later version will. */
export async function deleteTicket(story: Story): Promise<void> {
  const ticket = await someTicket(story);
  if (!ticket) return;
  const { db, now } = story.stage;
  await inTransaction(db, async (tx) => {
    const responses = await tx
      .updateTable('responses')
      .set((row) => ({ deleted_at: now, rev: row('rev', '+', 1) }))
      .where('ticket_id', '=', ticket.id)
      .returning(['id', 'rev'])
      .execute();
    const [gone] = await tx
      .updateTable('tickets')
      .set((row) => ({ deleted_at: now, rev: row('rev', '+', 1) }))
      .where('id', '=', ticket.id)
      .returning(['id', 'rev'])
      .execute();
    const scopes = [`u:${ticket.user_id}`, 'admin'];
    await announce(tx, [
      ...responses.map(({ id, rev }) => ({ scopes, entity: 'responses' as const, key: id, rev, deleted: true })),
      { scopes, entity: 'tickets', key: gone!.id, rev: gone!.rev, deleted: true },
    ]);
  });
}

/** An admin elsewhere sets a status in a transaction that takes its time; it ends when it is called. */
export async function slowStatus(story: Story): Promise<void> {
  const ticket = await someTicket(story);
  if (!ticket) return;
  const status = story.chance.of(['open', 'closed'])!;
  const scopes = [`u:${ticket.user_id}`, 'admin'];
  const { db } = story.stage;
  const early = story.bug?.numbersEarly ? await takeNumbers(story.stage, scopes.length) : null;
  story.slow.push(() =>
    inTransaction(db, async (tx) => {
      const rev = await setStatus(tx, ticket.id, status);
      if (rev === undefined) return;
      if (early === null) await announce(tx, [{ scopes, entity: 'tickets', key: ticket.id, rev }]);
      else await announceEarly(tx, { scopes, key: ticket.id, rev, seq: early });
    }),
  );
}

/** Tombstones are forgotten up to here: devices that have not followed so far must begin anew. */
export async function forgetTombstones({ stage }: Story): Promise<void> {
  await stage.db
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

async function takeNumbers({ db }: Stage, count: number): Promise<number> {
  const head = await db
    .updateTable('feed_head')
    .set((row) => ({ seq: row('seq', '+', count) }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  return head.seq;
}

interface Early {
  scopes: string[];
  key: string;
  rev: number;
  seq: number;
}

async function announceEarly(tx: Kysely<Database>, { scopes, key, rev, seq }: Early): Promise<void> {
  for (const [place, scope] of scopes.entries()) {
    const row = { scope, entity: 'tickets', key, rev, seq: seq - place, deleted: 0, changed_at: 0 };
    await tx
      .insertInto('feed')
      .values(row)
      .onConflict((conflict) => conflict.columns(['scope', 'entity', 'key']).doUpdateSet(row))
      .execute();
  }
}
