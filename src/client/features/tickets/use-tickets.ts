import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { pendingKeys, type PendingState } from '../../sync/pending.ts';
import { isPlain, readNewestTickets, readTickets, type Page, type TicketFilter, type TicketPage } from './queries.ts';
import { findTickets, ticketIndexOf } from './ticket-index.ts';

const none: ReadonlyMap<string, PendingState> = new Map();

/** One page of the tickets a filter leaves, kept current; `undefined` while nothing has been read yet. */
export function useTicketPage(filter: TicketFilter & Page): TicketPage | undefined {
  const db = currentDatabase();
  const { page, perPage } = filter;
  const plain = isPlain(filter);
  const ids = useFoundIds(filter, plain);
  const onPage = ids?.slice((page - 1) * perPage, page * perPage);
  const newest = useLiveQuery(
    () => (plain ? readNewestTickets(db, { page, perPage }) : undefined),
    [db, plain, page, perPage],
  );
  const found = useLiveQuery(() => (onPage ? readTickets(db, onPage) : undefined), [db, onPage?.join()]);
  if (plain) return newest;
  return found && ids ? { rows: found, total: ids.length } : undefined;
}

/** The ids a search or filter leaves, out of memory; `undefined` while the index fills or when there is no filter. */
function useFoundIds(filter: TicketFilter, plain: boolean): string[] | undefined {
  const index = ticketIndexOf(currentDatabase());
  const entries = useSyncExternalStore(plain ? idle : index.subscribe, index.entriesNow);
  return plain || !entries ? undefined : findTickets(entries, filter);
}

const idle = () => () => undefined;

/** The marks of tickets with something pending, by id. */
export function useTicketMarks(): ReadonlyMap<string, PendingState> {
  const db = currentDatabase();
  return useLiveQuery(() => pendingKeys(db, 'tickets'), [db]) ?? none;
}
