import { useEffect, useState } from 'react';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { serverNow } from '../../text/dates.ts';
import type { Progress } from './download-movements.ts';
import { verifyBalance, type Verdict } from './verify-balance.ts';

/** A verification under way or ended. */
interface Verification {
  /** How much is downloaded; null until the first page has arrived. */
  progress: Progress | null;
  verdict: Verdict | null;
  /** When it ended, in ms since the epoch. */
  at: number;
  failure: CallFailure | null;
}

const begun: Verification = { progress: null, verdict: null, at: 0, failure: null };

/** Verifies the balance as soon as the component is shown, until it is no longer shown; `retry` begins again. */
export function useVerification(): Verification & { retry: () => void } {
  const [state, setState] = useState(begun);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const update = (change: Partial<Verification>) => {
      if (!signal.aborted) setState((old) => ({ ...old, ...change }));
    };
    verifyBalance(currentDatabase(), { signal, onProgress: (progress) => update({ progress }) }).then(
      (verdict) => update({ verdict, at: serverNow() }),
      (thrown: unknown) => {
        if (!signal.aborted) update({ failure: asFailure(thrown) });
      },
    );
    return () => stop.abort();
  }, [attempt]);
  const retry = () => {
    setState(begun);
    setAttempt((now) => now + 1);
  };
  return { ...state, retry };
}
