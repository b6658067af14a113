import type { LocalDatabase } from '../local/database.ts';
import type { PendingCall } from '../local/stored.ts';
import { withReserve } from './reserve.ts';

/** A money call whose outcome is known and has not been seen yet. */
export type SettledCall = PendingCall & { state: 'settled'; outcome: NonNullable<PendingCall['outcome']> };

/** Returns the settled calls that the user has not seen yet, oldest first. They stay until `deleteSeen`. */
export async function readUnseen(db: LocalDatabase): Promise<SettledCall[]> {
  const settled = await db.pledges.where('state').equals('settled').sortBy('createdAt');
  return settled as SettledCall[];
}

/** Deletes settled calls: the user has dismissed them or opened their records. Throws NotSaved. */
export async function deleteSeen(db: LocalDatabase, keys: readonly string[]): Promise<void> {
  const seen = db.pledges
    .where('key')
    .anyOf(keys)
    .and(({ state }) => state === 'settled');
  await withReserve(db, () => seen.delete());
}
