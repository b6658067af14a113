import { Trans, useLingui } from '@lingui/react/macro';
import { CircleDot, MessageSquareWarning, Trash2, Truck, Undo2, User } from 'lucide-react';
import { useRef } from 'react';
import { leftOf, openOrderStatuses, returnedStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { may } from '../../api/session.ts';
import { LeaveOutFile } from '../../forms/leave-out-file.tsx';
import { ParkedItem } from '../../forms/parked-item.tsx';
import { currentDatabase } from '../../local/current.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { usePageActions } from '../../ui/page-actions.ts';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Box, Stack } from '../../ui/theme/styled.tsx';
import { AdminOrderAnswers } from './admin-order-answers.tsx';
import { AdminOrderCodes } from './admin-order-codes.tsx';
import { isAskable, useAskedFields, type AskedField } from './admin-order-ask.ts';
import { OrderTimeline } from './admin-order-timeline.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderStatusSelect } from './order-status-select.tsx';
import { readLane } from './queries.ts';

interface Props {
  order: Order;
  /** The customer's e-mail, where this device knows it. */
  email: string | undefined;
  onClose: () => void;
  onDeliver: () => void;
  onDelete: () => void;
  onReturnPart: () => void;
  onAsk: () => void;
}

/** The details of an order for admins and agents, with the actions that they may take. */
export function AdminOrderDialog(props: Props) {
  const { order, email, onClose, onDeliver, onDelete, onReturnPart } = props;
  const { t } = useLingui();
  const { id } = order;
  const status = useRef<HTMLDivElement>(null);
  const fields = useAskedFields(order);
  useOrderActions(props, fields, () => status.current?.querySelector('button')?.click());
  const isOpen = openOrderStatuses.includes(order.status);
  return (
    <SheetDialog
      open
      isRecord
      onClose={onClose}
      title={t`Order #${id}`}
      footer={
        may('orders.change') && (
          <>
            <Button variant="outline" colorPalette="red" onClick={onDelete}>
              <Trash2 aria-hidden="true" />
              <Trans>Delete</Trans>
            </Button>
            {hasPart(order) ? (
              <Button variant="outline" onClick={onReturnPart}>
                <Undo2 aria-hidden="true" data-mirror="" />
                <Trans>Return a part…</Trans>
              </Button>
            ) : null}
            <Button variant={isOpen ? 'solid' : 'outline'} onClick={onDeliver}>
              <Truck aria-hidden="true" data-mirror="" />
              <Trans>Deliver</Trans>
            </Button>
          </>
        )
      }
    >
      <OrderLane orderId={id} />
      <OrderFacts
        order={order}
        admin={{
          customer: <Customer order={order} email={email} />,
          status: (
            <Box ref={status}>
              <OrderStatusSelect order={order} />
            </Box>
          ),
        }}
      />
      <AdminOrderCodes order={order} />
      <AdminOrderAnswers order={order} fields={fields} onAsk={props.onAsk} />
      <OrderTimeline id={id} version={order.rev} fields={fields} />
    </SheetDialog>
  );
}

/** Whether a part of the price can be returned: the order is charged, and the least part is less than what is left. */
const hasPart = (order: Order): boolean =>
  may('orders.change') && may('money') && !returnedStatuses.includes(order.status) && leftOf(order) > 0.01;

/** Offers the actions of the order in the palette (S2V-02). */
function useOrderActions(
  { order, onDeliver, onDelete, onReturnPart, onAsk }: Props,
  fields: readonly AskedField[],
  openStatuses: () => void,
): void {
  const { t } = useLingui();
  usePageActions(() => [
    ...(may('orders.change')
      ? [
          { id: 'deliver', label: t`Deliver`, icon: Truck, run: onDeliver },
          { id: 'status', label: t`Update status`, icon: CircleDot, run: openStatuses },
          { id: 'delete', label: t`Delete`, icon: Trash2, run: onDelete },
        ]
      : []),
    ...(isAskable(order, fields)
      ? [{ id: 'ask', label: t`Ask to correct…`, icon: MessageSquareWarning, run: onAsk }]
      : []),
    ...(hasPart(order) ? [{ id: 'part', label: t`Return a part…`, icon: Undo2, run: onReturnPart }] : []),
    ...(may('people')
      ? [{ id: 'customer', label: t`Open profile`, icon: User, target: { to: `/admin/users/${order.user_id}` } }]
      : []),
  ]);
}

function Customer({ order: { user_id: id, user_name: name }, email }: Pick<Props, 'order' | 'email'>) {
  return (
    <Box minW="0" overflowWrap="anywhere">
      {may('people') ? (
        <AppLink to={`/admin/users/${id}`}>
          <bdi>{name}</bdi>
        </AppLink>
      ) : (
        <bdi>{name}</bdi>
      )}
      <Box textStyle="xs" color="fg.muted">
        <bdi className="numbers">#{id}</bdi>
        {email === undefined ? null : (
          <>
            {' · '}
            <bdi>{email}</bdi>
          </>
        )}
      </Box>
    </Box>
  );
}

/** The changes of an order that the server has not accepted: those that wait, and those that need the admin. */
function OrderLane({ orderId }: { orderId: number }) {
  const lane = useLiveQuery(() => readLane(currentDatabase(), orderId), [orderId]) ?? [];
  if (lane.length === 0) return null;
  const held = lane.find((item) => item.upload && isPendingItem(item));
  return (
    <Stack gap="3" mb="5">
      {lane.some(isPendingItem) ? <PendingMark state={held ? 'upload' : 'waiting'} words /> : null}
      {held ? (
        <Box>
          <LeaveOutFile item={held} />
        </Box>
      ) : null}
      {lane
        .filter((item) => !isPendingItem(item))
        .map((item) => (
          <ParkedItem key={item.id} item={item} lane={lane} />
        ))}
    </Stack>
  );
}
