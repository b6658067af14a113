import { createSignal } from '../base/signal.ts';

let memoryOnly = false;
const changes = createSignal();

/**
 * Returns whether this browser keeps no databases for the site: data is then held in memory until the page is closed.
 */
export const isMemoryOnly = (): boolean => memoryOnly;

/** Calls `listener` when the page starts to hold its data in memory only; returns a function to unsubscribe. */
export const onMemoryOnly = (listener: () => void): (() => void) => changes.subscribe(listener);

/** Records that this browser keeps no databases for the site. */
export function reportMemoryOnly(): void {
  if (memoryOnly) return;
  memoryOnly = true;
  changes.emit();
}

/**
 * Returns whether an error of opening a database means that the browser denies databases to this site. Other errors may
 * be temporary: after a crash, a browser may need seconds before it opens a database again.
 */
export function isForbidden(thrown: unknown): boolean {
  const { name = '', message = '', inner } = thrown as { name?: string; message?: string; inner?: unknown };
  return forbidding.includes(name) || message.includes('denied') || (inner !== undefined && isForbidden(inner));
}

/** Without IndexedDB, access to it is a TypeError, and Dexie throws MissingAPIError. */
const forbidding = ['SecurityError', 'InvalidStateError', 'NotSupportedError', 'TypeError', 'MissingAPIError'];
