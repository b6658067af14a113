import { listenToPokes } from '../api/events.ts';
import type { LocalDatabase } from '../local/database.ts';
import { deviceMeans, type Means } from '../local/means.ts';
import { backOff } from './backoff.ts';
import { deviceLine } from './line.ts';
import { alone } from './lock.ts';

export interface Poking {
  signal: AbortSignal;
  onPoke(): void;
  /** The line to the server stands, or is gone. */
  onLine(open: boolean): void;
}

/** Holds one line for pokes per browser (tabs take turns), until `signal` aborts. What it brings reaches all tabs. */
export async function holdLine(db: LocalDatabase, poking: Poking, means: Means = deviceMeans): Promise<void> {
  const { signal } = poking;
  for (let tries = 0; !signal.aborted; tries++) {
    const opened = await alone(`events:${db.name}`, () => listen(db, poking), Infinity, signal).catch(() => false);
    poking.onLine(false);
    if (opened) tries = 0;
    if (!signal.aborted) await means.wait(1_000 + backOff(tries, undefined, means.random));
  }
}

async function listen(db: LocalDatabase, { signal, onPoke, onLine }: Poking): Promise<boolean> {
  const token = signal.aborted ? null : await deviceLine.token(db.userId);
  if (!token) return false;
  let opened = false;
  const onOpen = () => {
    opened = true;
    onLine(true);
    // What changed while nobody listened.
    onPoke();
  };
  await listenToPokes({ token, signal, onOpen, onPoke });
  return opened;
}
