import { useEffect, useState } from 'react';
import type { CallFailure } from '../api/failure.ts';
import { currentDatabase } from '../local/current.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { useAsking, type Outcome } from '../sync/use-request.ts';
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
    (outcome) => {
      if (!outcome.failure) ignoreStorageErrors(db.setFact(source.totalFact, outcome.data.total));
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
  useAsking(
    request,
    (signal) => source.request(JSON.parse(queryText) as ListQuery, signal),
    isLoading,
    (outcome) => setAnswer({ queryText, request, outcome }),
  );
  const outcome = isWanted && answer?.request === request ? answer.outcome : undefined;
  return {
    serverPage: pageIn(isLoading ? earlierOutcome(query, queryText, answer) : outcome),
    isLoading,
    failure: online ? failureIn(outcome) : null,
    retry: () => setAttempt((now) => now + 1),
  };
}

/** Returns the outcome of the last request for the same query, if its order is a chosen one. */
const earlierOutcome = <Row>({ sort }: ListQuery, queryText: string, answer: Answer<Row> | null) =>
  sort && answer?.queryText === queryText ? answer.outcome : undefined;

const pageIn = <Row>(outcome: Outcome<ServerPage<Row>> | undefined): ServerPage<Row> | undefined =>
  outcome?.failure === null ? outcome.data : undefined;

const failureIn = (outcome: Outcome<unknown> | undefined): CallFailure | null => outcome?.failure ?? null;

interface Answer<Row> {
  queryText: string;
  /** The query and its version. */
  request: string;
  outcome: Outcome<ServerPage<Row>>;
}
