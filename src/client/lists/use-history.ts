import { useEffect, useState } from 'react';
import { asFailure, type CallFailure } from '../api/failure.ts';
import { useOnline } from '../sync/use-sync-status.ts';

/** One page of a history, as the server returns it. */
interface HistoryPage<Row> {
  history: Row[];
  total: number;
}

/** The pages of a history that are loaded, as one list, newest first. */
export interface LoadedHistory<Row> {
  /** Undefined until the first answer; stays without a connection. */
  data: readonly Row[] | undefined;
  /** The last request failed. */
  failure: CallFailure | null;
  isLoading: boolean;
  retry: () => void;
  /** The number of rows on the server. */
  total: number;
  /** Requests the next page. */
  more: () => void;
}

interface HistoryState<Row> {
  /** The request that was answered last. */
  request: string;
  /** The version of the record that the rows belong to. */
  version: number;
  rows?: readonly Row[] | undefined;
  total: number;
  pages: number;
  failure: CallFailure | null;
}

const nothing = { request: '', version: -1, total: 0, pages: 0, failure: null };

/**
 * Requests the history of a record page by page while online: the first page at once, and again for each `version` of
 * the record. `load` is a module's function, the same at every render; another id needs another `key` of the component.
 */
export function useHistory<Row extends { id: number }>(
  load: (id: number, page: number, signal: AbortSignal) => Promise<HistoryPage<Row>>,
  { id, version }: { id: number; version: number },
): LoadedHistory<Row> {
  const online = useOnline();
  const [wanted, setWanted] = useState({ version, page: 1, attempt: 0 });
  const [state, setState] = useState<HistoryState<Row>>(nothing);
  const page = wanted.version === version ? wanted.page : 1;
  const request = `${version} ${page} ${wanted.attempt}`;
  useEffect(() => {
    if (!online) return undefined;
    const stop = new AbortController();
    const finish = (outcome: HistoryPage<Row> | CallFailure) => {
      if (!stop.signal.aborted) setState((old) => stateAfter(old, { request, version, page }, outcome));
    };
    load(id, page, stop.signal).then(finish, (thrown: unknown) => finish(asFailure(thrown)));
    return () => stop.abort();
  }, [online, load, id, page, version, request]);
  return {
    data: state.rows,
    total: state.total,
    failure: state.failure,
    isLoading: online && state.request !== request,
    more: () => setWanted({ version, page: state.pages + 1, attempt: wanted.attempt }),
    retry: () => setWanted({ version, page, attempt: wanted.attempt + 1 }),
  };
}

/** Returns the state with the answer to a request. A row that has moved to a later page meanwhile is shown once. */
function stateAfter<Row extends { id: number }>(
  old: HistoryState<Row>,
  { request, version, page }: { request: string; version: number; page: number },
  outcome: HistoryPage<Row> | CallFailure,
): HistoryState<Row> {
  if ('kind' in outcome) return { ...old, request, failure: outcome };
  const before = page > 1 && old.version === version ? (old.rows ?? []) : [];
  const known = new Set(before.map(({ id }) => id));
  const rows = [...before, ...outcome.history.filter(({ id }) => !known.has(id))];
  return { request, version, rows, total: outcome.total, pages: page, failure: null };
}
