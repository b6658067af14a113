// oxlint-disable-next-line no-restricted-imports -- hooks over the pledges; the service worker never imports them
import { currentDatabase } from '../local/current.ts';
import type { Pledge } from '../local/stored.ts';
import { readDoubts, settle } from './money.ts';
import { markSeen, readUnseen, type SettledPledge } from './outcomes.ts';
import { syncNow } from './triggers.ts';
import { useLiveQuery } from './use-live-query.ts';

const none: readonly never[] = [];

/** The person's calls that move money and have no known outcome, oldest first. */
export function useDoubts(): readonly Pledge[] {
  const db = currentDatabase();
  return useLiveQuery(() => readDoubts(db), [db]) ?? none;
}

/** The outcomes that the person has not seen yet, oldest first. */
export function useUnseenOutcomes(): readonly SettledPledge[] {
  const db = currentDatabase();
  return useLiveQuery(() => readUnseen(db), [db]) ?? none;
}

/** Has the server decide a call in doubt; gives whether it answered. */
export async function checkDoubt(key: string): Promise<boolean> {
  const outcome = await settle(currentDatabase(), key);
  if (outcome === 'applied') void syncNow();
  return outcome !== 'unknown';
}

/** The person has dismissed these outcomes or opened their records. */
export const dismissOutcomes = (keys: readonly string[]): Promise<void> => markSeen(currentDatabase(), keys);
