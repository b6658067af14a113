import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { adminTicketPageSize } from '../../../contract/limits.ts';
import { ticketPriorities, ticketStatuses, ticketTurns, ticketTypes } from '../../../contract/ticket-rules.ts';
import { ticketSorts } from '../../../contract/sorts.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { may } from '../../api/session.ts';
import { useBulkChange } from '../../forms/use-bulk-change.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { OwnViews } from '../../lists/own-views.tsx';
import { indexedSource } from '../../lists/row-sources.ts';
import { currentDatabase } from '../../local/current.ts';
import { customersOfServer, useCustomerChoices } from '../../lists/customer-choices.ts';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FloatingBars } from '../../ui/floating-bar.tsx';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { useQueueSearch } from './admin-queue.ts';
import { TicketKeysDialog, useTicketKeys } from './admin-ticket-keys.tsx';
import {
  CreatedLine,
  CustomerCell,
  LastAuthor,
  Preview,
  SecondLine,
  StatusCell,
  ViewLink,
  WaitingCell,
} from './admin-ticket-cells.tsx';
import { useTagChoices } from './admin-ticket-tags.tsx';
import { TicketBulkBar, TicketBulkProgress } from './bulk-bar.tsx';
import { openTicketLabel, selectTicketLabel, TicketNumber, usePendingTickets } from './ticket-name.tsx';
import { planChange } from './ticket-change.ts';
import { createdSort, dueSort, updatedSort } from './ticket-sorts.ts';
import { adminTicketSource } from './ticket-source.ts';
import { TicketTypeMark } from './ticket-type.tsx';
import { ticketViewsFor } from './ticket-views.ts';
import { useAdmins, useAssigneeChoices, usePriorityChoices, useStatusChoices, useTypeChoices } from './use-choices.ts';
import { AssigneeMark, PriorityMark } from './work-menus.tsx';

function useListContext() {
  return { pendingStates: usePendingTickets(), admins: useAdmins(), queue: useQueueSearch() };
}

