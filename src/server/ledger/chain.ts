import type { Transaction } from 'kysely';
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
