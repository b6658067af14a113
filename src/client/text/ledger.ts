import { useLingui } from '@lingui/react/macro';
import type { LedgerRow } from '../../contract/balance.ts';

/** Describes a ledger line: `Order #512`, `Balance added` … */
export function useLedgerWords(): (line: Pick<LedgerRow, 'kind' | 'order_id'>) => string {
  const { t } = useLingui();
  return ({ kind, order_id: order }) => {
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
        return order === null ? t`Money back` : t`Money back for order #${order}`;
      // A kind of a later version (D-27).
      default:
        return t`Balance changed`;
    }
  };
}
