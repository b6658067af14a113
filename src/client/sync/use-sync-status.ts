// oxlint-disable-next-line no-restricted-imports -- a hook over a store without React; the service worker never imports it
import { useSyncExternalStore } from 'react';
import { isOnline, onConnectivity } from './connectivity.ts';
import { onSyncStatus, syncStatus, type SyncStatus } from './status.ts';

/** Where this device stands with the server, always current. */
export const useSyncStatus = (): SyncStatus => useSyncExternalStore(onSyncStatus, syncStatus);

/** Whether the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(onConnectivity, isOnline);
