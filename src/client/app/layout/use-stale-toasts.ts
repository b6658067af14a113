import { useEffect } from 'react';
import { onConnectivity } from '../../sync/connectivity.ts';
import { onSyncStatus, syncStatus } from '../../sync/status.ts';
import { dismissToasts } from '../../ui/toast.ts';

/** Takes messages away that are no longer true: that the server cannot be reached, or that it is busy. */
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
