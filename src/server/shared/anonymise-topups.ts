import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { announce } from '../platform/changes/feed.ts';
import { deletedName } from './anonymise-user.ts';

/** Whether a top-up request of a user waits: the money may have been paid. */
export async function hasWaitingTopups(tx: Transaction<Database>, userId: number): Promise<boolean> {
  const waiting = await tx
    .selectFrom('topups')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Clears what the top-up requests of a deleted user say about them, deletes their slips, and clears the user's name where
 * they have decided requests of others. The amounts stay, as those of the ledger do.
 */
export async function anonymiseTopups(tx: Transaction<Database>, id: number): Promise<void> {
  const own = tx.selectFrom('topups').select('id').where('user_id', '=', id);
  const slips = await tx.deleteFrom('topup_files').where('topup_id', 'in', own).returning('file_id').execute();
  const fileIds = slips.map(({ file_id }) => file_id);
  if (fileIds.length > 0) await tx.deleteFrom('files').where('id', 'in', fileIds).execute();
  const cleared = await tx
    .updateTable('topups')
    .set((topup) => ({
      user_name: deletedName(id),
      slip_number: null,
      slip_number_key: null,
      note: null,
      decision_note: null,
      search_text: sql<string>`cast(${topup.ref('number')} as text)`,
      rev: topup('rev', '+', 1),
    }))
    .where('user_id', '=', id)
    .returning(changed)
    .execute();
  const decided = await tx
    .updateTable('topups')
    .set((topup) => ({ decided_by_name: deletedName(id), rev: topup('rev', '+', 1) }))
    .where('decided_by', '=', id)
    .returning(changed)
    .execute();
  await announce(
    tx,
    [...cleared, ...decided].map((topup) => ({
      scopes: [`u:${topup.user_id}`, 'admin'],
      entity: 'topups',
      key: topup.id,
      rev: topup.rev,
    })),
  );
}

const changed = ['id', 'user_id', 'rev'] as const;
