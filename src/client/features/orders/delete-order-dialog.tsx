import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { leftOf, returnedStatuses } from '../../../contract/order-rules.ts';
import { deleteOrder, type Order } from '../../../contract/orders.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Stack } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { PaidStatusDialog } from './paid-status-dialog.tsx';

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
  const isMoneyReturned = returnedStatuses.includes(order.status);
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
      <Stack gap="3">
        {isMoneyReturned ? null : (
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
              Deleting order #{id} gives no money back. {customer} paid <MoneyText amount={leftOf(order)} />.
            </Trans>
          </Notice>
        )}
        <OfflineReason online={online} id={reason} />
      </Stack>
    </ConfirmDialog>
  );
}

interface Callbacks {
  /** Called when the order was not deleted. */
  onClose: () => void;
  /** Called when the order no longer exists. */
  onGone: () => void;
}

/** Returns a function that deletes an order on the server and from this device, and shows the outcome (S8-20 … S8-23). */
function useOrderDeletion({ onClose, onGone }: Callbacks): (order: Order) => Promise<void> {
  const { t } = useLingui();
  const { failure: sentenceOf } = useRefusalText();
  return async (order) => {
    const failure = await call(deleteOrder, { id: order.id }).then(() => null, asFailure);
    const { code } = failure ?? {};
    if (!failure || code === 'NOT_FOUND' || code === 'GONE') {
      await forget(currentDatabase(), order);
      toast(failure ? { tone: 'warning', title: t`Order not found` } : { tone: 'success', title: t`Order deleted` });
      return onGone();
    }
    const notAllowed = t`You are not authorized to delete this order`;
    if (code === 'FORBIDDEN') toast({ tone: 'warning', title: notAllowed });
    else
      toast({
        tone: 'error',
        title: t`An error occurred while deleting the order`,
        description: sentenceOf(failure),
      });
    return onClose();
  };
}

/** Removes an order from this device at once; the next pass would remove it too. A deletion raises the revision. */
async function forget(db: LocalDatabase, { id, rev }: Order): Promise<void> {
  await db.transaction('rw', db.syncTables, () =>
    storeServerRows(db, [{ entity: 'orders', key: String(id), rev: rev + 1, row: null }]),
  );
  void syncNow();
}
