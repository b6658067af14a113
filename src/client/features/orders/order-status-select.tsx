import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { orderStatuses } from '../../../contract/order-rules.ts';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { may } from '../../api/session.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useStatuses } from '../../text/statuses.ts';
import { Menu } from '../../ui/menu.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { BadgeTrigger, paletteOf, StatusBadge, StatusDot } from '../../ui/status-badge.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { PaidStatusDialog } from './paid-status-dialog.tsx';
import { needsConnection, useQueuedStatus } from './queued-status.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** An order's status; a menu for those who may change it. */
export function OrderStatusSelect({ order }: { order: Order }) {
  const statuses = useStatuses();
  if (may('orders.change')) return <StatusSelect order={order} />;
  return <StatusBadge {...statuses.order(order.status, 'admin')} />;
}

/**
 * An order's status as a badge that opens the list of statuses; each may follow any other (S4-01). Those that move no
 * money apply at once, also offline; the others ask first and need a connection (S2K-06).
 */
function StatusSelect({ order }: { order: Order }) {
  const { t } = useLingui();
  const { id, status } = order;
  const statuses = useStatuses();
  const online = useOnline();
  const setStatus = useQueuedStatus();
  const { busy, whileBusy } = useBusy();
  const [paid, setPaid] = useState<OrderStatus | null>(null);
  const choose = (to: OrderStatus) => {
    if (to === status) return;
    if (needsConnection(status, to)) setPaid(to);
    else void whileBusy(() => setStatus(order, to));
  };
  const items = orderStatuses.map((one) => ({
    id: one,
    checked: one === status,
    disabled: !online && one !== status && needsConnection(status, one),
    label: <StatusChoice status={one} />,
    onSelect: () => choose(one),
  }));
  const label = statuses.order(status).label;
  return (
    <>
      <Menu
        label={t`Status of order ${id}`}
        align="start"
        header={online ? undefined : <OfflineHeader />}
        items={items}
        trigger={(props) => (
          <BadgeTrigger
            type="button"
            colorPalette={paletteOf(statuses.order(status, 'admin').tone)}
            aria-label={t`Status of order ${id}: ${label}`}
            disabled={busy || paid !== null}
            {...props}
          >
            <StatusDot aria-hidden="true" />
            {label}
            <ChevronDown size={14} aria-hidden="true" style={{ opacity: 0.6 }} />
          </BadgeTrigger>
        )}
      />
      {paid === null ? null : <PaidStatusDialog order={order} to={paid} onClose={() => setPaid(null)} />}
    </>
  );
}

/** A status as a line of a menu. */
export function StatusChoice({ status }: { status: OrderStatus }) {
  const statuses = useStatuses();
  return (
    <chakra.span
      colorPalette={paletteOf(statuses.order(status, 'admin').tone)}
      display="inline-flex"
      alignItems="center"
      gap="2.5"
    >
      <StatusDot aria-hidden="true" />
      {statuses.order(status).label}
    </chakra.span>
  );
}

function OfflineHeader() {
  return (
    <Box px="4" pt="3" maxW="64">
      <OfflineReason online={false}>
        <Trans>You are offline. A status that moves money needs a connection.</Trans>
      </OfflineReason>
    </Box>
  );
}
