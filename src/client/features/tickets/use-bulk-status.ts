import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { waits } from '../../sync/fold.ts';
import { discard } from '../../sync/outbox.ts';
import { perform } from '../../sync/perform.ts';
import { useBusy } from '../../ui/use-busy.ts';

interface Step {
  itemId: string;
  ticketId: string;
  from: TicketStatus;
}

export interface BulkRun {
  to: TicketStatus;
  total: number;
  done: number;
  refused: number;
  waiting: number;
}

export interface BulkStatus {
  run: BulkRun | null;
  busy: boolean;
  /** Sets the status of each ticket that has another one: one action for each. */
  start: (tickets: readonly TicketRow[], to: TicketStatus) => Promise<void>;
  /** Takes back what was not sent yet, and sets what was sent to what it was. */
  undo: () => Promise<void>;
  dismiss: () => void;
}

/** A status for many tickets at once, with its progress (S2M-07). */
export function useBulkStatus(): BulkStatus {
  const db = currentDatabase();
  const [started, setStarted] = useState<{ to: TicketStatus; steps: Step[] } | null>(null);
  const { busy, whileBusy } = useBusy();
  const ids = started?.steps.map(({ itemId }) => itemId) ?? [];
  const found = useLiveQuery(() => readItems(db, ids), [db, ids.join()]);
  // Until the new ids have been looked for, the answer is still about the run before: then nothing counts as done.
  const pending = found?.of === ids.join() ? found.items : undefined;
  const waiting = pending?.filter(waits).length ?? ids.length;
  const refused = (pending?.length ?? ids.length) - waiting;
  return {
    run: started && { to: started.to, total: ids.length, waiting, refused, done: ids.length - waiting - refused },
    busy,
    start: (tickets, to) => whileBusy(async () => setStarted({ to, steps: await setAll(db, tickets, to) })),
    undo: () =>
      whileBusy(async () => {
        for (const step of started?.steps ?? []) await takeBack(db, step, started!.to);
        setStarted(null);
      }),
    dismiss: () => setStarted(null),
  };
}

const readItems = async (db: LocalDatabase, ids: readonly string[]) => ({
  of: ids.join(),
  items: await db.outbox.where('id').anyOf(ids).toArray(),
});

async function setAll(db: LocalDatabase, tickets: readonly TicketRow[], to: TicketStatus): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { id, status: from } of tickets) {
    if (from !== to)
      steps.push({ ticketId: id, from, itemId: await perform(db, 'ticket.status', { ticket_id: id, from, to }) });
  }
  return steps;
}

/** An item with another `from` was merged into an earlier unsent change, which must stay. */
async function takeBack(db: LocalDatabase, { itemId, ticketId, from }: Step, to: TicketStatus): Promise<void> {
  const item = await db.outbox.get({ id: itemId });
  const isParked = item !== undefined && !waits(item);
  if (isParked || (item?.state === 'queued' && item.args.from === from)) {
    await discard(db, itemId);
    return;
  }
  const ticket = await db.tickets.get(ticketId);
  if (ticket?.status === to) await perform(db, 'ticket.status', { ticket_id: ticketId, from: to, to: from });
}
