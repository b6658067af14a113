import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { isOnlineOnly, orderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { BulkBar, BulkRunProgress } from '../../forms/bulk-bar.tsx';
import { useBulkChange } from '../../forms/use-bulk-change.ts';
import type { SelectAll } from '../../lists/use-select-all.ts';
import { useStatuses } from '../../text/statuses.ts';
import { FloatingBars } from '../../ui/floating-bar.tsx';
import { Menu } from '../../ui/menu.tsx';
import { StatusChoice } from './order-status-select.tsx';
import { planStatus } from './queued-status.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  orders: readonly Order[];
  /** Selects all that match the filters, also beyond the page. */
  all: SelectAll | null;
  onDone: () => void;
}

/** The bar for selected orders, with a menu of the statuses that move no money, and the progress of the last change. */
export function OrderBulkBar({ orders, all, onDone }: Props) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const bulk = useBulkChange(planStatus);
  const leftOut = bulk.run?.leftOut ?? 0;
  const items = orderStatuses
    .filter((status) => !isOnlineOnly(status))
    .map((status) => ({
      id: status,
      label: <StatusChoice status={status} />,
      onSelect: () => void bulk.start(orders, status).then(onDone),
    }));
  return (
    <FloatingBars>
      {bulk.run ? (
        <BulkRunProgress
          run={bulk.run}
          bulk={bulk}
          value={statuses.order(bulk.run.wanted).label}
          leftOutNote={
            <Plural
              value={leftOut}
              one="# order was left out, because money would move."
              other="# orders were left out, because money would move."
            />
          }
        />
      ) : null}
      {orders.length > 0 ? (
        <BulkBar label={t`Selected orders`} count={orders.length} all={all} saving={bulk.saving} onCancel={onDone}>
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
        </BulkBar>
      ) : null}
    </FloatingBars>
  );
}
