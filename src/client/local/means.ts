import { newId } from './ids.ts';

/** Time, chance and names of new things; tests bring their own. */
export interface Means {
  /** Milliseconds since epoch; for display and for waiting, never for order. */
  now(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** A new UUIDv7. */
  newId(): string;
  /** Milliseconds. */
  wait(ms: number): Promise<void>;
}

export const deviceMeans: Means = {
  now: () => Date.now(),
  random: () => Math.random(),
  newId: () => newId(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
