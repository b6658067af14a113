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
  /** The first answer stays: a connection that is back does not request it again. */
  once?: boolean;
  /** Milliseconds after which a visible page requests the data again. */
  everyMs?: number;
}

interface Answered<Data> {
  key: string;
  /** The last request that has ended. */
  request: string;
  data?: Data | undefined;
  failure: CallFailure | null;
}

const nothing = { key: '', request: '', data: undefined, failure: null };

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
  const request = `${key} ${useRefreshCount(key)} ${attempt}`;
  const known = state.key === key ? state : nothing;
  const isWanted = wanted && online && !(once && known.data !== undefined);
  const again = () => setAttempt((now) => now + 1);
  useAsking(request, ask, isWanted, (outcome) =>
    setState((old) => ({ key, request, ...(old.key === key && { data: old.data }), ...outcome })),
  );
  useTimer(again, everyMs);
  return {
    data: known.data,
    failure: known.failure,
    isLoading: isWanted && known.request !== request,
    retry: again,
    replace: (data) => setState({ key, request, data, failure: null }),
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

/** The end of a request: its answer, or why there is none. */
export type Outcome<Data> = { data: Data; failure: null } | { failure: CallFailure };

/**
 * Asks the server while `isWanted`, and again with each new `request`, which ends an earlier one. For hooks that collect
 * several answers; others use `useRequest`.
 */
export function useAsking<Data>(
  request: string,
  ask: Ask<Data>,
  isWanted: boolean,
  onOutcome: (outcome: Outcome<Data>) => void,
): void {
  const askNow = useEffectEvent(ask);
  const finish = useEffectEvent(onOutcome);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    const finishUnlessEnded = (outcome: Outcome<Data>) => {
      if (!stop.signal.aborted) finish(outcome);
    };
    askNow(stop.signal).then(
      (data) => finishUnlessEnded({ data, failure: null }),
      (thrown: unknown) => finishUnlessEnded({ failure: asFailure(thrown) }),
    );
    return () => stop.abort();
  }, [request, isWanted]);
}

const refreshed = createSignal<string>();

/** Has every open request whose key begins with `prefix` asked again, after a change on the server. */
export const refreshRequests = (prefix: string): void => refreshed.emit(prefix);

/** Returns how often the requests with this key were refreshed since the component was shown. */
export function useRefreshCount(key: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => refreshed.subscribe((prefix) => void (key.startsWith(prefix) && setCount((now) => now + 1))), [key]);
  return count;
}
