import { sql, type Kysely } from 'kysely';
import type { Logger } from './base/logger.ts';
import { announce } from './changes/feed.ts';
import type { Database } from './database/schema.ts';
import { inTransaction } from './database/transaction.ts';
import { fileOwners } from './files/file-owners.ts';
import type { FileStore } from './files/file-store.ts';
import { sweepFiles } from './files/sweep.ts';

const day = 86_400_000;
/** How long rows are kept before they are deleted, in ms. */
const retention = {
  throttles: day,
  unsent: day,
  presence: day / 24,
  mailTokens: 7 * day,
  emails: 30 * day,
  sessions: 120 * day,
  outcomes: 180 * day,
  tombstones: 90 * day,
  unusedFiles: 30 * day,
};

/**
 * Deletes old rows; safe to run on several servers at once.
 *
 * @internal Exported for tests, which run it at chosen times.
 */
export async function cleanUp(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('window_start', '<', now - retention.throttles)
    .execute();
  await db
    .deleteFrom('mail_tokens')
    .where('expires_at', '<', now - retention.mailTokens)
    .execute();
  await db
    .deleteFrom('letters')
    .where('sent_at', '<', now - retention.emails)
    .execute();
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', now - retention.sessions)
    .execute();
  await db
    .deleteFrom('unsent')
    .where('seen_at', '<', now - retention.unsent)
    .execute();
  await db
    .deleteFrom('presence')
    .where('seen_at', '<', now - retention.presence)
    .execute();
  await deleteOutcomes(db, now - retention.outcomes);
  await deleteTombstones(db, now - retention.tombstones);
  await deleteUnusedFiles(db, now);
}

/**
 * Deletes the rows of files that their owners give up, and of uploads that belong to no record; `sweepFiles` removes the
 * files.
 */
async function deleteUnusedFiles(db: Kysely<Database>, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { release } of fileOwners) {
      const released = await release?.(tx, now);
      if (!released || released.ids.length === 0) continue;
      await tx.deleteFrom('files').where('id', 'in', released.ids).execute();
      await announce(tx, released.changed);
    }
    const owned = fileOwners.map(({ files }) =>
      tx.selectFrom(files(tx).as('owned')).select('owned.file_id').where('owned.file_id', 'is not', null),
    );
    await tx
      .deleteFrom('files')
      .where('created_at', '<', now - retention.unusedFiles)
      .where(({ and, eb }) => and(owned.map((ids) => eb('id', 'not in', ids))))
      .execute();
  });
}

/** Deletes old outcomes, but never those of orders and ledger rows (D-5), and never cancelled keys. */
async function deleteOutcomes(db: Kysely<Database>, before: number): Promise<void> {
  await db
    .deleteFrom('outcomes')
    .where('created_at', '<', before)
    .where('state', '=', 'done')
    .where('touched', 'not like', '%orders:%')
    .where('touched', 'not like', '%ledger:%')
    .execute();
}

/**
 * Deletes old feed rows about deletions, and raises the floor: a device whose cursor is below the floor loads
 * everything again, because it could not learn of these deletions.
 */
async function deleteTombstones(db: Kysely<Database>, before: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Locks the head before the feed, as the sequencer does: the same order prevents deadlocks.
    await tx
      .updateTable('feed_head')
      .set((row) => ({ seq: row.ref('seq') }))
      .execute();
    const deletedRows = await tx
      .deleteFrom('feed')
      .where('deleted', '=', 1)
      .where('changed_at', '<', before)
      .returning('seq')
      .execute();
    if (deletedRows.length === 0) return;
    const floor = Math.max(...deletedRows.map((row) => row.seq));
    await tx
      .updateTable('feed_head')
      .set({ floor: sql<number>`case when floor > ${floor} then floor else ${floor} end` })
      .execute();
  });
}

interface CleanupDependencies {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  files: FileStore;
  now(): number;
  log: Logger;
  onError(error: unknown): void;
}

/** Runs the cleanup now and every hour. `first` resolves after the first run; `stop` waits for the current one. */
export function startCleanup({ db, reader, files, now, log, onError }: CleanupDependencies): {
  first: Promise<void>;
  stop(): Promise<void>;
} {
  const clean = async () => {
    await cleanUp(db, now());
    const removed = await sweepFiles(reader, files);
    if (removed > 0) log.info({ removed }, 'files that no row refers to were removed');
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
