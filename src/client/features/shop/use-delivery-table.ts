import { useRef } from 'react';
import { listDeliveries, type DeliveryTable } from '../../../contract/deliveries.ts';
import { call } from '../../api/call.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest } from '../../sync/use-request.ts';
import { serverNow } from '../../text/dates.ts';

/** Changes the table on the server; returns why it was refused, or null. */
export type ChangeTable = (send: () => Promise<DeliveryTable>) => Promise<CallFailure | null>;

/**
 * The delivery companies, cities and rates: requested while online, and kept on this device to be read without a
 * connection. Changes are sent one after the other, so that an answer never takes back a later one.
 */
export function useDeliveryTable() {
  const kept = useLiveQuery(async () => (await currentDatabase().meta.get('deliveries')) ?? null, []);
  const { failure, isLoading, retry } = useRequest('deliveries', async (signal) =>
    keep(await call(listDeliveries, {}, { signal })),
  );
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const change: ChangeTable = (send) => {
    const outcome = last.current.then(() =>
      send()
        .then(keep)
        .then(() => null, failureOfChange),
    );
    last.current = outcome;
    return outcome;
  };
  return {
    table: kept?.k === 'deliveries' ? kept.v : undefined,
    failure,
    isLoading: kept === undefined || isLoading,
    retry,
    change,
  };
}

/** Stores the table of an answer on this device, from which the page shows it. */
async function keep({ deliveries, cities, rates }: DeliveryTable): Promise<void> {
  const v = { at: serverNow(), deliveries, cities, rates };
  await currentDatabase().meta.put({ k: 'deliveries', v });
}

/** Returns why a change failed. If it was based on old values, stores the current table, so that the page shows it. */
function failureOfChange(thrown: unknown): CallFailure {
  const failure = asFailure(thrown);
  const current = failure.code === 'REVISION_CHANGED' ? failure.details?.current : undefined;
  if (current) ignoreStorageErrors(keep(current as DeliveryTable));
  return failure;
}
