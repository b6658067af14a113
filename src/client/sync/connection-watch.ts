import type { ready } from '../../contract/app.ts';
import { addresses } from '../api/addresses.ts';
import { callAt } from '../api/call.ts';
import { CallFailure } from '../api/failure.ts';

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
  ask?: typeof isReady;
}

/**
 * Probes the server while `isWanted`; returns a function that stops the probes. Probes start on time even while an
 * earlier probe hangs, and the first good answer aborts the probes that still hang.
 */
export function watchConnection({ isWanted, onGood, ask = isReady }: ConnectionWatch): () => void {
  let hanging = new AbortController();
  let wasBad = false;
  const probe = async () => {
    const { signal } = hanging;
    const isGood = await ask(callAt, signal);
    if (signal.aborted) return;
    if (!isGood) return void (wasBad = true);
    restart();
    const before = wasBad;
    wasBad = false;
    if (isWanted()) onGood(before);
  };
  const restart = () => {
    hanging.abort();
    hanging = new AbortController();
  };
  const timer = setInterval(() => {
    if (isWanted()) void probe();
    else wasBad = false;
  }, probeIntervalMs);
  return () => {
    clearInterval(timer);
    hanging.abort();
  };
}
