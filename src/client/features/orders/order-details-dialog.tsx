import { Trans, useLingui } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useReadMark } from '../../sync/use-read-mark.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/load-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { OrderCodes } from './order-codes.tsx';
import { OrderCorrection } from './order-correction.tsx';
import { OrderFacts } from './order-facts.tsx';
import { readCanRepeat } from './order-form-data.ts';
import { OrderHistory } from './order-history.tsx';
import { DetailsSkeleton } from './order-skeletons.tsx';
import { useOrderById } from './use-order-by-id.ts';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  id: number;
  /** The order from the list; used when this device does not store it. */
  listed?: Order | undefined;
  onClose: () => void;
}

/** The details and the history of one order, with its two actions (S2L-02); reads the notifications about it. */
export function OrderDetailsDialog({ id, listed, onClose }: Props) {
  const { t } = useLingui();
  const { order, isMissing, failure, retry } = useOrderById(id, listed);
  useReadMark('order_id', id);
  const canRepeat = useLiveQuery(() => (order ? readCanRepeat(currentDatabase(), order) : false), [order]);
  return (
    <SheetDialog
      open
      onClose={onClose}
      title={t`Order #${id}`}
      footer={
        order ? (
          <Actions order={order} canRepeat={canRepeat === true} />
        ) : (
          <Button variant="outline" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      {order || isMissing ? null : failure ? <FailureNotice failure={failure} onRetry={retry} /> : <DetailsSkeleton />}
      {order ? (
        <>
          <OrderCorrection order={order} />
          <OrderFacts order={order} />
          <OrderCodes order={order} />
          <OrderHistory order={order} />
        </>
      ) : null}
      {isMissing ? (
        <EmptyState
          icon={ReceiptText}
          title={<Trans>This order is not on this device.</Trans>}
          description={<Trans>It comes with the next connection, if it is one of yours.</Trans>}
        />
      ) : null}
    </SheetDialog>
  );
}

function Actions({ order, canRepeat }: { order: Order; canRepeat: boolean }) {
  const [item] = order.items;
  return (
    <Box
      flex="1"
      display="flex"
      flexDirection={{ base: 'column-reverse', sm: 'row' }}
      justifyContent="flex-end"
      gap="3"
    >
      <ButtonLink variant="outline" to="/user/tickets/create" search={{ order_id: order.id } as never}>
        <Trans>New ticket about this order</Trans>
      </ButtonLink>
      {canRepeat && item ? (
        <ButtonLink
          to="."
          search={
            ((old: Record<string, unknown>) => ({ ...old, order: undefined, ...popupOf(order.id, item) })) as never
          }
          replace
        >
          <Trans>Order again</Trans>
        </ButtonLink>
      ) : null}
    </Box>
  );
}

/**
 * The part of an address that opens the order popup with the product and variant of an item, and with its quantity and
 * answers, which the popup reads from the order.
 */
const popupOf = (orderId: number, item: Order['items'][number]) => ({
  buy: item.product_id,
  variant: item.product_variant_id ?? undefined,
  again: item.quantity !== undefined || item.answers ? orderId : undefined,
});
