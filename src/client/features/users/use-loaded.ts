import { useEffect, useState } from 'react';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useUserChanges } from './user-changes.ts';

/** Data that only the server has: the last answer stays while a newer one is requested, and without a connection. */
export interface Loaded<Data> {
  /** Undefined until the first answer. */
  data: Data | undefined;
  /** The last request failed. */
  failure: CallFailure | null;
  isLoading: boolean;
  retry: () => void;
}

interface LoadState<Data> {
  request: string;
  data?: Data | undefined;
  failure: CallFailure | null;
}

/**
 * Requests a user's data while online, and again after each change of a user. `load` is a module's function, the same
 * at every render; another id needs another `key` of the component.
 */
export function useLoaded<Data>(load: (id: number, signal: AbortSignal) => Promise<Data>, id: number): Loaded<Data> {
  const online = useOnline();
  const version = useUserChanges();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<LoadState<Data>>({ request: '', failure: null });
  const request = `${version} ${attempt}`;
  useEffect(() => {
    if (!online) return undefined;
    const stop = new AbortController();
    const finish = (outcome: Omit<LoadState<Data>, 'request'>) => {
      if (!stop.signal.aborted) setState((old) => ({ data: old.data, request, ...outcome }));
    };
    load(id, stop.signal).then(
      (data) => finish({ data, failure: null }),
      (thrown: unknown) => finish({ failure: asFailure(thrown) }),
    );
    return () => stop.abort();
  }, [online, load, id, request]);
  return {
    data: state.data,
    failure: state.failure,
    isLoading: online && state.request !== request,
    retry: () => setAttempt((now) => now + 1),
  };
}
