import type { Transaction } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { searchColumnsOf, type UserRecord } from './users.ts';

/** The name of a deleted account, the same in every language. */
export const deletedName = (id: number): string => `#${id}`;

/**
 * Clears the personal data in a user's row and locks it. The address changes in the first statement, which on
 * PostgreSQL waits for transactions that refer to this row (an order being placed) and so prevents a deadlock later.
 */
export async function anonymiseUser(
  tx: Transaction<Database>,
  id: number,
  now: number,
): Promise<UserRecord | undefined> {
  const anonymous = { name: deletedName(id), email: `deleted-${id}@deleted.invalid`, username: null };
  return tx
    .updateTable('users')
    .set((row) => ({
      ...anonymous,
      ...searchColumnsOf(anonymous),
      password_hash: null,
      pin_hash: null,
      pin_failures: 0,
      pin_locked_until: null,
      is_active: 0,
      updated_at: now,
      deleted_at: now,
      rev: row('rev', '+', 1),
    }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
