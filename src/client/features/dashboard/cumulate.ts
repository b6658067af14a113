import type { DashboardFigures } from '../../local/meta.ts';

/**
 * Returns the number of users at the end of each of the first buckets: those from before the period and those who
 * joined since (C-17).
 */
export function usersUpTo({ base, data }: DashboardFigures['growth'], buckets: number): number[] {
  const counts: number[] = [];
  for (const { count } of data.slice(0, buckets)) counts.push((counts.at(-1) ?? base) + count);
  return counts;
}

/** Returns the sum of amounts in euros, computed in cents. */
export const sumOfEuros = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
