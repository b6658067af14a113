import { uuidv7 } from '../../contract/uuid.ts';

/** Time, randomness and new ids; tests replace them. */
export interface Runtime {
  /** Unix time in ms; for display and for waiting, never to decide which change came first. */
  now(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** A new UUIDv7. */
  newId(): string;
  /** Waits `ms` milliseconds, or until `end` settles; rejects with it. */
  wait(ms: number, end?: Promise<unknown>): Promise<unknown>;
}

export const deviceRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  newId: () => uuidv7(),
  wait(ms, end) {
    const pause = new Promise((resolve) => setTimeout(resolve, ms));
    return end ? Promise.race([pause, end]) : pause;
  },
};
