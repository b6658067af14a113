import { useSyncExternalStore } from 'react';
import type { PublicShop } from '../../contract/shop.ts';
import type { OpeningTimes } from '../../contract/waiting-goals.ts';

/*
 * The public settings of the shop, as the server last reported them with a pass of the sync. Local storage keeps them
 * for the next start, also without a connection.
 */

const storageKey = 'cod_shop';
const unknown: PublicShop = { name: 'Comptoir', hours: [] };
const listeners = new Set<() => void>();
let current: PublicShop | undefined;

/** Returns the public settings of the shop, kept current. */
export const useShop = (): PublicShop => useSyncExternalStore(subscribe, currentShop);

/** Returns when the shop answers; for servers of an earlier version, in the time zone of this device. */
export const openingTimesOf = ({ hours, time_zone: timeZone }: PublicShop): OpeningTimes => ({
  days: hours,
  timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Sets the public settings of the shop. */
export function setShop(shop: PublicShop): void {
  const text = JSON.stringify(shop);
  if (text === JSON.stringify(currentShop())) return;
  current = shop;
  try {
    localStorage.setItem(storageKey, text);
  } catch {
    // It lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Returns the public settings of the shop. */
export const currentShop = (): PublicShop => (current ??= storedShop());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function storedShop(): PublicShop {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<PublicShop>;
    const { name, hours } = stored;
    return typeof name === 'string' && Array.isArray(hours) ? { ...stored, name, hours } : unknown;
  } catch {
    return unknown;
  }
}
