import { useSearch } from '@tanstack/react-router';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import type { TopupRow } from '../../../contract/topups.ts';
import { readAmount } from '../../forms/use-money-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { serverNow } from '../../text/dates.ts';
import { openingTimesOf, useShop } from '../../text/shop.ts';
import type { TopupFieldValues } from './check-topup.ts';
import { dayIn } from './topup-limits.ts';
import type { TopupStart } from './use-topup-form.ts';

/**
 * Returns what the address says about a new request: `?amount=` fills in the amount, `?again=` the fields of a request
 * that was refused, which has a draft of its own. Undefined until that request is read.
 */
export function useTopupStart(methods: readonly TopupMethodRow[]): TopupStart | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const shop = useShop();
  const again = typeof search.again === 'string' ? search.again : null;
  const earlier = useLiveQuery(async () => {
    const row = again === null ? undefined : await currentDatabase().topups.get(again);
    return { again, row };
  }, [again]);
  if (again !== null && earlier?.again !== again) return undefined;
  if (again !== null && earlier?.row) return { draft: `topup.again.${again}`, values: valuesOf(earlier.row, methods) };
  const amount = typeof search.amount === 'string' && readAmount(search.amount) !== null ? search.amount : '';
  const today = dayIn(openingTimesOf(shop).timeZone, new Date(serverNow()));
  return {
    draft: 'topup.new',
    values: { method_id: null, amount, slip_number: '', paid_on: today, note: '' },
  };
}

/** Returns the fields of a request; the method only while customers may choose it. */
const valuesOf = (topup: TopupRow, methods: readonly TopupMethodRow[]): TopupFieldValues => ({
  method_id: methods.some(({ id }) => id === topup.method_id) ? topup.method_id : null,
  amount: topup.amount.toFixed(2),
  slip_number: topup.slip_number ?? '',
  paid_on: topup.paid_on ?? '',
  note: topup.note ?? '',
});
