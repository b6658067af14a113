import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import type { TicketRow } from '../../../contract/tickets.ts';
import type { PendingState } from '../../sync/pending.ts';
import { useDates } from '../../text/dates.ts';
import { useStatuses } from '../../text/statuses.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ClippedText } from './clipped-text.tsx';
import { OrderLink } from './order-link.tsx';
import { TicketNumber } from './ticket-name.tsx';
import { TicketTypeMark } from './ticket-type.tsx';

/** The customer's columns (S2O-01). */
export function useOwnColumns(marks: ReadonlyMap<string, PendingState>): Column<TicketRow>[] {
  const { t } = useLingui();
  const statuses = useStatuses();
  const dates = useDates();
  return [
    { id: 'id', header: t`ID`, cell: ({ id, number }) => <TicketNumber number={number} mark={marks.get(id)} /> },
    {
      id: 'subject',
      header: t`Subject`,
      priority: 'lead',
      width: '22%',
      cell: ({ subject }) => (
        <chakra.span dir="auto" overflowWrap="anywhere">
          {subject}
        </chakra.span>
      ),
    },
    {
      id: 'content',
      header: t`Content`,
      priority: 'plain',
      width: '36%',
      cell: ({ content }) => (
        <chakra.span color="fg.muted">
          <ClippedText>{content}</ClippedText>
        </chakra.span>
      ),
    },
    { id: 'type', header: t`Type`, priority: 'extra', cell: ({ type }) => <TicketTypeMark type={type} /> },
    {
      id: 'status',
      header: t`Status`,
      priority: 'side',
      cell: ({ status }) => <StatusBadge {...statuses.ticket(status)} />,
    },
    {
      id: 'order',
      header: t`Order`,
      priority: 'extra',
      numbers: true,
      cell: ({ order_id }) => (order_id === null ? null : <OrderLink id={order_id} />),
    },
    {
      id: 'created',
      header: t`Created`,
      numbers: true,
      cell: ({ created_at }) => <chakra.span whiteSpace="nowrap">{dates.short(created_at)}</chakra.span>,
    },
  ];
}
