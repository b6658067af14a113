let outdated = false;
const listeners = new Set<() => void>();

/** Whether the server has refused this version of the app (426) since the page was loaded. */
export const isOutdated = (): boolean => outdated;

/** Calls `listener` when the server refuses this version of the app; returns how to stop. */
export function onOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that the server has refused this version of the app. */
export function reportOutdated(): void {
  if (outdated) return;
  outdated = true;
  for (const listener of listeners) listener();
}
