import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Receipt } from 'lucide-react';
import { pageSizes } from '../../../contract/limits.ts';
import { openOrderStatuses, orderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { orderSorts } from '../../../contract/sorts.ts';
import { may } from '../../api/session.ts';
import { customersOfServer, sortChoices, useCustomerChoices } from '../../lists/customer-choices.ts';
import { defineList } from '../../lists/define-list.ts';
import { OwnViews } from '../../lists/own-views.tsx';
import { usePeople } from '../../lists/people.ts';
import { indexedSource, type IndexedRows } from '../../lists/row-sources.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { readPendingStates, type PendingState } from '../../sync/pending.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useStatuses } from '../../text/statuses.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { SelectOption } from '../../ui/fields.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { AllItems, Customer, OrderMoment, OrderNumber, RowActions } from './admin-order-cells.tsx';
import { usePictures } from './order-items.tsx';
import { amountSort, dateSort } from './order-sorts.ts';
import { OrderStatusSelect } from './order-status-select.tsx';
import { ProofView } from './proof-view.tsx';
import { orderSource } from './queries.ts';

function useListContext(orders: readonly Order[]) {
  const db = currentDatabase();
  const pendingStates = useLiveQuery(() => readPendingStates(db, 'orders'), [db]) ?? noStates;
  return { people: usePeople(orders.map((order) => order.user_id)), pictures: usePictures(), pendingStates };
}

const noStates: ReadonlyMap<string, PendingState> = new Map();

export const orderRows: IndexedRows<Order> = indexedSource(orderSource);

/** The orders of all customers: id, user, products, total, status, date, attachment, actions (S2K-04). */
export const allOrders = defineList<Order, ReturnType<typeof useListContext>>({
  source: orderRows,
  records: 'orders',
  title: msg`Orders`,
  searchLabel: msg`Search orders`,
  hasFilterPanel: true,
  filters: [
    { name: 'status', label: msg`Status`, values: orderStatuses, useChoices: useAdminStatusChoices },
    { name: 'product', label: msg`Product`, useChoices: useProductChoices, isSearchable: true },
    {
      name: 'user',
      label: msg`Customer`,
      useChoices: useCustomerChoices,
      source: customersOfServer,
      isSearchable: true,
      isOffered: () => may('people'),
    },
    { kind: 'days', name: 'from', endName: 'to', label: msg`Date`, Control: DateRange },
  ],
  views: [
    {
      label: msg({ message: 'Open', context: 'view of orders' }),
      values: { status: openOrderStatuses },
    },
    {
      label: msg({ message: 'Done', context: 'view of orders' }),
      values: { status: orderStatuses.filter((status) => !openOrderStatuses.includes(status)) },
    },
    { label: msg({ message: 'All', context: 'view of orders' }), values: {} },
  ],
  ownViews: { storedAs: 'orderViews', Control: OwnViews },
  pageSizes,
  useContext: useListContext,
  sorts: [
    dateSort,
    amountSort,
    { by: 'customer', firstDirection: orderSorts.customer, asc: msg`Customer: A to Z`, desc: msg`Customer: Z to A` },
    {
      by: 'status',
      firstDirection: orderSorts.status,
      asc: msg`Status: open first`,
      desc: msg`Status: completed first`,
    },
  ],
  columns: [
    {
      id: 'id',
      opens: true,
      header: msg`ID`,
      hideLabelOnCard: true,
      cell: ({ id }, { pendingStates }) => <OrderNumber id={id} pending={pendingStates.get(String(id))} />,
      numbers: true,
      width: '4.25rem',
    },
    {
      id: 'user',
      header: msg`Customer`,
      sort: 'customer',
      width: '20%',
      cell: (order, { people }) => <Customer order={order} email={people.get(order.user_id)?.email} />,
      cardSlot: 'plain',
      placeholder: 'line',
    },
    {
      id: 'products',
      header: msg`Products`,
      cell: ({ items }, { pictures }) => <AllItems items={items} pictures={pictures} />,
      // Takes the width that the others leave.
      cardSlot: 'lead',
      placeholder: 'picture',
    },
    {
      id: 'total',
      header: msg`Total`,
      sort: 'amount',
      width: '5.5rem',
      cell: (order) => <MoneyText amount={order.total_price} fontWeight={{ base: 'semibold', sm: 'medium' }} />,
      align: 'end',
      numbers: true,
      // On a card before the status, whose width would leave too little of the product's name.
      cardSlot: 'side',
    },
    {
      id: 'status',
      header: msg`Status`,
      sort: 'status',
      cell: (order) => <OrderStatusSelect order={order} />,
      cardSlot: 'amount',
      width: '8.5rem',
    },
    {
      id: 'date',
      header: msg`Date`,
      sort: 'date',
      width: '7rem',
      hideLabelOnCard: true,
      cell: ({ created_at: at }) => <OrderMoment at={at} />,
      numbers: true,
    },
    {
      id: 'attachment',
      header: msg`Attachment`,
      hideHeaderInTable: true,
      hideLabelOnCard: true,
      cell: ({ id, file_url: url }) => (url === null ? null : <ProofView id={id} url={url} isCompact />),
      width: '3rem',
    },
    {
      id: 'actions',
      header: msg`Actions`,
      hideHeaderInTable: true,
      isOffered: () => may('orders.change'),
      cell: (order) => <RowActions order={order} />,
      // Not in the corner of a card, where it is empty: the total ends where the status ends.
      cardSlot: 'plain',
      align: 'end',
      width: '5.5rem',
    },
  ],
  openLabel: ({ id }) => msg`Open order ${id}`,
  selectLabel: ({ id }) => msg`Select order ${id}`,
  Empty: () => <EmptyState icon={Receipt} title={<Trans>There are no orders yet.</Trans>} />,
  nothingFound: msg`No orders found matching your criteria.`,
});

const none: readonly never[] = [];

/** Returns the statuses that an admin can choose. */
function useAdminStatusChoices(): SelectOption[] {
  const statuses = useStatuses();
  return orderStatuses.map((value) => ({ value, label: statuses.order(value).label }));
}

/** Returns the products by title; also those that are hidden now, because they have orders. */
function useProductChoices(): readonly SelectOption[] {
  const db = currentDatabase();
  return useLiveQuery(() => readProductChoices(db), [db]) ?? none;
}

const readProductChoices = async (db: LocalDatabase): Promise<SelectOption[]> =>
  sortChoices((await db.products.toArray()).map(({ id, title }) => ({ value: String(id), label: title })));
