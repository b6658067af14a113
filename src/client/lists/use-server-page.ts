import { useEffect, useState } from 'react';
import type { CallFailure } from '../api/failure.ts';
import { currentDatabase } from '../local/current.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { useAsking, type AnswerOrFailure } from '../sync/use-request.ts';
import { useOnline } from '../sync/use-sync-status.ts';
import { everyRow, type ListQuery, type ListRow, type ListSource, type ServerPage } from './list-source.ts';

/** Returns the number of rows that the server last reported; requests it again with every visit of the list. */
export function useServerTotal<Row extends ListRow>(source: ListSource<Row>): number | undefined {
  const db = currentDatabase();
  const online = useOnline();
  useAsking(
    source.table,
    (signal) => source.request({ ...everyRow, page: 1, perPage: 1 }, signal),
    online,
    (result) => {
      if (!result.failure) ignoreStorageErrors(db.setFact(source.totalFact, result.data.total));
    },
  );
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
  /** Undefined until the page has arrived, and after a failure; stays while the same page is requested again. */
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
  useAsking(
    request,
    (signal) => source.request(JSON.parse(queryText) as ListQuery, signal),
    isLoading,
    (result) => setAnswer({ queryText, request, result }),
  );
  const result = isWanted && answer?.request === request ? answer.result : undefined;
  return {
    serverPage: pageIn(isLoading ? earlierResult(queryText, answer) : result),
    isLoading,
    failure: online ? failureIn(result) : null,
    retry: () => setAttempt((now) => now + 1),
  };
}

/** Returns the result of the last request for the same query. */
const earlierResult = <Row>(queryText: string, answer: Answer<Row> | null) =>
  answer?.queryText === queryText ? answer.result : undefined;

const pageIn = <Row>(result: AnswerOrFailure<ServerPage<Row>> | undefined): ServerPage<Row> | undefined =>
  result?.failure === null ? result.data : undefined;

const failureIn = (result: AnswerOrFailure<unknown> | undefined): CallFailure | null => result?.failure ?? null;

interface Answer<Row> {
  queryText: string;
  /** The query and its version. */
  request: string;
  result: AnswerOrFailure<ServerPage<Row>>;
}
