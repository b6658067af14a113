import type { Kysely, Transaction } from 'kysely';
import { hashAfter, readChains } from '../platform/base/ledger-chains.ts';
import { prepared } from '../platform/database/prepared.ts';
import type { Database } from '../platform/database/schema.ts';

/**
 * Returns the hash of the newest row of a user's ledger, empty before the first one. Call it after the statement
 * that changes the balance in the same transaction: that statement waits for the lock of concurrent movements of the user,
 * whose rows are visible only to later statements.
 */
export async function newestHash(tx: Transaction<Database>, userId: number): Promise<string> {
  const [newest] = await newestRow(tx, { userId });
  return newest?.hash ?? '';
}

const newestRow = prepared((db, value: { userId: number }) =>
  db.selectFrom('ledger').select('hash').where('user_id', '=', value.userId).orderBy('id', 'desc').limit(1),
);

/** Recomputes the hash of every row; returns one sentence for the first row of each user that does not fit. */
export async function wrongHashes(db: Kysely<Database>): Promise<string[]> {
  const faults: string[] = [];
  let before = { user_id: 0, hash: '', isBroken: false };
  for await (const rows of readChains(db))
    for (const row of rows) {
      const { user_id, hash: previousHash, isBroken } = row.user_id === before.user_id ? before : startOf(row.user_id);
      const fits = row.hash === hashAfter(previousHash, row);
      if (!fits && !isBroken)
        faults.push(`user ${user_id}: ledger row ${row.id} does not fit its hash and the row before it`);
      before = { user_id, hash: row.hash, isBroken: isBroken || !fits };
    }
  return faults;
}

const startOf = (user_id: number) => ({ user_id, hash: '', isBroken: false });
