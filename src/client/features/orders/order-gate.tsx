import { Trans, useLingui } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/load-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { DetailsSkeleton } from './order-skeletons.tsx';
import { useOrderById } from './use-order-by-id.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  id: number;
  /** The order from the list; used when this device does not store it. */
  listed: Order | undefined;
  onClose: () => void;
  /** The dialog about the order. */
  children: (order: Order) => ReactNode;
}

/** A dialog about an order, with a skeleton until the order is found, and a message when neither this device nor the server has it. */
export function OrderGate({ id, listed, onClose, children }: Props) {
  const { t } = useLingui();
  const { order, isMissing, failure, retry } = useOrderById(id, listed);
  if (order) return children(order);
  return (
    <SheetDialog
      open
      onClose={onClose}
      title={t`Order #${id}`}
      footer={
        <Button variant="outline" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {isMissing ? (
        <Missing />
      ) : failure ? (
        <FailureNotice failure={failure} onRetry={retry} />
      ) : (
        <DetailsSkeleton isForSupport />
      )}
    </SheetDialog>
  );
}

/** The order is nowhere; without a connection only not on this device. */
function Missing() {
  return useOnline() ? (
    <EmptyState icon={ReceiptText} title={<Trans>Order not found</Trans>} />
  ) : (
    <EmptyState
      icon={ReceiptText}
      title={<Trans>This order is not on this device.</Trans>}
      description={<Trans>You are offline. This needs a connection.</Trans>}
    />
  );
}
