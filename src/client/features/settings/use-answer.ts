import { useEffect, useState } from 'react';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';

/** Data of the account that only the server has. */
export interface Answer<Data> {
  /** Undefined until the first answer; stays while a newer one is requested, and without a connection. */
  data: Data | undefined;
  /** The last request failed. */
  failure: CallFailure | null;
  isLoading: boolean;
  /** Requests the data again. */
  reload: () => void;
  /** Replaces the data by that of another answer. */
  replace: (data: Data) => void;
}

/** Requests data while online, once and with each `reload`. `load` is a module's function, the same at every render. */
export function useAnswer<Data>(load: (signal: AbortSignal) => Promise<Data>): Answer<Data> {
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [data, setData] = useState<Data>();
  const [last, setLast] = useState<{ attempt: number; failure: CallFailure | null }>({ attempt: -1, failure: null });
  useEffect(() => {
    if (!online) return undefined;
    const stop = new AbortController();
    const finish = (failure: CallFailure | null, found?: Data) => {
      if (stop.signal.aborted) return;
      if (!failure) setData(() => found);
      setLast({ attempt, failure });
    };
    load(stop.signal).then(
      (found) => finish(null, found),
      (thrown: unknown) => finish(asFailure(thrown)),
    );
    return () => stop.abort();
  }, [online, load, attempt]);
  return {
    data,
    failure: last.failure,
    isLoading: online && last.attempt !== attempt,
    reload: () => setAttempt((now) => now + 1),
    replace: (newer) => setData(() => newer),
  };
}
