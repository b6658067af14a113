import { createSignal } from '../base/signal.ts';

let outdated = false;
const changes = createSignal();

/** Returns whether the server has refused this version of the app (426) since the page was loaded. */
export const isOutdated = (): boolean => outdated;

/** Calls `listener` when the server refuses this version of the app; returns a function to unsubscribe. */
export const onOutdated = (listener: () => void): (() => void) => changes.subscribe(listener);

/** Records that the server has refused this version of the app. */
export function reportOutdated(): void {
  if (outdated) return;
  outdated = true;
  changes.emit();
}
