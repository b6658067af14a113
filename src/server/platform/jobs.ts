import { sql, type Kysely } from 'kysely';
import type { Logger } from './context.ts';
import type { Database } from './database/schema.ts';
import { inTransaction } from './database/transaction.ts';
import type { FileHome } from './files/home.ts';
import { sweepFiles } from './files/sweep.ts';

const day = 86_400_000;
/** Ms what nobody needs any more is kept. */
const kept = {
  throttles: day,
  unsent: day,
  mailTokens: 7 * day,
  letters: 30 * day,
  sessions: 120 * day,
  outcomes: 180 * day,
  tombstones: 90 * day,
  unusedFiles: 30 * day,
};

/** Removes what has outlived its use; safe to run on several nodes at once. */
export async function cleanUp(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('window_start', '<', now - kept.throttles)
    .execute();
  await db
    .deleteFrom('mail_tokens')
    .where('expires_at', '<', now - kept.mailTokens)
    .execute();
  await db
    .deleteFrom('letters')
    .where('sent_at', '<', now - kept.letters)
    .execute();
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', now - kept.sessions)
    .execute();
  await db
    .deleteFrom('unsent')
    .where('seen_at', '<', now - kept.unsent)
    .execute();
  await forgetOutcomes(db, now - kept.outcomes);
  await forgetTombstones(db, now - kept.tombstones);
  await forgetFiles(db, now - kept.unusedFiles);
}

/** Rows of files of deleted tickets, and of uploads that no order and no ticket has named; `sweepFiles` does the rest. */
async function forgetFiles(db: Kysely<Database>, before: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const deleted = tx.selectFrom('tickets').select('id').where('deleted_at', 'is not', null);
    const removed = await tx
      .deleteFrom('ticket_files')
      .where('ticket_id', 'in', deleted)
      .returning('file_id')
      .execute();
    const ids = removed.map(({ file_id }) => file_id);
    if (ids.length > 0) await tx.deleteFrom('files').where('id', 'in', ids).execute();
    const used = [
      tx.selectFrom('ticket_files').select('file_id'),
      tx.selectFrom('orders').select('file_id').where('file_id', 'is not', null),
    ] as const;
    await tx
      .deleteFrom('files')
      .where('created_at', '<', before)
      .where('id', 'not in', used[0])
      .where('id', 'not in', used[1])
      .execute();
  });
}

/** Keys of orders and of ledger rows are kept for ever (D-5). */
async function forgetOutcomes(db: Kysely<Database>, before: number): Promise<void> {
  await db
    .deleteFrom('outcomes')
    .where('created_at', '<', before)
    .where('state', '=', 'done')
    .where('touched', 'not like', '%orders:%')
    .where('touched', 'not like', '%ledger:%')
    .execute();
}

/** A device that has not asked since before the floor starts anew, or it would keep what was deleted. */
async function forgetTombstones(db: Kysely<Database>, before: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The sequencer locks the head before it touches the feed: in the same order nobody waits in a circle.
    await tx
      .updateTable('feed_head')
      .set((row) => ({ seq: row.ref('seq') }))
      .execute();
    const gone = await tx
      .deleteFrom('feed')
      .where('deleted', '=', 1)
      .where('changed_at', '<', before)
      .returning('seq')
      .execute();
    if (gone.length === 0) return;
    const floor = Math.max(...gone.map((row) => row.seq));
    await tx
      .updateTable('feed_head')
      .set({ floor: sql<number>`case when floor > ${floor} then floor else ${floor} end` })
      .execute();
  });
}

interface Cleaning {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  files: FileHome;
  now(): number;
  log: Logger;
  onError(error: unknown): void;
}

/** Cleans up now and every hour. `first` resolves after the first clean-up; `stop` ends it after one under way. */
export function startCleaning({ db, reader, files, now, log, onError }: Cleaning): {
  first: Promise<void>;
  stop(): Promise<void>;
} {
  const clean = async () => {
    await cleanUp(db, now());
    const removed = await sweepFiles(reader, files);
    if (removed > 0) log.info({ removed }, 'files that nothing named were removed');
  };
  const first = clean().catch(onError);
  let running = first;
  const timer = setInterval(() => void (running = clean().catch(onError)), 3_600_000);
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { first, stop };
}
