import { useState } from 'react';
import type { CallFailure } from '../api/failure.ts';
import { useAsking, useRefreshCount, type AnswerOrFailure } from '../sync/use-request.ts';
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
  version: string;
  rows?: readonly Row[] | undefined;
  total: number;
  pages: number;
  failure: CallFailure | null;
}

const nothing = { request: '', version: '', total: 0, pages: 0, failure: null };

/**
 * Requests the history of a record page by page while online: the first page at once, and again for each `version` of
 * the record. `key` as in `useRequest`; another one needs another `key` of the component.
 */
export function useHistory<Row extends { id: number }>(
  key: string,
  load: (page: number, signal: AbortSignal) => Promise<HistoryPage<Row>>,
  recordVersion: number = 0,
): LoadedHistory<Row> {
  const online = useOnline();
  const version = `${recordVersion} ${useRefreshCount(key)}`;
  const [wanted, setWanted] = useState({ version, page: 1, attempt: 0 });
  const [state, setState] = useState<HistoryState<Row>>(nothing);
  const page = wanted.version === version ? wanted.page : 1;
  const request = `${version} ${page} ${wanted.attempt}`;
  useAsking(
    request,
    (signal) => load(page, signal),
    online,
    (result) => setState((old) => stateAfter(old, { request, version, page }, result)),
  );
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
  { request, version, page }: { request: string; version: string; page: number },
  result: AnswerOrFailure<HistoryPage<Row>>,
): HistoryState<Row> {
  if (result.failure) return { ...old, request, failure: result.failure };
  const { history, total } = result.data;
  const before = page > 1 && old.version === version ? (old.rows ?? []) : [];
  const known = new Set(before.map(({ id }) => id));
  const rows = [...before, ...history.filter(({ id }) => !known.has(id))];
  return { request, version, rows, total, pages: page, failure: null };
}
