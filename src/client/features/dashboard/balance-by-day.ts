import type { LedgerRow } from '../../../contract/balance.ts';

/** Days of the line beside the balance. */
export const balanceDays = 30;

const day = 86_400_000;

type Movement = Pick<LedgerRow, 'created_at' | 'balance_before' | 'balance_after'>;

/**
 * Returns the balance at the end of each of the last days, the last one at `now` (ms); fewer days when the oldest of the
 * movements is newer and earlier ones are not known. `movements` are sorted, oldest first; `isWhole`: there are no
 * earlier ones.
 */
export function balanceByDay(movements: readonly Movement[], now: number, isWhole: boolean): number[] {
  const [first] = movements;
  if (!first) return [];
  const known = isWhole ? -Infinity : Date.parse(first.created_at);
  return Array.from({ length: balanceDays }, (_, index) => now - (balanceDays - 1 - index) * day)
    .filter((end) => end >= known)
    .map((end) => {
      const last = movements.findLast(({ created_at: at }) => Date.parse(at) <= end);
      return last ? last.balance_after : first.balance_before;
    });
}
