import { uuidv7 } from '../../contract/uuid.ts';

/** Time, randomness and new ids; tests replace them. */
export interface Runtime {
  /** Unix time in ms; for display and for waiting, never to decide which change came first. */
  now(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** A new UUIDv7. */
  newId(): string;
  /** Milliseconds. */
  wait(ms: number): Promise<void>;
}

export const deviceRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  newId: () => uuidv7(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
