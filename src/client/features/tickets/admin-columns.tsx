import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import type { PendingState } from '../../sync/pending.ts';
import { useDates } from '../../text/dates.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { beginning } from './clipped-text.tsx';
import { StatusMenu } from './status-menu.tsx';
import { TicketNumber, useTicketName } from './ticket-name.tsx';
import { TicketTypeMark } from './ticket-type.tsx';
import type { Selection } from './use-selection.ts';

interface Options {
  marks: ReadonlyMap<string, PendingState>;
  selection: Selection;
  onStatus: (ticket: TicketRow, status: TicketStatus) => void;
}

/** The admin's columns (S2M-04). */
export function useAdminColumns({ marks, selection, onStatus }: Options): Column<TicketRow>[] {
  const { t } = useLingui();
  const name = useTicketName();
  return [
    {
      id: 'select',
      header: (
        <Checkbox
          label={t`Select all on this page`}
          hideLabel
          checked={selection.isAll}
          some={selection.isSome}
          onChange={selection.toggleAll}
        />
      ),
      width: '2.5rem',
      priority: 'actions',
      cell: (ticket) => (
        <Checkbox
          label={t`Select ${name(ticket)}`}
          hideLabel
          checked={selection.has(ticket.id)}
          onChange={() => selection.toggle(ticket.id)}
        />
      ),
    },
    {
      id: 'id',
      header: t`ID`,
      width: '5.5rem',
      cell: ({ id, number }) => <TicketNumber number={number} mark={marks.get(id)} />,
    },
    { id: 'subject', header: t`Subject`, priority: 'lead', cell: (ticket) => <Subject ticket={ticket} /> },
    {
      id: 'user',
      header: t`User`,
      width: '19%',
      cell: ({ user_name, user_email }) => <User name={user_name} email={user_email} />,
    },
    {
      id: 'type',
      header: t`Type`,
      width: '7.5rem',
      priority: 'extra',
      cell: ({ type }) => <TicketTypeMark type={type} />,
    },
    {
      id: 'status',
      header: t`Status`,
      width: '8.5rem',
      cell: (ticket) => (
        <StatusMenu status={ticket.status} of={name(ticket)} onChange={(status) => onStatus(ticket, status)} />
      ),
    },
    {
      id: 'created',
      header: t`Created`,
      width: '8rem',
      numbers: true,
      cell: ({ created_at }) => <Created at={created_at} />,
    },
    {
      id: 'view',
      header: (
        <chakra.span srOnly>
          <Trans>View</Trans>
        </chakra.span>
      ),
      width: '4.5rem',
      priority: 'actions',
      cell: (ticket) => (
        <ButtonLink
          to={`/admin/tickets/${ticket.id}`}
          size="xs"
          variant="outline"
          hideBelow="sm"
          aria-label={t`View ${name(ticket)}`}
        >
          <Trans>View</Trans>
        </ButtonLink>
      ),
    },
  ];
}

function Subject({ ticket }: { ticket: TicketRow }) {
  return (
    <>
      <chakra.span display="block" dir="auto" overflowWrap="anywhere" lineClamp={{ base: 3, sm: 1 }}>
        {ticket.subject}
      </chakra.span>
      <chakra.span
        display="block"
        dir="auto"
        textStyle="xs"
        fontWeight="normal"
        color="fg.muted"
        overflowWrap="anywhere"
        lineClamp={{ base: 2, sm: 1 }}
      >
        {beginning(ticket.content)}
      </chakra.span>
    </>
  );
}

function User({ name, email }: { name: string; email: string }) {
  return (
    <Box minW="0" overflowWrap="anywhere">
      <chakra.span display="block" lineClamp={1}>
        <PersonName>{name}</PersonName>
      </chakra.span>
      <chakra.span display="block" textStyle="xs" color="fg.muted" lineClamp={1}>
        <PersonName>{email}</PersonName>
      </chakra.span>
    </Box>
  );
}

function Created({ at }: { at: string }) {
  const dates = useDates();
  return (
    <Box>
      <chakra.span display="block" whiteSpace="nowrap">
        {dates.short(at)}
      </chakra.span>
      <RelativeTime at={at} display="block" textStyle="xs" color="fg.muted" />
    </Box>
  );
}
