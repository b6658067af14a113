import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { OrderFacts } from './order-facts.tsx';
import { requestOrder } from './queries.ts';
import { readCanRepeat } from './repeat.ts';

interface Props {
  id: number;
  /** The order from the list; used when this device does not store it. */
  listed?: Order | undefined;
  onClose: () => void;
}

/** The details of one order, with its two actions (S2L-02). */
export function OrderDetailsDialog({ id, listed, onClose }: Props) {
  const { t } = useLingui();
  const { order, isMissing } = useOrderById(id, listed);
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

/** Returns the order from this device, the list or the server; `isMissing` when none of them has it. */
function useOrderById(id: number, listed: Order | undefined): { order: Order | undefined; isMissing: boolean } {
  const online = useOnline();
  const stored = useLiveQuery(async () => (await currentDatabase().orders.get(id)) ?? null, [id]);
  const requested = useServerOrder(id, stored === null && listed === undefined);
  const order = stored ?? listed ?? requested ?? undefined;
  return { order, isMissing: stored === null && !order && (requested === null || !online) };
}

/** Returns an order that this device does not store; null when the server does not have it either, undefined until it is known. */
function useServerOrder(id: number, isWanted: boolean): Order | null | undefined {
  const online = useOnline();
  const [answer, setAnswer] = useState<{ id: number; order: Order | null } | null>(null);
  const isAsking = isWanted && online && answer?.id !== id;
  useEffect(() => {
    if (!isAsking) return undefined;
    const stop = new AbortController();
    requestOrder(id, stop.signal).then(
      (order) => (stop.signal.aborted ? undefined : setAnswer({ id, order })),
      (thrown: unknown) => {
        if (!(thrown instanceof CallFailure)) throw thrown;
      },
    );
    return () => stop.abort();
  }, [id, isAsking]);
  return answer?.id === id ? answer.order : undefined;
}

function Actions({ order, canRepeat }: { order: Order; canRepeat: boolean }) {
  const productId = order.items[0]?.product_id;
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
      {canRepeat && productId !== undefined ? (
        <ButtonLink
          to="."
          search={((old: Record<string, unknown>) => ({ ...old, order: undefined, buy: productId })) as never}
          replace
        >
          <Trans>Order again</Trans>
        </ButtonLink>
      ) : null}
    </Box>
  );
}
