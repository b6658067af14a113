import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { ReceiptText } from 'lucide-react';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { OrderFacts } from './order-facts.tsx';
import { readDetails } from './queries.ts';

interface Props {
  id: number;
  onClose: () => void;
}

/** One order with everything that is known of it, and the two things to do next (S2L-02). */
export function OrderDetailsDialog({ id, onClose }: Props) {
  const { t } = useLingui();
  const found = useLiveQuery(() => readDetails(currentDatabase(), id), [id]);
  const order = found?.order;
  return (
    <SheetDialog
      open
      onClose={onClose}
      title={t`Order #${id}`}
      footer={
        order ? (
          <Actions order={order} canRepeat={found.canRepeat} />
        ) : (
          <Button variant="outline" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      {found ? null : <SkeletonLines lines={6} />}
      {order ? <OrderFacts order={order} /> : null}
      {found && !order ? (
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
  const again = order.items[0]?.product_id;
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
      {canRepeat && again !== undefined ? (
        <ButtonLink
          to="."
          search={((old: Record<string, unknown>) => ({ ...old, order: undefined, buy: again })) as never}
          replace
        >
          <Trans>Order again</Trans>
        </ButtonLink>
      ) : null}
    </Box>
  );
}
