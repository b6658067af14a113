import { useLingui } from '@lingui/react/macro';
import type { Alike, TopupRow } from '../../../contract/topups.ts';

/** `#31`, or nothing until the server has given a number. */
export const numberOf = ({ number }: Pick<TopupRow, 'number'>): string => (number === null ? '' : `#${number}`);

/** Returns the sentence that says what a request has in common with another one. */
export function useAlikeWords(): (alike: Pick<Alike, 'cause' | 'number'>) => string {
  const { t } = useLingui();
  return ({ cause, number }) =>
    ({
      file: t`Same file as #${number}`,
      number: t`Same number as #${number}`,
      amount: t`Same amount and day as #${number}`,
    })[cause];
}
