import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { CircleQuestionMark, LifeBuoy, Plus } from 'lucide-react';
import { pageSizes } from '../../../contract/limits.ts';
import { endedStatuses, openTicketStatuses, ticketStatuses } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { indexedSource } from '../../lists/row-sources.ts';
import { useStatuses } from '../../text/statuses.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ClippedText } from './clipped-text.tsx';
import { OrderLink } from './order-link.tsx';
import { createdSort, updatedSort } from './ticket-sorts.ts';
import { openTicketLabel, TicketNumber, usePendingTickets } from './ticket-name.tsx';
import { ownTicketSource } from './ticket-source.ts';
import { TicketTypeMark } from './ticket-type.tsx';
import { useStatusChoices } from './use-choices.ts';

const createPath = '/user/tickets/create';

function useListContext() {
  return { pendingStates: usePendingTickets(), statuses: useStatuses() };
}

/** A customer's tickets: number, subject, content, type, status, order, date (S2O-01). */
const ownTickets = defineList<TicketRow, ReturnType<typeof useListContext>>({
  source: indexedSource(ownTicketSource),
  records: 'tickets',
  title: msg`Tickets`,
  searchLabel: msg`Search tickets`,
  filters: [{ name: 'status', label: msg`Status`, values: ticketStatuses, useChoices: useStatusChoices }],
  views: [
    {
      label: msg({ message: 'Open', context: 'view of tickets' }),
      values: { status: openTicketStatuses },
      isCompleteOnDevice: true,
    },
    { label: msg({ message: 'Done', context: 'view of tickets' }), values: { status: endedStatuses } },
    { label: msg({ message: 'All', context: 'view of tickets' }), values: {} },
  ],
  pageSizes,
  useContext: useListContext,
  sorts: [createdSort, updatedSort],
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      hideLabelOnCard: true,
      cell: ({ id, number }, { pendingStates }) => <TicketNumber number={number} pending={pendingStates.get(id)} />,
    },
    {
      id: 'subject',
      header: msg`Subject`,
      cardSlot: 'lead',
      width: '22%',
      cell: ({ subject }) => (
        <FreeText lineClamp={{ sm: 2 }} smDown={oneLine}>
          {subject}
        </FreeText>
      ),
    },
    {
      id: 'content',
      header: msg`Content`,
      cardSlot: 'plain',
      width: '36%',
      cell: ({ content }) => <ClippedText>{content}</ClippedText>,
    },
    {
      id: 'type',
      header: msg`Type`,
      cardSlot: 'extra',
      hideLabelOnCard: true,
      cell: ({ type }) => <TicketTypeMark type={type} />,
    },
    {
      id: 'status',
      header: msg`Status`,
      cardSlot: 'side',
      cell: ({ status }, { statuses }) => <StatusBadge {...statuses.ticket(status)} />,
    },
    {
      id: 'order',
      header: msg`Order`,
      cardSlot: 'extra',
      numbers: true,
      cell: ({ order_id: id }) => (id === null ? null : <OrderLink id={id} />),
    },
    {
      id: 'created',
      header: msg`Created`,
      sort: 'created',
      hideLabelOnCard: true,
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
    },
  ],
  openLabel: openTicketLabel,
  Empty: NoTickets,
  nothingFound: msg`No tickets match your search.`,
});

/** The customer's own tickets, newest first. */
export function UserTicketsScreen() {
  const navigate = useNavigate();
  return (
    <ListPage
      list={ownTickets}
      onOpen={({ id }) => void navigate({ to: `/user/tickets/${id}` })}
      actions={
        <ButtonLink to={createPath}>
          <Plus aria-hidden="true" />
          <Trans>New ticket</Trans>
        </ButtonLink>
      }
    />
  );
}

function NoTickets() {
  return (
    <EmptyState
      icon={LifeBuoy}
      title={<Trans>You have no tickets yet.</Trans>}
      description={<Trans>Write to us when something is not as it should be. You can do it offline, too.</Trans>}
      action={
        <ButtonLink to="/dashboard/help" variant="outline">
          <CircleQuestionMark aria-hidden="true" />
          <Trans>Read the help</Trans>
        </ButtonLink>
      }
    />
  );
}
