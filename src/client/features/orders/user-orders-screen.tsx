import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ShoppingBag } from 'lucide-react';
import { pageSizes } from '../../../contract/limits.ts';
import { openOrderStatuses, orderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { indexedSource } from '../../lists/row-sources.ts';
import type { ProductPictures } from '../../local/product-pictures.ts';
import { useStatuses, type StatusLook } from '../../text/statuses.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';
import { OrderDetailsDialog } from './order-details-dialog.tsx';
import { ItemNames, ItemPicture, usePictures } from './order-items.tsx';
import { OrdersInDoubt } from './order-notices.tsx';
import { amountSort, dateSort } from './order-sorts.ts';
import { ProofView } from './proof-view.tsx';
import { orderSource } from './queries.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

const useListContext = () => ({ lookOf: useLook(), pictures: usePictures() });

/** A customer's orders: id, products, total, status, date, attachment (S2L-01). */
const ownOrders = defineList<Order, ReturnType<typeof useListContext>>({
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
  useContext: useListContext,
  sorts: [dateSort, amountSort],
  days: { sort: dateSort.by, of: ({ created_at: at }) => at },
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      cell: ({ id }) => `#${id}`,
      hideLabelOnCard: true,
      opens: true,
      numbers: true,
      width: '6rem',
    },
    {
      id: 'products',
      header: msg`Products`,
      cell: ({ items }, { pictures }) => <Products items={items} pictures={pictures} />,
      cardSlot: 'lead',
    },
    {
      id: 'total',
      header: msg`Total`,
      sort: 'amount',
      cell: (order) => <MoneyText amount={order.total_price} fontWeight="medium" />,
      align: 'end',
      numbers: true,
      cardSlot: 'side',
    },
    {
      id: 'status',
      header: msg`Status`,
      cell: (order, { lookOf }) => <StatusBadge {...lookOf(order)} />,
      // Beside an amount the title is wider than beside a status.
      cardSlot: 'amount',
    },
    {
      id: 'date',
      header: msg`Date`,
      sort: 'date',
      hideLabelOnCard: true,
      cell: (order, _, isUnderDay) => <RelativeTime at={order.created_at} isUnderDay={isUnderDay} />,
    },
    {
      id: 'attachment',
      header: msg`Attachment`,
      hideLabelOnCard: true,
      cell: ({ id, file_url: url }) => (url === null ? null : <ProofView id={id} url={url} isCompact />),
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

/** The picture of the first product and two lines of names; on the cards of phones the picture is at the start. */
function Products({ items, pictures }: Pick<Order, 'items'> & { pictures: ProductPictures }) {
  return (
    <Box as="span" display={{ base: 'block', sm: 'flex' }} alignItems="center" gap="2.5" minW="0">
      <ItemPicture items={items} pictures={pictures} data-row-picture="" css={rowPicture} />
      <chakra.span display="block" minW="0" lineClamp={2}>
        <ItemNames items={items} />
      </chakra.span>
    </Box>
  );
}

const rowPicture = {
  boxSize: { base: '10', sm: '8' },
  position: { base: 'absolute', sm: 'static' },
  insetStart: '3.5',
  insetY: '0',
  my: 'auto',
  '@media (max-width: 22em)': { display: 'none' },
} as const;

/** Returns the status of an order in words, or that support waits for a correction. */
function useLook() {
  const { t } = useLingui();
  const statuses = useStatuses();
  return ({ status, ask }: Order): StatusLook =>
    ask ? { label: t`Please correct`, tone: 'red' } : statuses.order(status);
}

function useStatusChoices() {
  const statuses = useStatuses();
  return orderStatuses.map((value) => ({ value, label: statuses.order(value).label }));
}

function NoOrders() {
  return (
    <EmptyState
      icon={ShoppingBag}
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
