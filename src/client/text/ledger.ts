import { useLingui } from '@lingui/react/macro';
import type { LedgerRow } from '../../contract/balance.ts';

/** Only the return of a part of an order has a note, its reason; that of the whole order has none. */
type Line = Pick<LedgerRow, 'kind' | 'order_id' | 'topup_id'> & { note?: LedgerRow['note'] };

/** Describes a ledger line: `Order #512`, `Balance added` … */
export function useLedgerWords(): (line: Line) => string {
  const { t } = useLingui();
  const returned = (order: number | null, note: string | null): string => {
    if (order === null) return t`Money back`;
    return note === null ? t`Money back for order #${order}` : t`Returned in part: order #${order}`;
  };
  return ({ kind, order_id: order, topup_id: topup, note = null }) => {
    if (topup !== undefined) return t`Top-up`;
    switch (kind) {
      case 'opening':
        return t`Opening balance`;
      case 'add':
        return t`Balance added`;
      case 'subtract':
        return t`Balance subtracted`;
      case 'charge':
        return order === null ? t({ message: 'Order', context: 'line of the ledger' }) : t`Order #${order}`;
      case 'return':
        return returned(order, note);
      // A kind of a later version (D-27).
      default:
        return t`Balance changed`;
    }
  };
}
