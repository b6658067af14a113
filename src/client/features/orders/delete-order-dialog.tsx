import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { isOnlineOnly } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { PaidStatusDialog } from './paid-status-dialog.tsx';
import { useOrderDeletion } from './use-order-deletion.ts';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  order: Order;
  onClose: () => void;
  /** Called when the order no longer exists. */
  onGone: () => void;
}

/** Asks before an order is deleted, which gives no money back; offers to refund it first (S2K-09). */
export function DeleteOrderDialog({ order, onClose, onGone }: Props) {
  const { id } = order;
  const customer = <bdi>{order.user_name}</bdi>;
  const online = useOnline();
  const reason = useId();
  const { busy, whileBusy } = useBusy();
  const [isRefunding, setRefunding] = useState(false);
  const remove = useOrderDeletion({ onClose, onGone });
  if (isRefunding) return <PaidStatusDialog order={order} to="refunded" onClose={() => setRefunding(false)} />;
  return (
    <ConfirmDialog
      open
      tone="danger"
      busy={busy}
      disabled={!online}
      onClose={busy ? () => undefined : onClose}
      onConfirm={() => void whileBusy(() => remove(order))}
      title={<Trans>Are you sure you want to delete this?</Trans>}
      description={<Trans>This action cannot be reverted!</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
    >
      <Box display="flex" flexDirection="column" gap="3">
        {isOnlineOnly(order.status) ? null : (
          <Notice
            tone="warning"
            action={
              <Button
                size="sm"
                variant="outline"
                disabled={!online || busy}
                aria-describedby={online ? undefined : reason}
                onClick={() => setRefunding(true)}
              >
                <Trans>Refund first</Trans>
              </Button>
            }
          >
            <Trans>
              Deleting order #{id} gives no money back. {customer} paid <MoneyText amount={order.total_price} />.
            </Trans>
          </Notice>
        )}
        <OfflineReason online={online} id={reason} />
      </Box>
    </ConfirmDialog>
  );
}
