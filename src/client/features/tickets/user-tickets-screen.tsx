import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { LifeBuoy, Plus } from 'lucide-react';
import { pageSizeDefault, pageSizes } from '../../../contract/limits.ts';
import { ticketStatuses, type TicketRow } from '../../../contract/tickets.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { NothingFound } from './nothing-found.tsx';
import { useOwnColumns } from './own-columns.tsx';
import { OnDeviceNote } from '../../ui/on-device-note.tsx';
import { TicketFilters } from './ticket-filters.tsx';
import { useTicketName } from './ticket-name.tsx';
import { useTicketList } from './use-ticket-list.ts';
import { useTicketMarks } from './use-tickets.ts';

const createPath = '/user/tickets/create';

/** The customer's own tickets, newest first, from the device. */
export function UserTicketsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = useTicketName();
  const { online, lastSyncAt, firstLoad } = useSyncStatus();
  const { state, set, clear, active } = useListState({ page: 1, per_page: pageSizeDefault, search: '', status: [] });
  const { page, per_page: perPage, search } = state;
  const found = useTicketList(
    { page, perPage, search, status: ticketStatuses.filter((one) => state.status.includes(one)), type: [] },
    'user',
  );
  const columns = useOwnColumns(useTicketMarks());
  const isFiltered = active('search', 'status') > 0;
  const open = (ticket: TicketRow) => void navigate({ to: `/user/tickets/${ticket.id}` });

  return (
    <>
      <PageHeader
        title={t`Tickets`}
        count={found.total}
        actions={
          <ButtonLink to={createPath}>
            <Plus aria-hidden="true" />
            <Trans>New ticket</Trans>
          </ButtonLink>
        }
      />
      <TicketFilters state={state} set={set} clear={clear} isFiltered={isFiltered} />
      <DataTable
        label={t`Tickets`}
        columns={columns}
        rows={found.rows}
        rowKey={({ id }) => id}
        onRowOpen={open}
        openLabel={(ticket) => t`Open ${name(ticket)}: ${ticket.subject}`}
        empty={isFiltered ? <NothingFound onClear={() => clear()} /> : <NoTickets />}
      />
      <Pager
        page={page}
        perPage={perPage}
        shown={found.rows?.length ?? 0}
        total={found.total}
        onPage={(to) => set({ page: to })}
        perPageChoices={pageSizes}
        onPerPage={(per_page) => set({ per_page })}
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

function NoTickets() {
  return (
    <EmptyState
      icon={LifeBuoy}
      title={<Trans>You have no tickets yet.</Trans>}
      description={<Trans>Write to us when something is not as it should be. You can do it offline, too.</Trans>}
      action={
        <ButtonLink to={createPath} variant="outline">
          <Plus aria-hidden="true" />
          <Trans>New ticket</Trans>
        </ButtonLink>
      }
    />
  );
}
