import type { Order } from '../../../contract/orders.ts';
import type { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest, type Requested } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { requestOrder } from './queries.ts';

interface OrderSearch {
  order: Order | undefined;
  /** Neither this device nor the list has it, nor the server, which is asked with a connection only. */
  isMissing: boolean;
  /** The server did not answer the request for it. */
  failure: CallFailure | null;
  retry: () => void;
}

/** Returns the order from this device, the list or the server. */
export function useOrderById(id: number, listed: Order | undefined): OrderSearch {
  const online = useOnline();
  const stored = useLiveQuery(async () => (await currentDatabase().orders.get(id)) ?? null, [id]);
  const wanted = stored === null && listed === undefined;
  const requested = useRequest(`orders/${id}`, (signal) => requestOrder(id, signal), { wanted, once: true });
  const order = stored ?? listed ?? requested.data ?? undefined;
  const isMissing = wanted && !order && (requested.data === null || !online);
  return { order, isMissing, failure: isMissing ? null : endOf(requested), retry: requested.retry };
}

/** Why the request has ended without an answer; null while it is under way. */
const endOf = ({ failure, isLoading }: Requested<unknown>): CallFailure | null => (isLoading ? null : failure);
