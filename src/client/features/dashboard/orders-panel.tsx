import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { ShoppingBag } from 'lucide-react';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useIsNeverLoaded } from '../../sync/use-sync-status.ts';
import { useStatuses } from '../../text/statuses.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ListRow, NotLoaded, SkeletonRows, useLoadedRows } from './list-row.tsx';
import { readRecentOrders } from './queries.ts';
import { ViewAll } from './view-all.tsx';

/** The newest orders with their status: a customer's own, or all for admins. */
export function OrdersPanel({ view }: { view: 'admin' | 'user' }) {
  const { t } = useLingui();
  const found = useLiveQuery(() => readRecentOrders(currentDatabase()), []);
  const orders = useLoadedRows(found);
  const listPath = view === 'admin' ? '/admin/orders' : '/user/orders';
  return (
    <Panel
      flush
      title={<Trans>Recent orders</Trans>}
      aside={orders?.length ? <ViewAll to={listPath} label={t`View all orders`} /> : null}
    >
      {orders === undefined ? <SkeletonRows /> : null}
      {orders?.length === 0 ? <NoOrders view={view} /> : null}
      <ul>
        {orders?.map((order) => (
          <OrderRow key={order.id} order={order} to={listPath} view={view} />
        ))}
      </ul>
    </Panel>
  );
}

function OrderRow({ order, to, view }: { order: Order; to: string; view: 'admin' | 'user' }) {
  const statuses = useStatuses();
  const [first] = order.items;
  return (
    <ListRow
      to={to}
      search={{ order: String(order.id) }}
      title={first ? first.product_name : `#${order.id}`}
      details={
        <>
          <chakra.span className="numbers">#{order.id}</chakra.span>
          {first?.variant_name ? <chakra.bdi truncate>{first.variant_name}</chakra.bdi> : null}
          {view === 'admin' ? <IsolatedText>{order.user_name}</IsolatedText> : null}
          <RelativeTime at={order.created_at} />
        </>
      }
      end={
        <>
          <MoneyText amount={order.total_price} fontWeight="medium" />
          <StatusBadge {...statuses.order(order.status, view)} />
        </>
      }
    />
  );
}

function NoOrders({ view }: { view: 'admin' | 'user' }) {
  if (useIsNeverLoaded()) return <NotLoaded />;
  if (view === 'admin')
    return (
      <EmptyState
        icon={ShoppingBag}
        title={<Trans>No orders yet</Trans>}
        description={<Trans>Orders appear here as customers place them.</Trans>}
      />
    );
  return (
    <EmptyState
      icon={ShoppingBag}
      title={<Trans>No orders yet</Trans>}
      description={<Trans>Choose something from the catalogue; it is paid from your balance.</Trans>}
      action={
        <ButtonLink to="/user/catalogue" variant="outline">
          <Trans>Browse the catalogue</Trans>
        </ButtonLink>
      }
    />
  );
}
