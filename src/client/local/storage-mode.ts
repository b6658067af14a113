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

/**
 * Whether an error of opening a database says that the browser keeps none for this site. Any other may pass: after a
 * crash, a browser may need seconds before it opens a database again.
 */
export function isForbidden(thrown: unknown): boolean {
  const { name = '', message = '', inner } = thrown as { name?: string; message?: string; inner?: unknown };
  return forbidding.includes(name) || message.includes('denied') || (inner !== undefined && isForbidden(inner));
}

/** Without IndexedDB at all, reading it is a TypeError, and Dexie throws MissingAPIError. */
const forbidding = ['SecurityError', 'InvalidStateError', 'NotSupportedError', 'TypeError', 'MissingAPIError'];
