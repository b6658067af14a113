// oxlint-disable-next-line no-restricted-imports -- hooks over money calls; the service worker never imports them
import { currentDatabase } from '../local/current.ts';
import type { PendingCall } from '../local/stored.ts';
import { readCallsInDoubt, settle } from './money.ts';
import { deleteSeen, readUnseen, type SettledCall } from './outcomes.ts';
import { syncNow } from './triggers.ts';
import { useLiveQuery } from './use-live-query.ts';

const none: readonly never[] = [];

/** Returns the user's money calls in doubt, oldest first. */
export function useCallsInDoubt(): readonly PendingCall[] {
  const db = currentDatabase();
  return useLiveQuery(() => readCallsInDoubt(db), [db]) ?? none;
}

/** Returns the settled calls that the user has not seen yet, oldest first. */
export function useUnseenOutcomes(): readonly SettledCall[] {
  const db = currentDatabase();
  return useLiveQuery(() => readUnseen(db), [db]) ?? none;
}

/** Makes the server decide a call in doubt; returns whether its outcome is known now. */
export async function settleCallInDoubt(key: string): Promise<boolean> {
  const outcome = await settle(currentDatabase(), key);
  if (outcome === 'applied') void syncNow();
  return outcome !== 'unknown';
}

/** Deletes settled calls: the user has dismissed them or opened their records. */
export const dismissOutcomes = (keys: readonly string[]): Promise<void> => deleteSeen(currentDatabase(), keys);
