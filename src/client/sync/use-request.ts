// oxlint-disable-next-line no-restricted-imports -- hooks; the service worker never imports them
import { useEffect, useEffectEvent, useState } from 'react';
import { asFailure, type CallFailure } from '../api/failure.ts';
import { createSignal } from '../base/signal.ts';
import { useOnline } from './use-sync-status.ts';

/** Requests data. Throws `CallFailure`. */
type Ask<Data> = (signal: AbortSignal) => Promise<Data>;

/** Data that only the server has. */
export interface Requested<Data> {
  /** The last answer for this key; undefined until then. It stays during a newer request, and without a connection. */
  data: Data | undefined;
  /** Why the last request for this key failed. */
  failure: CallFailure | null;
  isLoading: boolean;
  /** Requests the data again. */
  retry: () => void;
  /** Replaces the data with that of another answer. */
  replace(data: Data): void;
}

interface RequestOptions {
  /** While it is false, nothing is requested; true by default. */
  wanted?: boolean;
  /** Requests nothing more after the first answer, not even with `retry`. */
  once?: boolean;
  /** Milliseconds after which a visible page requests the data again. */
  everyMs?: number;
}

interface Answered<Data> {
  key: string;
  /** The last request that has ended. */
  requestId: string;
  data?: Data | undefined;
  failure: CallFailure | null;
}

const nothing = { key: '', requestId: '', data: undefined, failure: null };

/**
 * Requests data while online: with each new `key`, again after `retry` and `refreshRequests`, and when the connection is
 * back. `key` names the data with all that it depends on, such as `users/17/orders`.
 */
export function useRequest<Data>(
  key: string,
  ask: Ask<Data>,
  { wanted = true, once = false, everyMs }: RequestOptions = {},
): Requested<Data> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Answered<Data>>(nothing);
  const online = useOnline();
  const refreshCount = useRefreshCount(key);
  const requestId = `${key} ${refreshCount} ${attempt}`;
  const known = state.key === key ? state : nothing;
  const isWanted = wanted && online && !(once && known.data !== undefined);
  const again = () => setAttempt((now) => now + 1);
  useAsking(requestId, ask, isWanted, (result) =>
    // A failure keeps the data of the same key.
    setState((old) => ({ key, requestId, ...(old.key === key && { data: old.data }), ...result })),
  );
  useTimer(again, everyMs);
  return {
    data: known.data,
    failure: known.failure,
    isLoading: isWanted && known.requestId !== requestId,
    retry: again,
    replace: (data) => setState({ key, requestId, data, failure: null }),
  };
}

/** Calls `run` every `ms` milliseconds while the page is visible. */
function useTimer(run: () => void, ms: number | undefined): void {
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (ms === undefined) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && runNow(), ms);
    return () => clearInterval(timer);
  }, [ms]);
}

/** The result of a request: its data, or why there are none. */
export type AnswerOrFailure<Data> = { data: Data; failure: null } | { failure: CallFailure };

/**
 * Asks the server while `isWanted`, and again with each new `requestId`, which ends an earlier request. For hooks that collect
 * several answers; others use `useRequest`.
 */
export function useAsking<Data>(
  requestId: string,
  ask: Ask<Data>,
  isWanted: boolean,
  onEnd: (result: AnswerOrFailure<Data>) => void,
): void {
  const askNow = useEffectEvent(ask);
  const finish = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    const finishUnlessEnded = (result: AnswerOrFailure<Data>) => {
      if (!stop.signal.aborted) finish(result);
    };
    askNow(stop.signal).then(
      (data) => finishUnlessEnded({ data, failure: null }),
      (thrown: unknown) => finishUnlessEnded({ failure: asFailure(thrown) }),
    );
    return () => stop.abort();
  }, [requestId, isWanted]);
}

const refreshed = createSignal<string>();

/** Repeats every open request whose key begins with `prefix`, after a change on the server. */
export const refreshRequests = (prefix: string): void => refreshed.emit(prefix);

/** Returns how often the requests with this key were refreshed since the component was shown. */
export function useRefreshCount(key: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => refreshed.subscribe((prefix) => void (key.startsWith(prefix) && setCount((now) => now + 1))), [key]);
  return count;
}
