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
      if (!(found instanceof CallFailure)) ignoreStorageErrors(db.setFact(source.totalFact, found.total));
    });
  }, [db, online, source]);
  return useLiveQuery(() => db.fact(source.totalFact), [db, source]);
}

/** Stores the number of rows that the server reports; returns the stored one. */
export function useKeptTotal(fact: 'usersTotal', reported: number | undefined): number | undefined {
  const db = currentDatabase();
  useEffect(() => {
    if (reported !== undefined) ignoreStorageErrors(db.setFact(fact, reported));
  }, [db, fact, reported]);
  return useLiveQuery(() => db.fact(fact), [db, fact]);
}

export interface ServerAnswer<Row> {
  /** Undefined until the page has arrived, and after a failure; in a chosen order the last page stays meanwhile. */
  serverPage: ServerPage<Row> | undefined;
  /** The page is wanted, and the server has neither answered nor failed to. */
  isLoading: boolean;
  /** Why the page could not be loaded; null while the device is offline, which the page says elsewhere. */
  failure: CallFailure | null;
  /** Requests the page again. */
  retry: () => void;
}

/** Requests a page of the server's list while `isWanted` and online, and again when `version` changes. */
export function useServerPage<Row extends ListRow>(
  source: ListSource<Row>,
  query: ListQuery,
  { isWanted, version }: { isWanted: boolean; version: string },
): ServerAnswer<Row> {
  const online = useOnline();
  const queryText = JSON.stringify(query);
  const [attempt, setAttempt] = useState(0);
  const request = `${queryText} ${version} ${attempt}`;
  const [answer, setAnswer] = useState<Answer<Row> | null>(null);
  const isLoading = isWanted && online && answer?.request !== request;
  useEffect(
    () =>
      isLoading
        ? requestPage(source, JSON.parse(queryText) as ListQuery, (found) => setAnswer({ queryText, request, found }))
        : undefined,
    [source, isLoading, queryText, request],
  );
  const found = isWanted && answer?.request === request ? answer.found : undefined;
  return {
    serverPage: pageIn(isLoading ? earlierAnswer(query, queryText, answer) : found),
    isLoading,
    failure: online && found instanceof CallFailure ? found : null,
    retry: () => setAttempt((now) => now + 1),
  };
}

/** Returns the last answer to the same query, if its order is a chosen one. */
const earlierAnswer = <Row>({ sort }: ListQuery, queryText: string, answer: Answer<Row> | null) =>
  sort && answer?.queryText === queryText ? answer.found : undefined;

const pageIn = <Row>(found: ServerPage<Row> | CallFailure | undefined): ServerPage<Row> | undefined =>
  found instanceof CallFailure ? undefined : found;

interface Answer<Row> {
  queryText: string;
  /** The query and its version. */
  request: string;
  found: ServerPage<Row> | CallFailure;
}

/** Calls `onAnswer` with the page, or with the failure. Returns a function that aborts the request. */
function requestPage<Row extends ListRow>(
  source: ListSource<Row>,
  query: ListQuery,
  onAnswer: (found: ServerPage<Row> | CallFailure) => void,
): () => void {
  const stop = new AbortController();
  source.request(query, stop.signal).then(
    (found) => {
      if (!stop.signal.aborted) onAnswer(found);
    },
    (thrown: unknown) => {
      if (!(thrown instanceof CallFailure)) throw thrown;
      if (!stop.signal.aborted) onAnswer(thrown);
    },
  );
  return () => stop.abort();
}
