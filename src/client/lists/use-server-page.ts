import { useEffect, useState } from 'react';
import { CallFailure } from '../api/failure.ts';
import { currentDatabase } from '../local/current.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { useOnline } from '../sync/use-sync-status.ts';
import { everyRow, type ListQuery, type ListRow, type ListSource, type ServerPage } from './list-source.ts';

/** Returns the number of rows that the server last reported; requests it again with every visit of the list. */
export function useServerTotal<Row extends ListRow>(source: ListSource<Row>): number | undefined {
  const db = currentDatabase();
  const online = useOnline();
  useEffect(() => {
    if (!online) return undefined;
    return requestPage(source, { ...everyRow, page: 1, perPage: 1 }, (found) => {
      if (found) ignoreStorageErrors(db.setFact(source.totalFact, found.total));
    });
  }, [db, online, source]);
  return useLiveQuery(() => db.fact(source.totalFact), [db, source]);
}

export interface ServerAnswer<Row> {
  /** Undefined until the page has arrived, and after a failure. */
  serverPage: ServerPage<Row> | undefined;
  /** The page is wanted, and the server has neither answered nor failed to. */
  isLoading: boolean;
}

/** Requests a page of the server's list while `isWanted` and online, and again when `version` changes. */
export function useServerPage<Row extends ListRow>(
  source: ListSource<Row>,
  query: ListQuery,
  { isWanted, version }: { isWanted: boolean; version: string },
): ServerAnswer<Row> {
  const online = useOnline();
  const queryText = JSON.stringify(query);
  const request = `${queryText} ${version}`;
  const [answer, setAnswer] = useState<{ request: string; found: ServerPage<Row> | null } | null>(null);
  const isLoading = isWanted && online && answer?.request !== request;
  useEffect(
    () =>
      isLoading
        ? requestPage(source, JSON.parse(queryText) as ListQuery, (found) => setAnswer({ request, found }))
        : undefined,
    [source, isLoading, queryText, request],
  );
  return { serverPage: isWanted && answer?.request === request ? (answer.found ?? undefined) : undefined, isLoading };
}

/** Calls `onAnswer` with the page, or with null after a failure. Returns a function that aborts the request. */
function requestPage<Row extends ListRow>(
  source: ListSource<Row>,
  query: ListQuery,
  onAnswer: (found: ServerPage<Row> | null) => void,
): () => void {
  const stop = new AbortController();
  source.request(query, stop.signal).then(
    (found) => {
      if (!stop.signal.aborted) onAnswer(found);
    },
    (thrown: unknown) => {
      if (!(thrown instanceof CallFailure)) throw thrown;
      if (!stop.signal.aborted) onAnswer(null);
    },
  );
  return () => stop.abort();
}
