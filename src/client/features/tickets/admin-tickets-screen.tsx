import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { adminTicketPageSize } from '../../../contract/limits.ts';
import {
  endedStatuses,
  openTicketStatuses,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { indexedSource } from '../../lists/row-sources.ts';
import { currentDatabase } from '../../local/current.ts';
import { useDates } from '../../text/dates.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FloatingBars } from '../../ui/floating-bar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { BulkBar, BulkRunProgress } from './bulk-bar.tsx';
import { beginningOf } from './clipped-text.tsx';
import { StatusMenu } from './status-menu.tsx';
import { openTicketLabel, selectTicketLabel, TicketNumber, usePendingTickets, useTicketName } from './ticket-name.tsx';
import { adminTicketSource } from './ticket-source.ts';
import { TicketTypeMark } from './ticket-type.tsx';
import { useBulkChange } from './use-bulk-change.ts';
import { useAdmins, useAssigneeChoices, usePriorityChoices, useStatusChoices, useTypeChoices } from './use-choices.ts';
import { useTicketChange } from './use-ticket-actions.ts';
import { AssigneeMark, PriorityMark } from './work-menus.tsx';

function useListContext() {
  return { pendingStates: usePendingTickets(), admins: useAdmins() };
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
  ],
  views: [
    {
      label: msg({ message: 'Open', context: 'view of tickets' }),
      values: { status: openTicketStatuses },
      isCompleteOnDevice: true,
    },
    { label: msg({ message: 'Done', context: 'view of tickets' }), values: { status: endedStatuses } },
    { label: msg({ message: 'All', context: 'view of tickets' }), values: {} },
  ],
  pageSizes: [adminTicketPageSize],
  useContext: useListContext,
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      hideName: true,
      width: '4.5rem',
      cell: ({ id, number }, { pendingStates }) => <TicketNumber number={number} pending={pendingStates.get(id)} />,
    },
    {
      id: 'subject',
      header: msg`Subject`,
      cardPlace: 'lead',
      width: '30%',
      cell: ({ subject }) => <FreeText css={oneLine}>{subject}</FreeText>,
      below: ({ content }) => <Preview content={content} />,
    },
    { id: 'user', header: msg`Customer`, hideName: true, width: '17%', cell: (ticket) => <Customer ticket={ticket} /> },
    {
      id: 'type',
      header: msg`Type`,
      width: '6.5rem',
      cardPlace: 'extra',
      hideName: true,
      cell: ({ type }) => <TicketTypeMark type={type} />,
      below: ({ priority }) => (
        <SecondLine>{priority === 'medium' ? null : <PriorityMark priority={priority} />}</SecondLine>
      ),
    },
    {
      id: 'status',
      header: msg`Status`,
      width: '8.5rem',
      cardPlace: 'side',
      cell: (ticket) => <Status ticket={ticket} />,
      below: ({ assignee_id: id }, { admins }) => (
        <SecondLine>
          {id ? <AssigneeMark name={admins.find((admin) => admin.id === id)?.name ?? `#${id}`} /> : null}
        </SecondLine>
      ),
    },
    {
      id: 'created',
      header: msg`Created`,
      width: '7rem',
      hideName: true,
      cell: ({ created_at: at }) => <Created at={at} />,
    },
    {
      id: 'view',
      header: msg`View`,
      hideHeader: true,
      width: '4.5rem',
      cardPlace: 'actions',
      cell: (ticket) => <ViewLink ticket={ticket} />,
    },
  ],
  openLabel: openTicketLabel,
  selectLabel: selectTicketLabel,
  Empty: () => <EmptyState title={<Trans>There are no tickets yet.</Trans>} />,
  nothingFound: msg`No tickets match your search.`,
});

/** The tickets of all customers, newest first, with changes of many tickets at once (S2M). */
export function AdminTicketsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const admins = useAdmins();
  const bulk = useBulkChange();
  return (
    <ListPage
      list={allTickets}
      breadcrumb={[{ label: t`Dashboard`, to: '/dashboard' }]}
      onOpen={({ id }) => void navigate({ to: `/admin/tickets/${id}` })}
      renderBulkActions={({ rows, clear }) => (
        <FloatingBars>
          {bulk.run ? <BulkRunProgress run={bulk.run} bulk={bulk} admins={admins} /> : null}
          {rows.length > 0 ? (
            <BulkBar
              count={rows.length}
              busy={bulk.busy}
              admins={admins}
              me={currentDatabase().userId}
              onChange={(change) => void bulk.start(rows, change).then(clear)}
              onCancel={clear}
            />
          ) : null}
        </FloatingBars>
      )}
    />
  );
}

function Status({ ticket }: { ticket: TicketRow }) {
  const name = useTicketName();
  const changeTicket = useTicketChange();
  const change = (to: TicketRow['status']) => void changeTicket(ticket, { kind: 'ticket.status', to });
  return <StatusMenu status={ticket.status} ticketName={name(ticket)} onChange={change} />;
}

/** Hidden on phones, where a tap on the card opens the ticket. */
function ViewLink({ ticket }: { ticket: TicketRow }) {
  const { t } = useLingui();
  const name = useTicketName()(ticket);
  const to = `/admin/tickets/${ticket.id}`;
  return (
    <ButtonLink to={to} size="xs" variant="outline" hideBelow="sm" aria-label={t`View ${name}`}>
      <Trans>View</Trans>
    </ButtonLink>
  );
}

/** A second, smaller line of a cell. */
const SecondLine = chakra('div', {
  base: {
    display: 'flex',
    textStyle: 'xs',
    color: 'fg.muted',
    smDown: { display: 'none' },
    _empty: { display: 'none' },
  },
});

function Preview({ content }: { content: string }) {
  return (
    <FreeText css={oneLine} textStyle="xs" fontWeight="normal" color="fg.muted">
      {beginningOf(content)}
    </FreeText>
  );
}

function Customer({ ticket: { user_name: name, user_email: email } }: { ticket: TicketRow }) {
  return (
    <Box minW="0" overflowWrap="anywhere">
      <FreeText smDown={{ maxW: '10rem', truncate: true }} sm={oneLine}>
        {name}
      </FreeText>
      <FreeText textStyle="xs" color="fg.muted" css={oneLine} smDown={{ display: 'none' }}>
        {email}
      </FreeText>
    </Box>
  );
}

function Created({ at }: { at: string }) {
  const dates = useDates();
  return (
    <>
      <chakra.span display="block" whiteSpace="nowrap" smDown={{ display: 'none' }}>
        {dates.short(at)}
      </chakra.span>
      <RelativeTime at={at} ago display="block" textStyle="xs" color="fg.muted" smDown={{ display: 'none' }} />
      <RelativeTime at={at} hideFrom="sm" />
    </>
  );
}
