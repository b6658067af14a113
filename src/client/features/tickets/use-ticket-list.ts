import type { RoleName } from '../../../contract/people.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import type { Page, TicketFilter } from './queries.ts';
import { useServerTickets, useTicketsTotal, type ServerTickets } from './use-server-tickets.ts';
import { useTicketPage, type TicketPage } from './use-tickets.ts';

export interface TicketList {
  /** `undefined` while nothing is known yet: skeleton rows. */
  rows: TicketRow[] | undefined;
  total: number | undefined;
  /** Tickets on this device, whatever the filter. */
  onDevice: number;
  /** Tickets altogether, where that is more than the device keeps. */
  beyond: number | null;
}

/** A list of tickets from the device; where the device keeps only the newest ones, the pages after them come from the server. */
export function useTicketList(filter: TicketFilter & Page, viewer: RoleName): TicketList {
  const { firstLoad } = useSyncStatus();
  const local = useTicketPage(filter);
  const onDevice = local?.onDevice;
  const altogether = useTicketsTotal(viewer) ?? 0;
  const isPart = firstLoad === null && onDevice !== undefined && altogether > onDevice;
  const remote = useServerTickets(filter, viewer, isPart);
  const { rows, total } = choose(local, remote, filter.perPage);
  const isComing = rows?.length === 0 && firstLoad !== null;
  return { rows: isComing ? undefined : rows, total, onDevice: onDevice ?? 0, beyond: isPart ? altogether : null };
}

/** The device's rows are current, so they come first: a page that they fill is theirs. */
function choose(
  local: TicketPage | undefined,
  remote: ServerTickets | undefined,
  perPage: number,
): Partial<Pick<TicketList, 'rows' | 'total'>> {
  if (!local || !remote || local.total === undefined || remote.total <= local.total) return local ?? {};
  return { rows: local.rows.length === perPage ? local.rows : remote.rows, total: remote.total };
}
