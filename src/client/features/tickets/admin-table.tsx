import { Box } from '@chakra-ui/react/box';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { skeletonRows } from '../../../contract/limits.ts';
import type { Person } from '../../../contract/people.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useAdminColumns } from './admin-columns.tsx';
import { useTicketName } from './ticket-name.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { Selection } from './use-selection.ts';
import { useTicketChange } from './use-ticket-actions.ts';
import { useTicketMarks } from './use-tickets.ts';

interface Props {
  /** `undefined` while nothing has been read: skeleton rows. */
  rows: TicketRow[] | undefined;
  selection: Selection;
  admins: readonly Person[];
  empty: ReactNode;
}

/** The rows of the help desk, with the keyboard's way through them; on phones cards, with "select all" above them. */
export function AdminTable({ rows, selection, admins, empty }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = useTicketName();
  const set = useTicketChange();
  const columns = useAdminColumns({
    marks: useTicketMarks(),
    selection,
    admins,
    onStatus: (ticket, to) => void set(ticket, { kind: 'ticket.status', to }),
  });
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table);
  return (
    <Box ref={table}>
      {rows?.length ? (
        <Box hideFrom="sm" mb="1">
          <Checkbox
            label={<Trans>Select all on this page</Trans>}
            checked={selection.isAll}
            some={selection.isSome}
            onChange={selection.toggleAll}
          />
        </Box>
      ) : null}
      <DataTable
        label={t`Tickets`}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        skeletonRows={skeletonRows.table}
        isSelected={({ id }) => selection.has(id)}
        onRowOpen={({ id }) => void navigate({ to: `/admin/tickets/${id}` })}
        openLabel={(ticket) => t`Open ${name(ticket)}: ${ticket.subject}`}
        empty={empty}
      />
    </Box>
  );
}
