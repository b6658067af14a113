import { useEffect, useState } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { requestOrder } from './queries.ts';

/** Returns the order from this device, the list or the server; `isMissing` when none of them has it. */
export function useOrderById(id: number, listed: Order | undefined): { order: Order | undefined; isMissing: boolean } {
  const online = useOnline();
  const stored = useLiveQuery(async () => (await currentDatabase().orders.get(id)) ?? null, [id]);
  const requested = useServerOrder(id, stored === null && listed === undefined);
  const order = stored ?? listed ?? requested ?? undefined;
  return { order, isMissing: stored === null && !order && (requested === null || !online) };
}

/** Returns an order that this device does not store; null when the server does not have it either, undefined until it is known. */
function useServerOrder(id: number, isWanted: boolean): Order | null | undefined {
  const online = useOnline();
  const [answer, setAnswer] = useState<{ id: number; order: Order | null } | null>(null);
  const isAsking = isWanted && online && answer?.id !== id;
  useEffect(() => {
    if (!isAsking) return undefined;
    const stop = new AbortController();
    requestOrder(id, stop.signal).then(
      (order) => (stop.signal.aborted ? undefined : setAnswer({ id, order })),
      (thrown: unknown) => {
        if (!(thrown instanceof CallFailure)) throw thrown;
      },
    );
    return () => stop.abort();
  }, [id, isAsking]);
  return answer?.id === id ? answer.order : undefined;
}
