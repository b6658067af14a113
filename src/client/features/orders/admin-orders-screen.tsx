import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { may } from '../../api/session.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { usePeople } from '../../lists/people.ts';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/load-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';
import { AskDialog } from './admin-ask-dialog.tsx';
import { AdminOrderDialog } from './admin-order-dialog.tsx';
import { allOrders } from './admin-orders-list.tsx';
import { RefundPartDialog } from './admin-refund-part-dialog.tsx';
import { DeleteOrderDialog } from './delete-order-dialog.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { ExportOrders } from './export-orders.tsx';
import { OrderBulkBar } from './order-bulk-bar.tsx';
import { OrdersInDoubt } from './order-notices.tsx';
import { DetailsSkeleton } from './order-skeletons.tsx';
import { useOrderById } from './use-order-by-id.ts';

/** The orders of all customers, newest first, with their details, status, delivery and deletion (S2K). */
export function AdminOrdersScreen() {
  const details = useUrlDialog('order');
  return (
    <ListPage
      list={allOrders}
      breadcrumb={useHomeCrumb()}
      renderActions={(list) => <ExportOrders list={list} />}
      belowTitle={<OrdersInDoubt />}
      onOpen={({ id }) => details.open(id)}
      renderBulkActions={
        may('orders.change')
          ? ({ rows, clear }, all) => <OrderBulkBar orders={rows} all={all} onDone={clear} />
          : undefined
      }
    >
      {(rows) => <Dialogs rows={rows} />}
    </ListPage>
  );
}

/** The dialogs about one order; those to deliver it, to return a part, to ask for a correction and to delete it may be above its details. */
function Dialogs({ rows }: { rows: readonly Order[] }) {
  const [details, deliver, removal] = [useUrlDialog('order'), useUrlDialog('deliver'), useUrlDialog('delete')];
  const [part, ask] = [useUrlDialog('part'), useUrlDialog('ask')];
  const closeAll = useCloseAll();
  const gateOf = (id: number, onClose: () => void) => ({ id, listed: rows.find((row) => row.id === id), onClose });
  return (
    <>
      {details.id === null ? null : (
        <OrderGate key={`details ${details.id}`} {...gateOf(details.id, details.close)}>
          {(order) => (
            <Details
              order={order}
              onClose={details.close}
              onDeliver={() => deliver.open(order.id)}
              onDelete={() => removal.open(order.id)}
              onReturnPart={() => part.open(order.id)}
              onAsk={() => ask.open(order.id)}
            />
          )}
        </OrderGate>
      )}
      {deliver.id === null || !may('orders.change') ? null : (
        <OrderGate key={`deliver ${deliver.id}`} {...gateOf(deliver.id, deliver.close)}>
          {(order) => <DeliverDialog order={order} onClose={deliver.close} />}
        </OrderGate>
      )}
      {part.id === null || !may('money') ? null : (
        <OrderGate key={`part ${part.id}`} {...gateOf(part.id, part.close)}>
          {(order) => <RefundPartDialog order={order} onClose={part.close} />}
        </OrderGate>
      )}
      {ask.id === null || !may('orders.ask') ? null : (
        <OrderGate key={`ask ${ask.id}`} {...gateOf(ask.id, ask.close)}>
          {(order) => <AskDialog order={order} onClose={ask.close} />}
        </OrderGate>
      )}
      {removal.id === null || !may('orders.change') ? null : (
        <OrderGate key={`delete ${removal.id}`} {...gateOf(removal.id, removal.close)}>
          {(order) => <DeleteOrderDialog order={order} onClose={removal.close} onGone={closeAll} />}
        </OrderGate>
      )}
    </>
  );
}

/** The details of an order with the e-mail of its customer. */
function Details(props: Omit<ComponentProps<typeof AdminOrderDialog>, 'email'>) {
  const { user_id: id } = props.order;
  return <AdminOrderDialog {...props} email={usePeople([id]).get(id)?.email} />;
}

/** Returns a function that closes all dialogs about an order that no longer exists. */
function useCloseAll(): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => ({ ...old, order: undefined, delete: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
}

interface Props {
  id: number;
  /** The order from the list; used when this device does not store it. */
  listed: Order | undefined;
  onClose: () => void;
  /** The dialog about the order. */
  children: (order: Order) => ReactNode;
}

/** A dialog about an order, with a skeleton until the order is found, and a message when neither this device nor the server has it. */
function OrderGate({ id, listed, onClose, children }: Props) {
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
