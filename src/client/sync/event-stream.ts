import { listenToEvents } from '../api/events.ts';
import type { LocalDatabase } from '../local/database.ts';
import { deviceRuntime, type Runtime } from '../local/runtime.ts';
import { backOff } from './error-table.ts';
import { deviceTransport } from './transport.ts';
import { withLock } from './lock.ts';

export interface StreamOptions {
  signal: AbortSignal;
  onChanges(): void;
  /** The event stream was opened or closed. */
  onStreamState(isOpen: boolean): void;
}

/** Keeps one event stream open per browser (one tab at a time holds it) until `signal` aborts. */
export async function keepEventStreamOpen(
  db: LocalDatabase,
  options: StreamOptions,
  runtime: Runtime = deviceRuntime,
): Promise<void> {
  const { signal } = options;
  for (let tries = 0; !signal.aborted; tries++) {
    const run = () => listen(db, options);
    const wasOpen = await withLock(`events:${db.name}`, run, Infinity, signal).catch(() => false);
    options.onStreamState(false);
    if (wasOpen) tries = 0;
    if (!signal.aborted) await runtime.wait(1_000 + backOff(tries, undefined, runtime.random));
  }
}

/** Listens until the stream ends; returns whether it was open. */
async function listen(db: LocalDatabase, { signal, onChanges, onStreamState }: StreamOptions): Promise<boolean> {
  const token = signal.aborted ? null : await deviceTransport.token(db.userId);
  if (!token) return false;
  let wasOpen = false;
  const onOpen = () => {
    wasOpen = true;
    onStreamState(true);
    // There may be changes from before the stream was open.
    onChanges();
  };
  await listenToEvents({ token, signal, onOpen, onChanges });
  return wasOpen;
}
