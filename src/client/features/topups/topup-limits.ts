import type { TopupLimits } from '../../../contract/shop.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { dateFormat } from '../../text/formats.ts';
import type { OwnTopup } from './queries.ts';

/** How much of the shop's limits the customer has used, as far as this device knows. */
export interface LimitUse {
  open: number;
  day: number;
  /** The sum of the day's requests. */
  dayAmount: number;
}

export type ReachedLimit = 'open' | 'day' | 'day_amount' | 'balance';

/** Counts as the server does: refused and cancelled requests count for their day too, refused changes of this device do not. */
export function usedBy(own: readonly OwnTopup[], today: string, timeZone: string): LimitUse {
  const counted = own.filter(({ opening }) => !opening || isPendingItem(opening)).map(({ topup }) => topup);
  const ofToday = counted.filter(({ created_at: at }) => dayIn(timeZone, new Date(at)) === today);
  return {
    open: counted.filter(({ status }) => status === 'waiting').length,
    day: ofToday.length,
    dayAmount: ofToday.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100,
  };
}

/** Returns the first limit that leaves no room for another request; undefined when there is none. */
export function reachedLimit(
  limits: TopupLimits,
  use: LimitUse,
  balance: number | undefined,
): ReachedLimit | undefined {
  if (use.open >= limits.open_max) return 'open';
  if (use.day >= limits.day_max) return 'day';
  if (limits.day_amount !== null && use.dayAmount >= limits.day_amount) return 'day_amount';
  return limits.balance_max !== null && (balance ?? 0) >= limits.balance_max ? 'balance' : undefined;
}

/** Returns the day of a moment in a time zone: `2026-11-24`. */
export const dayIn = (timeZone: string, moment: Date): string =>
  dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
