let nothing = false;
const listeners = new Set<() => void>();

/** Whether this browser keeps no databases for the site: everything is then held in memory until the page is closed. */
export const keepsNothing = (): boolean => nothing;

/** Calls `listener` when it turns out that nothing is kept; returns how to stop. */
export function onKeepsNothing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that this browser keeps no databases for the site. */
export function reportNoStorage(): void {
  if (nothing) return;
  nothing = true;
  for (const listener of listeners) listener();
}
