import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { OrderFacts } from './order-facts.tsx';
import { readCanRepeat } from './repeat.ts';
import { useServerOrder } from './use-server-orders.ts';

interface Props {
  id: number;
  /** The order as the list shows it, for one that this device does not keep. */
  listed?: Order | undefined;
  onClose: () => void;
}

/** One order with everything that is known of it, and the two things to do next (S2L-02). */
export function OrderDetailsDialog({ id, listed, onClose }: Props) {
  const { t } = useLingui();
  const { order, isMissing } = useOrder(id, listed);
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
      {order || isMissing ? null : <SkeletonLines lines={6} />}
      {order ? <OrderFacts order={order} /> : null}
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

/** The order of this device, of the list or of the server; `isMissing` when none of them has it. */
function useOrder(id: number, listed: Order | undefined): { order: Order | undefined; isMissing: boolean } {
  const online = useOnline();
  const kept = useLiveQuery(async () => (await currentDatabase().orders.get(id)) ?? null, [id]);
  const asked = useServerOrder(id, kept === null && listed === undefined);
  const order = kept ?? listed ?? asked ?? undefined;
  return { order, isMissing: kept === null && !order && (asked === null || !online) };
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
