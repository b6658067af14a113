import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { isOnlineOnly, orderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { FloatingBar, FloatingBars, onBar } from '../../ui/floating-bar.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SelectedCount } from '../../ui/selected-count.tsx';
import { StatusChoice } from './order-status-select.tsx';
import { useBulkStatus } from './use-bulk-status.ts';

interface Props {
  orders: readonly Order[];
  onDone: () => void;
}

/** The bar for selected orders: their number, a menu of the statuses that move no money, and Cancel. */
export function OrderBulkBar({ orders, onDone }: Props) {
  const { t } = useLingui();
  const bulk = useBulkStatus();
  const items = orderStatuses
    .filter((status) => !isOnlineOnly(status))
    .map((status) => ({
      id: status,
      label: <StatusChoice status={status} />,
      onSelect: () => void bulk.start(orders, status).then(onDone),
    }));
  return (
    <FloatingBars>
      <FloatingBar role="region" aria-label={t`Selected orders`}>
        <SelectedCount count={orders.length} saving={bulk.saving} />
        <Menu
          label={t`Update status`}
          items={items}
          trigger={(props) => (
            <Button size="sm" loading={bulk.busy} {...props}>
              <Trans>Update status</Trans>
              <ChevronDown aria-hidden="true" />
            </Button>
          )}
        />
        <Button size="sm" {...onBar} onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </FloatingBar>
    </FloatingBars>
  );
}
