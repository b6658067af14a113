import type { ready } from '../../contract/app.ts';
import { addresses } from '../api/addresses.ts';
import { callAt } from '../api/call.ts';
import { CallFailure } from '../api/failure.ts';
import { withLockIfFree } from './lock.ts';

/*
 * Back-off alone would leave a change unsent for minutes after the server is back. So while changes are pending, the
 * server is probed every 2.5 s; the probe has no content and touches no user's data.
 */

/**
 * Milliseconds between two probes: sending begins at most 5 s after the connection works, with the time of an answer.
 */
export const probeIntervalMs = 2_500;
const timeoutMs = 5_000;

/** Asks the server whether it is ready to serve requests. Never throws. */
export async function isReady(call: typeof callAt = callAt, signal?: AbortSignal): Promise<boolean> {
  const options = { timeout: timeoutMs, ...(signal && { signal }) };
  const answer = await call<typeof ready>(addresses.ready, {}, options).catch((thrown: unknown) => thrown);
  return !(answer instanceof CallFailure) && (answer as { status?: unknown }).status === 'ok';
}

export interface ConnectionWatch {
  /** Whether a probe is useful now. */
  isWanted(): boolean;
  /** Called after a good answer. `wasBad`: an earlier probe of the same wait has failed. */
  onGood(wasBad: boolean): void;
}

/**
 * Probes the server while one of the watches wants it and no other tab does; returns a function that stops the probes.
 * Probes start on time even while an earlier probe hangs, and the first good answer aborts the probes that still hang.
 */
export function watchConnection(watches: readonly ConnectionWatch[]): () => void {
  let hanging = new AbortController();
  const bad = new Set<ConnectionWatch>();
  const wanted = () => watches.filter((watch) => watch.isWanted());
  const probe = async () => {
    const { signal } = hanging;
    const isGood = await isReady(callAt, signal);
    if (signal.aborted) return;
    if (!isGood) {
      for (const watch of wanted()) bad.add(watch);
      return;
    }
    restart();
    for (const watch of wanted()) watch.onGood(bad.has(watch));
    bad.clear();
  };
  const restart = () => {
    hanging.abort();
    hanging = new AbortController();
  };
  const timer = setInterval(() => {
    for (const watch of watches) if (!watch.isWanted()) bad.delete(watch);
    if (wanted().length > 0) void takeTurn().then((isTaken) => (isTaken ? probe() : undefined));
  }, probeIntervalMs);
  return () => {
    clearInterval(timer);
    hanging.abort();
  };
}

/** Milliseconds: shorter than the interval, so that the same tab can take the next turn. */
const turnMs = probeIntervalMs - 200;

/** Takes the turn to probe for this interval. Returns false when another tab has it. */
const takeTurn = (): Promise<boolean> =>
  new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<void>((release) => setTimeout(release, turnMs));
    };
    void withLockIfFree('comptoir-probe', hold).then(
      () => resolve(false),
      () => resolve(true),
    );
  });
