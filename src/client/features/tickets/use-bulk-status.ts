import { useState } from 'react';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { waits } from '../../sync/fold.ts';
import { perform } from '../../sync/perform.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { argsOf, undoChange, valueIn, type Step, type TicketChange } from './ticket-change.ts';

export interface BulkRun {
  change: TicketChange;
  total: number;
  done: number;
  refused: number;
  waiting: number;
}

export interface BulkStatus {
  run: BulkRun | null;
  busy: boolean;
  /** Changes each ticket that has another value: one action for each. */
  start: (tickets: readonly TicketRow[], change: TicketChange) => Promise<void>;
  /** Takes back what was not sent yet, and sets what was sent to what it was. */
  undo: () => Promise<void>;
  dismiss: () => void;
}

/** A status, priority or assignee for many tickets at once, with its progress (S2M-07). */
export function useBulkStatus(): BulkStatus {
  const db = currentDatabase();
  const [started, setStarted] = useState<{ change: TicketChange; steps: Step[] } | null>(null);
  const { busy, whileBusy } = useBusy();
  const ids = started?.steps.map(({ itemId }) => itemId) ?? [];
  const found = useLiveQuery(() => readItems(db, ids), [db, ids.join()]);
  // Until the new ids have been looked for, the answer is still about the run before: then nothing counts as done.
  const pending = found?.of === ids.join() ? found.items : undefined;
  const waiting = pending?.filter(waits).length ?? ids.length;
  const refused = (pending?.length ?? ids.length) - waiting;
  return {
    run: started && {
      change: started.change,
      total: ids.length,
      waiting,
      refused,
      done: ids.length - waiting - refused,
    },
    busy,
    start: (tickets, change) => whileBusy(async () => setStarted({ change, steps: await setAll(db, tickets, change) })),
    undo: () =>
      whileBusy(async () => {
        for (const step of started?.steps ?? []) await undoChange(db, step, started!.change);
        await db.setFact('bulk', null);
        setStarted(null);
      }),
    dismiss: () => setStarted(null),
  };
}

const readItems = async (db: LocalDatabase, ids: readonly string[]) => ({
  of: ids.join(),
  items: await db.outbox.where('id').anyOf(ids).toArray(),
});

async function setAll(db: LocalDatabase, tickets: readonly TicketRow[], change: TicketChange): Promise<Step[]> {
  const steps: Step[] = [];
  for (const ticket of tickets) {
    const from = valueIn(ticket, change);
    if (from !== change.to)
      steps.push({
        ticketId: ticket.id,
        from,
        itemId: await perform(db, change.kind, argsOf(ticket.id, { ...change, from })),
      });
  }
  const ids = steps.map(({ itemId }) => itemId);
  await db.setFact('bulk', ids.length > 1 ? ids : null);
  return steps;
}
