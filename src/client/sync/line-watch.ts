import type { ready } from '../../contract/app.ts';
import { addresses } from '../api/addresses.ts';
import { callAt } from '../api/call.ts';
import { CallFailure } from '../api/failure.ts';

/*
 * Back-off alone lets a change wait for minutes after the server is back. So while something waits, the server is
 * asked every 2.5 s whether it can work; the request has no content and touches no user's data.
 */

/** Milliseconds between two probes: with the time of an answer, at most 5 s from a good line to sending. */
export const probeEvery = 2_500;
/** Milliseconds. */
const answerWithin = 5_000;

/** Asks the server whether it can work. Never throws. */
export async function isReady(call: typeof callAt = callAt, signal?: AbortSignal): Promise<boolean> {
  const options = { timeout: answerWithin, ...(signal && { signal }) };
  const answer = await call<typeof ready>(addresses.ready, {}, options).catch((thrown: unknown) => thrown);
  return !(answer instanceof CallFailure) && (answer as { status?: unknown }).status === 'ok';
}

export interface LineWatch {
  /** Whether it is worth asking now. */
  isWanted(): boolean;
  /** `wasBad`: an earlier probe of the same wait has failed. */
  onGood(wasBad: boolean): void;
  ask?: typeof isReady;
}

/**
 * Probes the server while `isWanted`; returns how to stop. A probe starts when its time has come, however long the one
 * before it hangs, and the first good answer ends those that still hang.
 */
export function watchLine({ isWanted, onGood, ask = isReady }: LineWatch): () => void {
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
  }, probeEvery);
  return () => {
    clearInterval(timer);
    hanging.abort();
  };
}
