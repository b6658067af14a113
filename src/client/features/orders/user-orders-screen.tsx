import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Receipt } from 'lucide-react';
import { pageSizes } from '../../../contract/limits.ts';
import { openOrderStatuses, orderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { indexedSource } from '../../lists/row-sources.ts';
import { useStatuses } from '../../text/statuses.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';
import { AttachmentLink } from './attachment-link.tsx';
import { OrderDetailsDialog } from './order-details-dialog.tsx';
import { ItemNames } from './order-items.tsx';
import { OrdersInDoubt } from './order-notices.tsx';
import { orderSource } from './queries.ts';

/** A customer's orders: id, products, total, status, date, attachment (S2L-01). */
const ownOrders = defineList<Order, { statusOf: ReturnType<typeof useStatuses>['order'] }>({
  source: indexedSource(orderSource),
  records: 'orders',
  title: msg`Orders`,
  searchLabel: msg`Search orders`,
  filters: [
    {
      name: 'status',
      label: msg`Status`,
      values: orderStatuses,
      useChoices: useStatusChoices,
    },
  ],
  views: [
    { label: msg({ message: 'Open', context: 'view of orders' }), values: { status: openOrderStatuses } },
    {
      label: msg({ message: 'Done', context: 'view of orders' }),
      values: { status: orderStatuses.filter((status) => !openOrderStatuses.includes(status)) },
    },
    { label: msg({ message: 'All', context: 'view of orders' }), values: {} },
  ],
  pageSizes,
  useContext: () => ({ statusOf: useStatuses().order }),
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      cell: ({ id }) => `#${id}`,
      hideName: true,
      opens: true,
      numbers: true,
      width: '6rem',
    },
    { id: 'products', header: msg`Products`, cell: ({ items }) => <OneLine items={items} />, cardPlace: 'lead' },
    {
      id: 'total',
      header: msg`Total`,
      cell: (order) => <MoneyText amount={order.total_price} fontWeight="medium" />,
      align: 'end',
      numbers: true,
      cardPlace: 'amount',
    },
    {
      id: 'status',
      header: msg`Status`,
      cell: ({ status }, { statusOf }) => <StatusBadge {...statusOf(status)} />,
      cardPlace: 'side',
    },
    { id: 'date', header: msg`Date`, hideName: true, cell: (order) => <RelativeTime at={order.created_at} /> },
    {
      id: 'attachment',
      header: msg`Attachment`,
      hideName: true,
      cell: ({ file_url: url, id }) => <AttachmentLink url={url} orderId={id} />,
    },
  ],
  openLabel: ({ id }) => msg`Open order ${id}`,
  Empty: NoOrders,
  nothingFound: msg`No orders found matching your criteria.`,
});

/** A customer's own orders, newest first; a row opens its details (S2L). */
export function UserOrdersScreen() {
  const details = useUrlDialog('order');
  return (
    <ListPage list={ownOrders} belowTitle={<OrdersInDoubt />} onOpen={({ id }) => details.open(id)}>
      {(rows) =>
        details.id === null ? null : (
          <OrderDetailsDialog
            key={details.id}
            id={details.id}
            listed={rows.find(({ id }) => id === details.id)}
            onClose={details.close}
          />
        )
      }
    </ListPage>
  );
}

/** The products: one line on phones. */
function OneLine({ items }: Pick<Order, 'items'>) {
  return (
    <FreeText lineClamp={{ sm: 2 }} smDown={oneLine}>
      <ItemNames items={items} />
    </FreeText>
  );
}

function useStatusChoices() {
  const statuses = useStatuses();
  return orderStatuses.map((value) => ({ value, label: statuses.order(value).label }));
}

function NoOrders() {
  return (
    <EmptyState
      icon={Receipt}
      title={<Trans>You have not ordered anything yet.</Trans>}
      description={<Trans>Your orders and what was delivered appear here.</Trans>}
      action={
        <ButtonLink to="/user/catalogue">
          <Trans>Browse the catalogue</Trans>
        </ButtonLink>
      }
    />
  );
}
