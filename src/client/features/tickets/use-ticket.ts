import { useEffect, useState } from 'react';
import { readTicket as readTicketCall, type Ticket } from '../../../contract/tickets.ts';
import { call } from '../../api/call.ts';
import { CallFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useTicketRead, type OpenedTicket } from './ticket-reads.ts';

/** `absent`: not on this device, and the device is offline · `failed`: the request to the server failed (S2N-06). */
export type TicketView =
  | { kind: 'loading' }
  | { kind: 'absent' }
  | { kind: 'failed'; failure: CallFailure }
  | { kind: 'open'; opened: OpenedTicket };

/** Returns a ticket by UUID or number: this device's copy, kept current, otherwise the server's answer. */
export function useTicket(ref: string): TicketView {
  const found = useTicketRead(ref);
  const fromServer = useServerTicket(ref, found === null);
  if (found === undefined) return { kind: 'loading' };
  return found ? { kind: 'open', opened: found } : fromServer;
}

const contentOf = (ticket: Ticket): OpenedTicket => ({
  ticket,
  merged: ticket.merged ?? [],
  responses: ticket.responses,
  lane: [],
  mergedLanes: [],
});

function useServerTicket(ref: string, isWanted: boolean): TicketView {
  const online = useOnline();
  const [answer, setAnswer] = useState<{ ref: string; view: TicketView } | null>(null);
  const isAsking = isWanted && online && answer?.ref !== ref;
  useEffect(() => {
    if (!isAsking) return undefined;
    const stop = new AbortController();
    call(readTicketCall, { id: ref }, { signal: stop.signal }).then(
      (ticket) => setAnswer({ ref, view: { kind: 'open', opened: contentOf(ticket) } }),
      (thrown: unknown) => {
        if (!(thrown instanceof CallFailure)) throw thrown;
        if (!stop.signal.aborted) setAnswer({ ref, view: { kind: 'failed', failure: thrown } });
      },
    );
    return () => stop.abort();
  }, [ref, isAsking]);
  if (answer?.ref === ref) return answer.view;
  return online ? { kind: 'loading' } : { kind: 'absent' };
}
