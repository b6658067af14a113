import { Box } from '@chakra-ui/react/box';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { adminTicketPageSize, skeletonRows } from '../../../contract/limits.ts';
import { ticketStatuses, ticketTypes, type TicketRow, type TicketStatus } from '../../../contract/tickets.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { useAdminColumns } from './admin-columns.tsx';
import { BulkBar, BulkProgress } from './bulk-bar.tsx';
import { NothingFound } from './nothing-found.tsx';
import { OnDeviceNote } from './on-device-note.tsx';
import { TicketFilters } from './ticket-filters.tsx';
import { useTicketName } from './ticket-name.tsx';
import { useBulkStatus } from './use-bulk-status.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from './use-selection.ts';
import { useTicketActions } from './use-ticket-actions.ts';
import { useTicketList } from './use-ticket-list.ts';
import { useTicketMarks } from './use-tickets.ts';

/** Everybody's tickets, newest first: the list the help desk lives in. */
export function AdminTicketsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = useTicketName();
  const { online, lastSyncAt } = useSyncStatus();
  const list = useListState({ page: 1, search: '', status: [], type: [] });
  const { page, search, status, type } = list.state;
  const filter = {
    search,
    status: ticketStatuses.filter((one) => status.includes(one)),
    type: ticketTypes.filter((one) => type.includes(one)),
  };
  const found = useTicketList({ ...filter, page, perPage: adminTicketPageSize }, 'admin');
  const rows = found.rows ?? [];
  const selection = useSelection(rows, JSON.stringify(filter));
  const bulk = useBulkStatus();
  const { setStatus } = useTicketActions();
  const columns = useAdminColumns({
    marks: useTicketMarks(),
    selection,
    onStatus: (ticket, to) => void setStatus(ticket, to),
  });
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table);
  const isFiltered = list.active('search', 'status', 'type') > 0;
  const setAll = (to: TicketStatus) => void bulk.start(selection.tickets(), to).then(selection.clear);

  return (
    <>
      <PageHeader title={t`Tickets`} breadcrumb={[{ label: t`Dashboard`, to: '/dashboard' }]} count={found.total} />
      <TicketFilters {...list} isFiltered={isFiltered} />
      {bulk.run ? <BulkProgress run={bulk.run} bulk={bulk} /> : null}
      {selection.count > 0 ? (
        <BulkBar count={selection.count} busy={bulk.busy} onStatus={setAll} onCancel={selection.clear} />
      ) : null}
      {rows.length > 0 ? (
        <Box hideFrom="sm" mb="1">
          <Checkbox
            label={<Trans>Select all on this page</Trans>}
            checked={selection.isAll}
            some={selection.isSome}
            onChange={selection.toggleAll}
          />
        </Box>
      ) : null}
      <Box ref={table}>
        <DataTable
          label={t`Tickets`}
          columns={columns}
          rows={found.rows}
          rowKey={({ id }) => id}
          skeletonRows={skeletonRows.table}
          isSelected={({ id }) => selection.has(id)}
          onRowOpen={(ticket: TicketRow) => void navigate({ to: `/admin/tickets/${ticket.id}` })}
          openLabel={(ticket) => t`Open ${name(ticket)}: ${ticket.subject}`}
          empty={
            isFiltered ? (
              <NothingFound onClear={() => list.clear()} />
            ) : (
              <EmptyState title={<Trans>There are no tickets yet.</Trans>} />
            )
          }
        />
      </Box>
      <Pager
        page={page}
        perPage={adminTicketPageSize}
        shown={rows.length}
        total={found.total}
        onPage={(to) => list.set({ page: to })}
      />
      <OnDeviceNote {...found} online={online} />
      <AgeNote at={lastSyncAt} online={online} />
    </>
  );
}
