import type { Transaction } from 'kysely';
import type { Database } from './database/schema.ts';
import { foundBy, type UserRecord } from './users.ts';

/** A name without language for a person whose account was deleted. */
export const goneName = (id: number): string => `#${id}`;

/**
 * Empties the user's row and holds it; what stays is as it was. The address changes with the first statement, which on
 * PostgreSQL waits for whoever refers to this row (an order being placed), instead of locking each other out later.
 */
export async function forgetUser(tx: Transaction<Database>, id: number, now: number): Promise<UserRecord | undefined> {
  const nobody = { name: goneName(id), email: `deleted-${id}@deleted.invalid`, username: null };
  return tx
    .updateTable('users')
    .set((row) => ({
      ...nobody,
      ...foundBy(nobody),
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
