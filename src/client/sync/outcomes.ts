import type { LocalDatabase } from '../local/database.ts';
import type { Pledge } from '../local/stored.ts';
import { storing } from './storage.ts';

/** A pledge whose outcome is known and has not been seen yet. */
export type SettledPledge = Pledge & { state: 'settled'; outcome: NonNullable<Pledge['outcome']> };

/** The outcomes that the person has not seen yet, oldest first. They stay until `markSeen`. */
export async function readUnseen(db: LocalDatabase): Promise<SettledPledge[]> {
  const settled = await db.pledges.where('state').equals('settled').sortBy('createdAt');
  return settled as SettledPledge[];
}

/** Forgets outcomes, in every tab: the person has dismissed them or opened their records. Throws NotSaved. */
export async function markSeen(db: LocalDatabase, keys: readonly string[]): Promise<void> {
  const seen = db.pledges
    .where('key')
    .anyOf(keys)
    .and(({ state }) => state === 'settled');
  await storing(db, () => seen.delete());
}
