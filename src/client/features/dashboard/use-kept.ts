import { useEffect, useState } from 'react';
import { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';

/** An answer of the server that this device keeps for later and for work without a connection. */
export interface KeptSource<Key extends string, Value extends { at: number }> {
  /** Requests the value. Throws `CallFailure`. */
  request: (key: Key, signal: AbortSignal) => Promise<Value>;
  read: (db: LocalDatabase, key: Key) => Promise<Value | undefined>;
  keep: (db: LocalDatabase, key: Key, value: Value) => Promise<void>;
}

export interface Kept<Value> {
  /** The newest value: the server's answer, or the one that this device kept. */
  value: Value | undefined;
  /** No value is known yet, and it may still come. */
  isPending: boolean;
  /** Why the last request failed. */
  failure: CallFailure | null;
  reload: () => void;
}

interface Outcome<Key, Value> {
  key: Key;
  value: Value | undefined;
  failure: CallFailure | null;
}

/** How often figures are requested again while the page is visible, in ms. */
const refreshMs = 300_000;

/** Requests a value when the page opens, when the key changes, when the device is online again, and every 5 minutes. */
export function useKept<Key extends string, Value extends { at: number }>(
  source: KeptSource<Key, Value>,
  key: Key,
): Kept<Value> {
  const db = currentDatabase();
  const online = useOnline();
  const stored = useLiveQuery(async () => ({ key, value: await source.read(db, key) }), [db, source, key]);
  const { outcome, reload } = useRequest(source, key);
  const kept = stored?.key === key ? stored : null;
  const value = newest(outcome?.value, kept?.value);
  const isComing = kept === null || (online && outcome === null);
  return { value, isPending: value === undefined && isComing, failure: outcome?.failure ?? null, reload };
}

/** Requests the value while online, and keeps it on this device; the outcome is null until the first answer. */
function useRequest<Key extends string, Value extends { at: number }>(source: KeptSource<Key, Value>, key: Key) {
  const db = currentDatabase();
  const online = useOnline();
  const [turn, setTurn] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<Key, Value> | null>(null);
  useEffect(() => {
    if (!online) return undefined;
    const stop = new AbortController();
    source.request(key, stop.signal).then(
      (value) => {
        if (stop.signal.aborted) return;
        setOutcome({ key, value, failure: null });
        ignoreStorageErrors(source.keep(db, key, value));
      },
      (thrown: unknown) => {
        if (!(thrown instanceof CallFailure)) throw thrown;
        if (stop.signal.aborted) return;
        setOutcome((old) => ({ key, value: old?.key === key ? old.value : undefined, failure: thrown }));
      },
    );
    return () => stop.abort();
  }, [db, online, source, key, turn]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTurn((now) => now + 1);
    }, refreshMs);
    return () => clearInterval(timer);
  }, []);
  return { outcome: outcome?.key === key ? outcome : null, reload: () => setTurn((now) => now + 1) };
}

function newest<Value extends { at: number }>(a: Value | undefined, b: Value | undefined): Value | undefined {
  if (!a || !b) return a ?? b;
  return a.at >= b.at ? a : b;
}
