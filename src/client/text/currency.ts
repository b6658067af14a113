import { defaultCurrency } from '../../contract/currencies.ts';

/*
 * The shop's currency, as the server last reported it: with the sign-in, then with each pass of the sync. Local storage
 * keeps it for the next start, also without a connection.
 */

/** Returns the ISO 4217 code of the shop's currency. */
export const currentCurrency = (): string => (current ??= storedCurrency());

/** Sets the shop's currency; ignores a text that is no code. */
export function setCurrency(code: string): void {
  if (!isCode.test(code) || code === currentCurrency()) return;
  current = code;
  try {
    localStorage.setItem(storageKey, code);
  } catch {
    // It lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Calls the listener with each change of the currency; returns a function to unsubscribe. */
export function onCurrency(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const storageKey = 'cod_currency';
const isCode = /^[A-Z]{3}$/;
const listeners = new Set<() => void>();
let current: string | undefined;

function storedCurrency(): string {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored && isCode.test(stored) ? stored : defaultCurrency;
  } catch {
    return defaultCurrency;
  }
}
