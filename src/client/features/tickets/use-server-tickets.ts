import { useEffect, useState } from 'react';
import { listTickets, type TicketRow } from '../../../contract/tickets.ts';
import { call } from '../../api/call.ts';
import { CallFailure } from '../../api/failure.ts';
import type { RoleName } from '../../../contract/people.ts';
import { currentDatabase } from '../../local/current.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import type { Page, TicketFilter } from './queries.ts';

export interface ServerTickets {
  rows: TicketRow[];
  total: number;
}

/** The number of tickets that the server last reported for this user; requested again with every visit of a list. */
export function useTicketsTotal(viewer: RoleName): number | undefined {
  const db = currentDatabase();
  const online = useOnline();
  useEffect(() => {
    if (!online) return undefined;
    return askServer({ page: 1, per_page: 1 }, viewer, ({ total }) =>
      ignoreStorageErrors(db.setFact('ticketsTotal', total)),
    );
  }, [db, online, viewer]);
  return useLiveQuery(() => db.fact('ticketsTotal'), [db]);
}

/** A page of the server's own list, for what the device does not keep; `undefined` until it has come. */
export function useServerTickets(
  filter: TicketFilter & Page,
  viewer: RoleName,
  isWanted: boolean,
): ServerTickets | undefined {
  const online = useOnline();
  const { page, perPage, search, status, type, priority = [], assignee = [] } = filter;
  const question = JSON.stringify({
    page,
    per_page: perPage,
    search,
    status: status.join(),
    type: type.join(),
    priority: priority.join(),
    assignee: assignee.join(),
  });
  const [answer, setAnswer] = useState<{ question: string; found: ServerTickets } | null>(null);
  const isAsking = isWanted && online && answer?.question !== question;
  useEffect(
    () =>
      isAsking
        ? askServer(JSON.parse(question) as Question, viewer, (found) => setAnswer({ question, found }))
        : undefined,
    [isAsking, question, viewer],
  );
  return isWanted && answer?.question === question ? answer.found : undefined;
}

interface Question {
  page: number;
  per_page: number;
  search?: string;
  status?: string;
  type?: string;
  priority?: string;
  assignee?: string;
}

/** A failure is no news here: the device's own rows stay, with their age. */
function askServer(question: Question, viewer: RoleName, onAnswer: (found: ServerTickets) => void): () => void {
  const stop = new AbortController();
  const given = Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ''));
  call(listTickets, { ...given, ...(viewer === 'admin' && { admin: 'true' }) }, { signal: stop.signal }).then(
    ({ data, total }) => {
      if (!stop.signal.aborted) onAnswer({ rows: data, total });
    },
    (thrown: unknown) => {
      if (!(thrown instanceof CallFailure)) throw thrown;
    },
  );
  return () => stop.abort();
}
