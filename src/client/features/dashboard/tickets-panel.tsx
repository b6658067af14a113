import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { TicketRow as Ticket } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { readPendingStates } from '../../sync/pending.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useIsNeverLoaded } from '../../sync/use-sync-status.ts';
import { Panel } from '../../ui/panel.tsx';
import { NotLoaded, SkeletonRows } from './skeleton-rows.tsx';
import { TicketRow } from './ticket-row.tsx';
import { ViewAll } from './view-all.tsx';

interface Props {
  title: ReactNode;
  /** Undefined until they are known. */
  tickets: readonly Ticket[] | undefined;
  view: 'admin' | 'user';
  /** Shown instead of an empty list. */
  empty: ReactNode;
}

/** A small list of tickets. */
export function TicketsPanel({ title, tickets, view, empty }: Props) {
  const isNeverLoaded = useIsNeverLoaded();
  const { t } = useLingui();
  const pending = useLiveQuery(() => readPendingStates(currentDatabase(), 'tickets'), []);
  const listPath = view === 'admin' ? '/admin/tickets' : '/user/tickets';
  return (
    <Panel flush title={title} aside={tickets?.length ? <ViewAll to={listPath} label={t`View all tickets`} /> : null}>
      {tickets === undefined ? <SkeletonRows /> : null}
      {tickets?.length === 0 ? isNeverLoaded ? <NotLoaded /> : empty : null}
      <ul>
        {tickets?.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} view={view} pending={pending?.get(ticket.id)} />
        ))}
      </ul>
    </Panel>
  );
}
