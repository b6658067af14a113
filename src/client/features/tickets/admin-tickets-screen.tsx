import { Trans, useLingui } from '@lingui/react/macro';
import { adminTicketPageSize } from '../../../contract/limits.ts';
import { ticketPriorities, ticketStatuses, ticketTypes } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { readAdmins } from '../../local/people.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { AdminTable } from './admin-table.tsx';
import { BulkBar, BulkProgress } from './bulk-bar.tsx';
import { NothingFound } from './nothing-found.tsx';
import { OnDeviceNote } from '../../ui/on-device-note.tsx';
import { TicketFilters } from './ticket-filters.tsx';
import type { TicketChange } from './ticket-change.ts';
import { useBulkStatus } from './use-bulk-status.ts';
import { useSelection } from './use-selection.ts';
import { useTicketList } from './use-ticket-list.ts';

/** Everybody's tickets, newest first: the list the help desk lives in. */
export function AdminTicketsScreen() {
  const { t } = useLingui();
  const { online, lastSyncAt, firstLoad } = useSyncStatus();
  const db = currentDatabase();
  const admins = useLiveQuery(() => readAdmins(db), [db]) ?? [];
  const list = useListState({ page: 1, search: '', status: [], type: [], priority: [], assignee: [] });
  const { page, search, status, type, priority, assignee } = list.state;
  const filter = {
    search,
    status: ticketStatuses.filter((one) => status.includes(one)),
    type: ticketTypes.filter((one) => type.includes(one)),
    priority: ticketPriorities.filter((one) => priority.includes(one)),
    assignee,
  };
  const found = useTicketList({ ...filter, page, perPage: adminTicketPageSize }, 'admin');
  const selection = useSelection(found.rows ?? [], JSON.stringify(filter));
  const bulk = useBulkStatus();
  const isFiltered = list.active('search', 'status', 'type', 'priority', 'assignee') > 0;
  const setAll = (change: TicketChange) => void bulk.start(selection.tickets(), change).then(selection.clear);
  const nothing = isFiltered ? (
    <NothingFound onClear={() => list.clear()} />
  ) : (
    <EmptyState title={<Trans>There are no tickets yet.</Trans>} />
  );
  return (
    <>
      <PageHeader title={t`Tickets`} breadcrumb={[{ label: t`Dashboard`, to: '/dashboard' }]} count={found.total} />
      <TicketFilters {...list} isFiltered={isFiltered} admins={admins} />
      {bulk.run ? <BulkProgress run={bulk.run} bulk={bulk} admins={admins} /> : null}
      {selection.count > 0 ? (
        <BulkBar
          count={selection.count}
          busy={bulk.busy}
          admins={admins}
          me={db.userId}
          onChange={setAll}
          onCancel={selection.clear}
        />
      ) : null}
      <AdminTable rows={found.rows} selection={selection} admins={admins} empty={nothing} />
      <Pager
        page={page}
        perPage={adminTicketPageSize}
        shown={found.rows?.length ?? 0}
        total={found.total}
        onPage={(to) => list.set({ page: to })}
      />
      <OnDeviceNote
        records="tickets"
        onDevice={found.onDevice}
        beyond={found.beyond}
        online={online}
        firstLoad={firstLoad}
      />
      <AgeNote at={lastSyncAt} online={online} />
    </>
  );
}
