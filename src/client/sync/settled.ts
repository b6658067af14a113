import type { LocalDatabase } from '../local/database.ts';
import type { Pledge } from '../local/stored.ts';

/** A pledge whose outcome is known. */
export type SettledPledge = Pledge & { state: 'settled'; outcome: NonNullable<Pledge['outcome']> };

const listeners = new Set<(pledge: SettledPledge) => void>();

/** Calls `listener` with each outcome found out later; it is forgotten only once somebody was told. Returns how to stop. */
export function onSettled(listener: (pledge: SettledPledge) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the outcomes nobody was told yet. */
export async function announce(db: LocalDatabase): Promise<void> {
  if (listeners.size === 0) return;
  const told = await db.transaction('rw', db.pledges, async () => {
    const settled = await db.pledges.where('state').equals('settled').toArray();
    await db.pledges.bulkDelete(settled.map(({ key }) => key));
    return settled as SettledPledge[];
  });
  for (const pledge of told) for (const listener of listeners) listener(pledge);
}
