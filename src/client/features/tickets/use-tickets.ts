import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { currentDatabase } from '../../local/current.ts';
import type { CachedTicket } from '../../local/rows.ts';
import { pendingKeys, type PendingState } from '../../sync/pending.ts';
import { isPlain, readNewestTickets, readTickets, type Page, type TicketFilter } from './queries.ts';
import { findTickets, ticketIndexOf } from './ticket-index.ts';

const none: ReadonlyMap<string, PendingState> = new Map();

export interface TicketPage {
  rows: CachedTicket[];
  /** Tickets on this device that the filter leaves; undefined until they are in memory, a moment after the first page. */
  total: number | undefined;
  /** Tickets on this device, whatever the filter; undefined until then too. */
  onDevice: number | undefined;
}

/** One page of the tickets a filter leaves, kept current; `undefined` while nothing has been read yet. */
export function useTicketPage(filter: TicketFilter & Page): TicketPage | undefined {
  const db = currentDatabase();
  const { page, perPage } = filter;
  const index = ticketIndexOf(db);
  const entries = useSyncExternalStore(index.subscribe, index.entriesNow);
  const ids = entries ? findTickets(entries, filter) : undefined;
  const onPage = ids?.slice((page - 1) * perPage, page * perPage);
  const rows = useLiveQuery(() => {
    if (onPage) return readTickets(db, onPage);
    // The newest need no index: they are there while it fills.
    return isPlain(filter) ? readNewestTickets(db, { page, perPage }) : undefined;
  }, [db, onPage?.join() ?? `${isPlain(filter)} ${page} ${perPage}`]);
  return rows && { rows, total: ids?.length, onDevice: entries?.length };
}

/** The marks of tickets with something pending, by id. */
export function useTicketMarks(): ReadonlyMap<string, PendingState> {
  const db = currentDatabase();
  return useLiveQuery(() => pendingKeys(db, 'tickets'), [db]) ?? none;
}
