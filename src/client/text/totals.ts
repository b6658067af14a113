import { useLingui } from '@lingui/react/macro';
import { listTotalMax } from '../../contract/limits.ts';
import { useFormatCount } from './money.ts';

/** The total of a list with more rows than the server counts: greater than any number of rows. */
export const uncounted: number = Number.MAX_SAFE_INTEGER;

/** Returns the total of a server's answer: `uncounted` where there are more rows than it says. */
export const totalOf = (answer: { total: number; total_is_capped?: boolean | undefined }): number =>
  answer.total_is_capped ? uncounted : answer.total;

/** Returns how many rows of a list have numbers: all, or as many as the server counts. */
export const numberedRows = (total: number): number => (total === uncounted ? listTotalMax : total);

/** Returns a function that writes a total: “134”, or “10,000+” for `uncounted`. */
export function useFormatTotal(): (total: number) => string {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  return (total) => {
    if (total !== uncounted) return formatCount(total);
    const counted = formatCount(listTotalMax);
    return t`${counted}+`;
  };
}