/** The tickets of all customers (S2M-04). */
const allTickets = defineList<TicketRow, ReturnType<typeof useListContext>>({
  source: indexedSource(adminTicketSource),
  records: 'tickets',
  title: msg`Tickets`,
  searchLabel: msg`Search tickets`,
  filters: [
    { name: 'status', label: msg`Status`, values: ticketStatuses, useChoices: useStatusChoices },
    { name: 'type', label: msg`Type`, values: ticketTypes, useChoices: useTypeChoices },
    { name: 'priority', label: msg`Priority`, values: ticketPriorities, useChoices: usePriorityChoices },
    { name: 'assignee', label: msg`Assignee`, useChoices: useAssigneeChoices },
    { name: 'tag', label: msg`Tag`, useChoices: useTagChoices, isSearchable: true },
    {
      name: 'user',
      label: msg`Customer`,
      useChoices: useCustomerChoices,
      source: customersOfServer,
      isSearchable: true,
      isOffered: () => may('people'),
    },
    { kind: 'view', name: 'waiting', values: ticketTurns },
  ],
  hasFilterPanel: true,
  views: () => ticketViewsFor(currentDatabase().userId),
  ownViews: { storedAs: 'ticketViews', Control: OwnViews },
  pageSizes: [adminTicketPageSize],
  useContext: useListContext,
  sorts: [
    createdSort,
    dueSort,
    {
      by: 'waiting',
      firstDirection: ticketSorts.waiting,
      asc: msg`Longest waiting first`,
      desc: msg`Latest message first`,
    },
    updatedSort,
    {
      by: 'priority',
      firstDirection: ticketSorts.priority,
      desc: msg`Priority: high to low`,
      asc: msg`Priority: low to high`,
    },
  ],
  defaultSort: (values) => {
    if (dueSort.isOffered?.(values)) return { by: 'due', direction: dueSort.firstDirection };
    return values.waiting?.length ? { by: 'waiting', direction: ticketSorts.waiting } : undefined;
  },
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      sort: 'created',
      hideLabelOnCard: true,
      width: '4.25rem',
      cell: ({ id, number }, { pendingStates }) => <TicketNumber number={number} pending={pendingStates.get(id)} />,
    },
    {
      id: 'subject',
      header: msg`Subject`,
      cardSlot: 'lead',
      cell: ({ subject }) => <FreeText css={oneLine}>{subject}</FreeText>,
      below: ({ content }) => <Preview content={content} />,
    },
    {
      id: 'user',
      header: msg`Customer`,
      hideLabelOnCard: true,
      shrinks: true,
      width: '15%',
      cell: (ticket) => <CustomerCell ticket={ticket} />,
    },
    {
      id: 'type',
      header: msg`Type`,
      width: '6.5rem',
      cardSlot: 'extra',
      hideLabelOnCard: true,
      cell: ({ type }) => <TicketTypeMark type={type} isIconOnPhones />,
      below: ({ priority }) => (
        <SecondLine>{priority === 'medium' ? null : <PriorityMark priority={priority} />}</SecondLine>
      ),
    },
    {
      id: 'status',
      header: msg`Status`,
      width: '8.5rem',
      cardSlot: 'second',
      cell: (ticket) => <StatusCell ticket={ticket} />,
      below: ({ assignee_id: id }, { admins }) => (
        <SecondLine>
          {id ? <AssigneeMark name={admins.find((admin) => admin.id === id)?.name ?? `#${id}`} /> : null}
        </SecondLine>
      ),
    },
    {
      id: 'waiting',
      header: msg`Waiting since`,
      sort: 'waiting',
      width: '8.5rem',
      cardSlot: 'end',
      cell: (ticket) => <WaitingCell ticket={ticket} />,
      below: ({ created_at: at }) => <CreatedLine at={at} />,
    },
    {
      id: 'author',
      header: msg`Last message by`,
      width: '7.5rem',
      cardSlot: 'wide',
      cell: (ticket) => <LastAuthor ticket={ticket} />,
    },
    {
      id: 'view',
      header: msg`View`,
      hideHeaderInTable: true,
      width: '2.5rem',
      cardSlot: 'actions',
      cell: (ticket, { queue }) => <ViewLink ticket={ticket} queue={queue} />,
    },
  ],
  openLabel: openTicketLabel,
  selectLabel: selectTicketLabel,
  Empty: () => <EmptyState title={<Trans>There are no tickets yet.</Trans>} />,
  nothingFound: msg`No tickets match your search.`,
});

/** The tickets of all customers by whose turn it is, with changes of many tickets at once (S2M). */
export function AdminTicketsScreen() {
  const navigate = useNavigate();
  const admins = useAdmins();
  const bulk = useBulkChange(planChange);
  const queue = useQueueSearch();
  const [areKeysShown, setKeysShown] = useState(false);
  useTicketKeys({ help: () => setKeysShown(true) });
  return (
    <ListPage
      list={allTickets}
      breadcrumb={useHomeCrumb()}
      onOpen={({ id }) => void navigate({ to: `/admin/tickets/${id}`, search: queue as never })}
      renderBulkActions={({ rows, clear }, all) => (
        <FloatingBars>
          {bulk.run ? <TicketBulkProgress run={bulk.run} bulk={bulk} admins={admins} /> : null}
          {rows.length > 0 ? (
            <TicketBulkBar
              count={rows.length}
              all={all}
              saving={bulk.saving}
              busy={bulk.busy}
              admins={admins}
              me={currentDatabase().userId}
              onChange={(change) => void bulk.start(rows, change).then(clear)}
              onCancel={clear}
            />
          ) : null}
        </FloatingBars>
      )}
    >
      {() => (areKeysShown ? <TicketKeysDialog isList onClose={() => setKeysShown(false)} /> : null)}
    </ListPage>
  );
}
