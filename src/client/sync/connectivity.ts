import { createSignal } from '../base/signal.ts';
import type { health } from '../../contract/app.ts';
import { addresses } from '../api/addresses.ts';
import { callAt, onExchange } from '../api/call.ts';

/*
 * Whether our server can be reached: the result of the last exchange, else the browser's `navigator.onLine`. The
 * browser's "online" is a hint (a captive portal is online too) and starts a probe; its "offline" counts until an
 * answer arrives.
 */

let isReachable = (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine !== false;
const changes = createSignal<boolean>();

export const isOnline = (): boolean => isReachable;

/** Calls `listener` when the connection to the server is lost or restored; returns a function to unsubscribe. */
export const onConnectivity = (listener: (online: boolean) => void): (() => void) => changes.subscribe(listener);

/** Follows exchanges and the browser's online and offline events; returns a function that stops this. */
export function watchConnectivity(): () => void {
  const stopExchanges = onExchange(({ isReached }) => setReachable(isReached));
  const online = () => void probe();
  const offline = () => setReachable(false);
  addEventListener('online', online);
  addEventListener('offline', offline);
  return () => {
    stopExchanges();
    removeEventListener('online', online);
    removeEventListener('offline', offline);
  };
}

/** Calls the server's health endpoint; `onExchange` reports it like every other call. Never throws. */
export async function probe(call: typeof callAt = callAt): Promise<void> {
  await call<typeof health>(addresses.health, {}, { timeout: 5_000 }).catch(() => null);
}

function setReachable(online: boolean): void {
  if (online === isReachable) return;
  isReachable = online;
  changes.emit(online);
}
