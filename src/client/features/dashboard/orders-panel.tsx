import { Trans, useLingui } from '@lingui/react/macro';
import { ShoppingBag } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedRows } from '../../sync/use-live-query.ts';
import { useIsNeverLoaded } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NotLoaded, SkeletonRows } from './skeleton-rows.tsx';
import { OrderRow } from './order-row.tsx';
import { readRecentOrders } from './queries.ts';
import { ViewAll } from './view-all.tsx';

/** The newest orders with their status: a customer's own, or all for admins. */
export function OrdersPanel({ view }: { view: 'admin' | 'user' }) {
  const { t } = useLingui();
  const orders = useLoadedRows(() => readRecentOrders(currentDatabase()), []);
  const listPath = view === 'admin' ? '/admin/orders' : '/user/orders';
  return (
    <Panel
      flush
      title={<Trans>Recent orders</Trans>}
      aside={orders?.length ? <ViewAll to={listPath} label={t`View all orders`} /> : null}
    >
      {orders === undefined ? <SkeletonRows hasPictures /> : null}
      {orders?.length === 0 ? <NoOrders view={view} /> : null}
      <ul>
        {orders?.map((shown) => (
          <OrderRow key={shown.order.id} {...shown} to={listPath} view={view} />
        ))}
      </ul>
    </Panel>
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
