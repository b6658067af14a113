import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Person } from '../../../contract/people.ts';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import type { PendingState } from '../../sync/pending.ts';
import { useDates } from '../../text/dates.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UserLine } from '../../ui/user-line.tsx';
import { beginning } from './clipped-text.tsx';
import { StatusMenu } from './status-menu.tsx';
import { TicketNumber, useTicketName } from './ticket-name.tsx';
import { TicketTypeMark } from './ticket-type.tsx';
import type { Selection } from './use-selection.ts';
import { AssigneeMark, PriorityMark } from './work-menus.tsx';

interface Options {
  marks: ReadonlyMap<string, PendingState>;
  selection: Selection;
  admins: readonly Person[];
  onStatus: (ticket: TicketRow, status: TicketStatus) => void;
}

/** The admin's columns (S2M-04). */
export function useAdminColumns({ marks, selection, admins, onStatus }: Options): Column<TicketRow>[] {
  const { t } = useLingui();
  const name = useTicketName();
  const status = (ticket: TicketRow) => (
    <StatusMenu status={ticket.status} of={name(ticket)} onChange={(to) => onStatus(ticket, to)} />
  );
  const number = ({ id, number }: TicketRow) => <TicketNumber number={number} mark={marks.get(id)} />;
  return [
    useSelectColumn(selection),
    { id: 'id', header: t`ID`, width: '4.5rem', cell: number },
    {
      id: 'subject',
      header: t`Subject`,
      priority: 'lead',
      width: '30%',
      cell: (ticket) => <UserLine lineClamp={{ base: 3, sm: 1 }}>{ticket.subject}</UserLine>,
      below: (ticket) => <Preview content={ticket.content} />,
    },
    { id: 'user', header: t`Customer`, width: '17%', cell: (ticket) => <User ticket={ticket} /> },
    {
      id: 'type',
      header: t`Type`,
      width: '6.5rem',
      priority: 'extra',
      cell: ({ type }) => <TicketTypeMark type={type} />,
      below: ({ priority }) => <Second>{priority === 'medium' ? null : <PriorityMark priority={priority} />}</Second>,
    },
    {
      id: 'status',
      header: t`Status`,
      width: '8.5rem',
      cell: status,
      below: ({ assignee_id: id }) => (
        <Second>{id ? <AssigneeMark name={admins.find((admin) => admin.id === id)?.name ?? `#${id}`} /> : null}</Second>
      ),
    },
    {
      id: 'created',
      header: t`Created`,
      width: '7rem',
      numbers: true,
      cell: ({ created_at: at }) => <Created at={at} />,
    },
    useViewColumn(),
  ];
}

function useSelectColumn({ isAll, isSome, has, toggle, toggleAll }: Selection): Column<TicketRow> {
  const { t } = useLingui();
  const name = useTicketName();
  return {
    id: 'select',
    header: (
      <Checkbox label={t`Select all on this page`} hideLabel checked={isAll} some={isSome} onChange={toggleAll} />
    ),
    width: '2.5rem',
    priority: 'actions',
    cell: (ticket) => (
      <Checkbox
        label={t`Select ${name(ticket)}`}
        hideLabel
        checked={has(ticket.id)}
        onChange={() => toggle(ticket.id)}
      />
    ),
  };
}

/** On phones the whole card opens, so there it has no button. */
function useViewColumn(): Column<TicketRow> {
  const { t } = useLingui();
  const name = useTicketName();
  const path = ({ id }: TicketRow) => `/admin/tickets/${id}`;
  return {
    id: 'view',
    header: <Hidden>{t`View`}</Hidden>,
    width: '4.5rem',
    priority: 'actions',
    cell: (ticket) => (
      <ButtonLink to={path(ticket)} size="xs" variant="outline" hideBelow="sm" aria-label={t`View ${name(ticket)}`}>
        <Trans>View</Trans>
      </ButtonLink>
    ),
  };
}

const Hidden = chakra('span', { base: { srOnly: true } });

/** A second, smaller line of a cell. */
const Second = chakra('div', { base: { textStyle: 'xs', mt: '1', _empty: { display: 'none' } } });

function Preview({ content }: { content: string }) {
  return (
    <UserLine lineClamp={{ base: 2, sm: 1 }} textStyle="xs" fontWeight="normal" color="fg.muted">
      {beginning(content)}
    </UserLine>
  );
}

function User({ ticket: { user_name: name, user_email: email } }: { ticket: TicketRow }) {
  return (
    <Box minW="0" overflowWrap="anywhere" textAlign={{ base: 'end', sm: 'start' }}>
      <UserLine lineClamp={1}>{name}</UserLine>
      <UserLine textStyle="xs" color="fg.muted" lineClamp={1}>
        {email}
      </UserLine>
    </Box>
  );
}

function Created({ at }: { at: string }) {
  const dates = useDates();
  return (
    <Box textAlign={{ base: 'end', sm: 'start' }}>
      <chakra.span display="block" whiteSpace="nowrap">
        {dates.short(at)}
      </chakra.span>
      <RelativeTime at={at} display="block" textStyle="xs" color="fg.muted" />
    </Box>
  );
}
