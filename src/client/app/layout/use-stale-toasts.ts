import { useEffect } from 'react';
import { onConnectivity } from '../../sync/connectivity.ts';
import { onSyncStatus, syncStatus } from '../../sync/status.ts';
import { dismissToasts } from '../../ui/toast.ts';

/** Dismisses the toasts "server unreachable" and "server busy" when they are no longer true. */
export function useStaleToasts(): void {
  useEffect(() => {
    const stopOnline = onConnectivity((online) => online && dismissToasts('offline'));
    const stopStatus = onSyncStatus(() => syncStatus().state === 'synced' && dismissToasts('busy'));
    return () => {
      stopOnline();
      stopStatus();
    };
  }, []);
}
