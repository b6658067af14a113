import { useEffect, useState } from 'react';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import type { DayRange } from '../../ui/date-range-days.ts';
import { readStatement, requestStatement, type Statement } from './statement.ts';

interface Answer {
  request: string;
  statement: Statement | null;
  failure: CallFailure | null;
}

/** Returns the statement of some days: from this device where it has all their movements, else from the server. */
export function useStatement(range: DayRange) {
  const online = useOnline();
  const local = useLocalStatement(range);
  const isWanted = local === null && online;
  const { answer, retry } = useRequested(range, isWanted);
  return {
    statement: local ?? answer?.statement ?? null,
    isLoading: local === undefined || (isWanted && !answer),
    failure: answer?.failure ?? null,
    retry,
  };
}

/** Returns this device's statement; null where it lacks movements, undefined until that is known. */
function useLocalStatement({ from, to }: DayRange): Statement | null | undefined {
  const name = `${from} ${to}`;
  const read = useLiveQuery(
    async () => ({ name, statement: await readStatement(currentDatabase(), { from, to }) }),
    [name],
  );
  return read?.name === name ? read.statement : undefined;
}

/** Requests the statement while it is wanted; the answer is null until then. */
function useRequested({ from, to }: DayRange, isWanted: boolean) {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const request = `${from} ${to} ${attempt}`;
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    requestStatement({ from, to }, stop.signal).then(
      (statement) => !stop.signal.aborted && setAnswer({ request, statement, failure: null }),
      (thrown: unknown) => {
        if (!stop.signal.aborted) setAnswer({ request, statement: null, failure: asFailure(thrown) });
      },
    );
    return () => stop.abort();
  }, [isWanted, from, to, request]);
  return { answer: answer?.request === request ? answer : null, retry: () => setAttempt((now) => now + 1) };
}
