import { useEffect, useState } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
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
  const { answer, retry } = useServerOrder(id, stored === null && listed === undefined);
  const order = stored ?? listed ?? answer?.order ?? undefined;
  const isNowhere = stored === null && !order;
  return { order, retry, ...(isNowhere ? stateOf(answer, online) : { isMissing: false, failure: null }) };
}

/** What is known of an order that neither this device nor the list has. */
const stateOf = (answer: ServerAnswer | null, online: boolean): Pick<OrderSearch, 'isMissing' | 'failure'> =>
  answer?.order === null || !online
    ? { isMissing: true, failure: null }
    : { isMissing: false, failure: answer?.failure ?? null };

/** What the server answered about an order: the order, null when it has none, or why it did not answer. */
interface ServerAnswer {
  request: string;
  order?: Order | null;
  failure?: CallFailure;
}

/** Requests an order that this device does not store. */
function useServerOrder(id: number, isWanted: boolean): { answer: ServerAnswer | null; retry: () => void } {
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<ServerAnswer | null>(null);
  const request = `${id} ${attempt}`;
  const isAsking = isWanted && online && answer?.request !== request;
  useEffect(() => {
    if (!isAsking) return undefined;
    const stop = new AbortController();
    const finish = (found: Omit<ServerAnswer, 'request'>) => {
      if (!stop.signal.aborted) setAnswer({ request, ...found });
    };
    requestOrder(id, stop.signal).then(
      (order) => finish({ order }),
      (thrown: unknown) => finish({ failure: asFailure(thrown) }),
    );
    return () => stop.abort();
  }, [id, request, isAsking]);
  return {
    answer: answer?.request === request ? answer : null,
    retry: () => setAttempt((now) => now + 1),
  };
}
