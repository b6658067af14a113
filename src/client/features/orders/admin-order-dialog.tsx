import { Trans, useLingui } from '@lingui/react/macro';
import { CircleDot, Trash2, Truck, User } from 'lucide-react';
import { useRef } from 'react';
import { openOrderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { may } from '../../api/session.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { usePageActions } from '../../ui/page-actions.ts';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderTimeline } from './admin-order-timeline.tsx';
import { OrderLane } from './order-lane.tsx';
import { OrderStatusSelect } from './order-status-select.tsx';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  order: Order;
  /** The customer's e-mail, where this device knows it. */
  email: string | undefined;
  onClose: () => void;
  onDeliver: () => void;
  onDelete: () => void;
}

/** The details of an order for admins and agents, with the actions that they may take. */
export function AdminOrderDialog(props: Props) {
  const { order, email, onClose, onDeliver, onDelete } = props;
  const { t } = useLingui();
  const { id } = order;
  const status = useRef<HTMLDivElement>(null);
  useOrderActions(props, () => status.current?.querySelector('button')?.click());
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
      <OrderTimeline id={id} version={order.rev} />
    </SheetDialog>
  );
}

/** Offers the actions of the order in the palette (S2V-02). */
function useOrderActions({ order, onDeliver, onDelete }: Props, openStatuses: () => void): void {
  const { t } = useLingui();
  usePageActions(() => [
    ...(may('orders.change')
      ? [
          { id: 'deliver', label: t`Deliver`, icon: Truck, run: onDeliver },
          { id: 'status', label: t`Update status`, icon: CircleDot, run: openStatuses },
          { id: 'delete', label: t`Delete`, icon: Trash2, run: onDelete },
        ]
      : []),
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
