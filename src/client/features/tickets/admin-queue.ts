import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { readSort } from '../../lists/list-sort.ts';
import { findLoaded } from '../../lists/list-source.ts';
import { isSameSearch, useSearchOf } from '../../lists/own-views.tsx';
import type { RowFilter } from '../../local/rows-in-memory/row-columns.ts';
import { useRows } from '../../sync/use-live-query.ts';
import { localTicketSorts } from './due-index.ts';
import { useShop } from '../../text/shop.ts';
import { adminTicketSource } from './ticket-source.ts';

/** The search, the filters and the order of the list that a ticket was opened from; the ticket's address has the same. */
export type QueueSearch = Readonly<Record<string, string>>;

const filterNames = ['status', 'type', 'priority', 'assignee', 'tag', 'user', 'waiting'] as const;

/** The tickets that wait for support, those whose answer is due first at the top. */
export const waitingQueue: QueueSearch = { waiting: 'us' };

const names = ['search', 'sort', ...filterNames];

/** Returns the search, the filters and the order of the address, which describe a list of tickets. */
export const useQueueSearch = (): QueueSearch => useSearchOf(names);

/** Returns whether two lists of tickets have the same search, filters and order. */
export const isSameQueue = (one: QueueSearch, other: QueueSearch): boolean => isSameSearch(names, one, other);

export interface Queue {
  search: QueueSearch;
  /** The list has only tickets that wait for support. */
  isWaiting: boolean;
  /** The ticket's place in the list from 1; null when it is not in the list, or no longer. */
  position: number | null;
  /** The number of tickets in the list; null until they are in memory. */
  count: number | null;
  previous: string | null;
  next: string | null;
  /** The tickets that are likely to be opened next: the two after this one and the one before it. */
  nearby: readonly string[];
  /** The ticket whose answer is due first, other than this one. */
  dueFirst: string | null;
  /** The number of tickets that wait for support, other than this one. */
  waitingCount: number;
}

/**
 * Returns the tickets before and after one in the list it was opened from, as far as this device has them. A ticket that
 * leaves the list keeps its place: the next one is the ticket that follows there.
 */
export function useQueue(ticketId: string): Queue {
  const search = useQueueSearch();
  const ids = useQueueIds(search);
  const waiting = without(ticketId, useQueueIds(waitingQueue));
  return {
    search,
    isWaiting: search.waiting === 'us',
    count: ids?.length ?? null,
    ...useNeighbours(ids ?? none, ticketId),
    dueFirst: waiting[0] ?? null,
    waitingCount: waiting.length,
  };
}

const none: readonly string[] = [];

const without = (id: string, ids: readonly string[] | null) => (ids ?? none).filter((one) => one !== id);

type Neighbours = Pick<Queue, 'position' | 'previous' | 'next' | 'nearby'>;

function useNeighbours(ids: readonly string[], id: string): Neighbours {
  const [last, setLast] = useState({ id, place: 0 });
  const at = ids.indexOf(id);
  const place = last.id === id ? last.place : 0;
  if (at !== -1 && (at !== place || last.id !== id)) setLast({ id, place: at });
  const isListed = at !== -1;
  const [before, after] = isListed ? [at - 1, at + 1] : [place - 1, place];
  return {
    position: isListed ? at + 1 : null,
    previous: ids[before] ?? null,
    next: ids[after] ?? null,
    nearby: [ids[after], ids[after + 1], ids[before]].filter((one) => one !== undefined),
  };
}

/** Returns a function that opens a ticket of a list; `isReplying` puts the cursor into the reply. */
export function useOpenInQueue(): (id: string, search: QueueSearch, options?: { isReplying: boolean }) => void {
  const navigate = useNavigate();
  return (id, search, { isReplying } = { isReplying: false }) =>
    void navigate({ to: `/admin/tickets/${id}`, search: search as never, state: { isReplying } as never });
}

/** Returns the ids of the tickets on this device that match, in the order of the list; null until they are in memory. */
export function useQueueIds(search: QueueSearch): readonly string[] | null {
  const filter = filterOf(search);
  const index = adminTicketSource.indexOf(currentDatabase(), filter, useShop());
  return useRows(index, index.partOf(filter)).find(filter);
}

/** Returns the ticket whose answer is due first, other than this one, once the tickets are in memory. */
export async function findDueFirst(ticketId: string): Promise<string | null> {
  const filter = filterOf(waitingQueue);
  const ids = await findLoaded(adminTicketSource.indexOf(currentDatabase(), filter), filter);
  return without(ticketId, ids)[0] ?? null;
}

const filterOf = ({ search = '', sort = '', ...values }: QueueSearch): RowFilter => ({
  search,
  sort: readSort(sort, Object.keys(localTicketSorts)),
  values: Object.fromEntries(filterNames.map((name) => [name, values[name]?.split(',').filter(Boolean) ?? []])),
});
