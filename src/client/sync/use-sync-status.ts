// oxlint-disable-next-line no-restricted-imports -- a hook over a store without React; the service worker never imports it
import { useSyncExternalStore } from 'react';
import { isOnline, onConnectivity } from './connectivity.ts';
import { onSyncStatus, syncStatus, type SyncStatus } from './status.ts';

/** Returns the current sync status of this device. */
export const useSyncStatus = (): SyncStatus => useSyncExternalStore(onSyncStatus, syncStatus);

/** Returns whether the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(onConnectivity, isOnline);

/** Returns whether this device has loaded nothing and cannot do so now: an empty list says nothing then. */
export function useIsNeverLoaded(): boolean {
  const { firstLoad, lastSyncAt, online } = useSyncStatus();
  return firstLoad === null && lastSyncAt === null && !online;
}

/** Returns whether the first load of this device is running or about to start. */
export function useIsFirstLoad(): boolean {
  const { firstLoad, lastSyncAt, online } = useSyncStatus();
  return firstLoad !== null || (lastSyncAt === null && online);
}
