import type { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest } from '../../sync/use-request.ts';
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
  retry: () => void;
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
  const { data, failure, retry } = useRequest(
    `dashboard/${key}`,
    async (signal) => {
      const value = await source.request(key, signal);
      ignoreStorageErrors(source.keep(db, key, value));
      return value;
    },
    { everyMs: refreshMs },
  );
  const kept = stored?.key === key ? stored : null;
  const value = newest(data, kept?.value);
  const isComing = kept === null || (online && data === undefined && failure === null);
  return { value, isPending: value === undefined && isComing, failure, retry };
}

function newest<Value extends { at: number }>(a: Value | undefined, b: Value | undefined): Value | undefined {
  if (!a || !b) return a ?? b;
  return a.at >= b.at ? a : b;
}
