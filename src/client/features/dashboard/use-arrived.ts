import { useSyncStatus } from '../../sync/use-sync-status.ts';

/** The rows, or `undefined` while none are here and the first load still runs: what has not arrived is not missing. */
export function useArrived<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const { firstLoad, lastSyncAt, online } = useSyncStatus();
  const isLoading = firstLoad !== null || (lastSyncAt === null && online);
  return rows?.length === 0 && isLoading ? undefined : rows;
}
