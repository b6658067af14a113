import { useEffect, useState } from 'react';
import {
  readTicket as readTicketCall,
  type ResponseRow,
  type Ticket,
  type TicketRow,
} from '../../../contract/tickets.ts';
import { call } from '../../api/call.ts';
import { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { readLane, readResponses, readTicket } from './queries.ts';

export interface OpenedTicket {
  ticket: TicketRow;
  responses: ResponseRow[];
  /** The outbox items of the ticket, oldest first. */
  lane: OutboxItem[];
}

/** `absent`: not on this device, and the device is offline · `failed`: the request to the server failed (S2N-06). */
export type TicketView =
  | { kind: 'loading' }
  | { kind: 'absent' }
  | { kind: 'failed' }
  | ({ kind: 'open' } & OpenedTicket);

/** Returns a ticket by UUID or number: this device's copy, kept current, otherwise the server's answer. */
export function useTicket(ref: string): TicketView {
  const db = currentDatabase();
  const ticket = useLiveQuery(() => readTicket(db, ref), [db, ref]);
  const id = ticket?.id;
  const responses = useLiveQuery(() => (id ? readResponses(db, id) : undefined), [db, id]);
  const lane = useLiveQuery(() => (id ? readLane(db, id) : undefined), [db, id]);
  const fromServer = useServerTicket(ref, ticket === null);
  if (ticket === undefined) return { kind: 'loading' };
  if (ticket === null) return fromServer;
  return responses && lane && responses.every((one) => one.ticket_id === id)
    ? { kind: 'open', ticket, responses, lane }
    : { kind: 'loading' };
}

function useServerTicket(ref: string, isWanted: boolean): TicketView {
  const online = useOnline();
  const [answer, setAnswer] = useState<{ ref: string; ticket: Ticket | 'failed' } | null>(null);
  const isAsking = isWanted && online && answer?.ref !== ref;
  useEffect(() => {
    if (!isAsking) return undefined;
    const stop = new AbortController();
    call(readTicketCall, { id: ref }, { signal: stop.signal }).then(
      (ticket) => setAnswer({ ref, ticket }),
      (thrown: unknown) => {
        if (!(thrown instanceof CallFailure)) throw thrown;
        if (!stop.signal.aborted) setAnswer({ ref, ticket: 'failed' });
      },
    );
    return () => stop.abort();
  }, [ref, isAsking]);
  if (answer?.ref === ref)
    return answer.ticket === 'failed'
      ? { kind: 'failed' }
      : { kind: 'open', ticket: answer.ticket, responses: answer.ticket.responses, lane: [] };
  return online ? { kind: 'loading' } : { kind: 'absent' };
}
