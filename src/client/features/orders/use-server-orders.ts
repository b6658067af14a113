import { useEffect, useState } from 'react';
import { listOrders, type Order } from '../../../contract/orders.ts';
import { call } from '../../api/call.ts';
import { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import type { OrderListFilter } from './queries.ts';

export interface ServerOrders {
  rows: Order[];
  total: number;
}

/** The number of orders that the server last reported for this user; requested again with every visit of the list. */
export function useOrdersTotal(): number | undefined {
  const db = currentDatabase();
  const online = useOnline();
  useEffect(() => {
    if (!online) return undefined;
    return askServer({ page: 1, per_page: 1 }, ({ total }) => ignoreStorageErrors(db.setFact('ordersTotal', total)));
  }, [db, online]);
  return useLiveQuery(() => db.fact('ordersTotal'), [db]);
}

/**
 * A page of the server's own list, for orders that this device does not keep; undefined until it has come. The page is
 * asked for again when `version` changes.
 */
export function useServerOrders(
  { search, status, page, perPage }: OrderListFilter,
  isWanted: boolean,
  version: string,
): ServerOrders | undefined {
  const online = useOnline();
  const question = JSON.stringify({ page, per_page: perPage, ...(search && { search }), ...(status && { status }) });
  const asked = `${question} ${version}`;
  const [answer, setAnswer] = useState<{ asked: string; found: ServerOrders } | null>(null);
  const isAsking = isWanted && online && answer?.asked !== asked;
  useEffect(
    () => (isAsking ? askServer(JSON.parse(question) as Question, (found) => setAnswer({ asked, found })) : undefined),
    [isAsking, question, asked],
  );
  return isWanted && answer?.asked === asked ? answer.found : undefined;
}

/** An order that this device does not keep; null when the server does not have it either, undefined until it is known. */
export function useServerOrder(id: number, isWanted: boolean): Order | null | undefined {
  const online = useOnline();
  const [answer, setAnswer] = useState<{ id: number; order: Order | null } | null>(null);
  const isAsking = isWanted && online && answer?.id !== id;
  useEffect(() => {
    if (!isAsking) return undefined;
    const found = ({ rows }: ServerOrders) => setAnswer({ id, order: rows.find((row) => row.id === id) ?? null });
    return askServer({ page: 1, per_page: 100, search: String(id) }, found);
  }, [id, isAsking]);
  return answer?.id === id ? answer.order : undefined;
}

interface Question {
  page: number;
  per_page: number;
  search?: string;
  status?: string;
}

/** A failure is no news here: the device's own orders stay, with their age. Gives what stops it. */
function askServer(question: Question, onAnswer: (found: ServerOrders) => void): () => void {
  const stop = new AbortController();
  call(listOrders, question, { signal: stop.signal }).then(
    ({ data, meta: { total } }) => {
      if (!stop.signal.aborted) onAnswer({ rows: data, total });
    },
    (thrown: unknown) => {
      if (!(thrown instanceof CallFailure)) throw thrown;
    },
  );
  return () => stop.abort();
}
