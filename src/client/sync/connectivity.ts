import type { health } from '../../contract/app.ts';
import { addresses } from '../api/addresses.ts';
import { callAt, onExchange } from '../api/call.ts';

/*
 * Whether our server can be reached: what the last exchange said, else what the browser believes. The browser's
 * "online" is a hint (a captive portal is online too) and starts a probe; its "offline" is believed until an answer
 * says otherwise.
 */

let reachable = (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine !== false;
const listeners = new Set<(online: boolean) => void>();

export const isOnline = (): boolean => reachable;

/** Calls `listener` when the line comes or goes; returns how to stop. */
export function onConnectivity(listener: (online: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens to exchanges and to the browser from now on; returns how to stop. */
export function watchConnectivity(): () => void {
  const stopExchanges = onExchange(set);
  const online = () => void probe();
  const offline = () => set(false);
  addEventListener('online', online);
  addEventListener('offline', offline);
  return () => {
    stopExchanges();
    removeEventListener('online', online);
    removeEventListener('offline', offline);
  };
}

/** Asks the server whether it answers; `onExchange` reports this call like every other one. Never throws. */
export async function probe(call: typeof callAt = callAt): Promise<void> {
  await call<typeof health>(addresses.health, {}, { timeout: 5_000 }).catch(() => null);
}

function set(online: boolean): void {
  if (online === reachable) return;
  reachable = online;
  for (const listener of listeners) listener(online);
}
