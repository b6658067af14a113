import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { skeletonRows } from '../../../contract/limits.ts';
import { useStatuses } from '../../text/statuses.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AttachmentLink } from './attachment-link.tsx';
import { OrderDate } from './order-date.tsx';
import { ItemNames } from './order-items.tsx';

interface Props {
  /** `undefined` while they are coming. */
  orders: readonly Order[] | undefined;
  onOpen: (id: number) => void;
  empty: ReactNode;
}

/** A customer's orders: id, products, total, status, date, attachment (S2L-01). */
export function OrderTable({ orders, onOpen, empty }: Props) {
  const { t } = useLingui();
  const columns = useColumns();
  return (
    <DataTable
      label={t`Orders`}
      columns={columns}
      rows={orders}
      rowKey={(order) => order.id}
      onRowOpen={(order) => onOpen(order.id)}
      openLabel={(order) => t`Open order ${order.id}`}
      skeletonRows={skeletonRows.table}
      empty={empty}
    />
  );
}

function useColumns(): Column<Order>[] {
  const { t } = useLingui();
  const statuses = useStatuses();
  return [
    { id: 'id', header: t`ID`, cell: ({ id }) => `#${id}`, priority: 'lead', numbers: true, width: '6rem' },
    { id: 'products', header: t`Products`, cell: ({ items }) => <ItemNames items={items} />, priority: 'plain' },
    {
      id: 'total',
      header: t`Total`,
      cell: (order) => <MoneyText amount={order.total_price} fontWeight="medium" />,
      align: 'end',
      numbers: true,
    },
    {
      id: 'status',
      header: t`Status`,
      cell: ({ status }) => <StatusBadge {...statuses.order(status)} />,
      priority: 'side',
    },
    { id: 'date', header: t`Date`, cell: (order) => <OrderDate at={order.created_at} />, numbers: true },
    {
      id: 'attachment',
      header: t`Attachment`,
      cell: ({ file_url: url, id }) => <AttachmentLink url={url} orderId={id} />,
    },
  ];
}
