import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { ticketIndexOf } from '../../local/row-indexes.ts';
import { pendingKeys, type PendingState } from '../../sync/pending.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRows } from '../../sync/use-rows.ts';
import { readFirstTickets, readTickets, rowFilterOf, type Page, type TicketFilter } from './queries.ts';

const none: ReadonlyMap<string, PendingState> = new Map();

export interface TicketPage {
  rows: TicketRow[];
  /** Tickets on this device that the filter leaves; undefined until they are known, a moment after the first page. */
  total: number | undefined;
  /** Tickets on this device, whatever the filter; undefined until then too. */
  onDevice: number | undefined;
}

/** One page of the tickets a filter leaves, kept current; `undefined` while nothing has been read yet. */
export function useTicketPage(filter: TicketFilter & Page): TicketPage | undefined {
  const db = currentDatabase();
  const { page, perPage } = filter;
  const index = ticketIndexOf(db);
  const wanted = rowFilterOf(filter);
  const inMemory = useRows(index, index.partOf(wanted));
  const ids = inMemory.find(wanted);
  const onPage = ids?.slice((page - 1) * perPage, page * perPage);
  const read = useLiveQuery(async () => {
    if (!onPage) return readFirstTickets(db, filter);
    return { rows: await readTickets(db, onPage), total: undefined };
  }, [db, onPage?.join() ?? JSON.stringify(filter)]);
  const onDevice = inMemory.find(everything)?.length;
  return read && { rows: read.rows, total: ids?.length ?? read.total, onDevice };
}

const everything = { search: '', values: {} };

/** The marks of tickets with something pending, by id. */
export function useTicketMarks(): ReadonlyMap<string, PendingState> {
  const db = currentDatabase();
  return useLiveQuery(() => pendingKeys(db, 'tickets'), [db]) ?? none;
}
