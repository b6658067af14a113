import { useLingui } from '@lingui/react/macro';
import type { LedgerRow } from '../../contract/balance.ts';
import type { CsvValue } from './csv.ts';
import { useDates } from './dates.ts';
import { useLedgerWords } from './ledger.ts';
import { useMoney } from './money.ts';

/** A movement of a balance; `action_by` is the admin who made it, in files for admins. */
type Movement = LedgerRow & { action_by?: string | null };

/** Returns a function that makes the rows of a CSV file of movements, the names of the columns first. */
export function useMovementRows({ hasAdmin = false } = {}): (movements: readonly Movement[]) => CsvValue[][] {
  const { t } = useLingui();
  const dates = useDates();
  const words = useLedgerWords();
  const { currency } = useMoney();
  const head = [
    t`ID`,
    t`Date`,
    t`Movement`,
    t`Order`,
    t`Amount`,
    t`Balance before`,
    t`Balance after`,
    t`Currency`,
    ...(hasAdmin ? [t`Admin`] : []),
    t`Reason`,
  ];
  return (movements) => [
    head,
    ...movements.map((one) => [
      one.id,
      dates.stamp(one.created_at),
      words(one),
      one.order_id,
      one.amount,
      one.balance_before,
      one.balance_after,
      currency,
      ...(hasAdmin ? [one.kind === 'charge' ? null : (one.action_by ?? null)] : []),
      one.note,
    ]),
  ];
}
