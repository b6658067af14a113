import { useState } from 'react';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { perform } from '../../sync/perform.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { argsOf, undoChange, valueIn, type QueuedChange, type TicketChange } from './ticket-change.ts';

export interface BulkRun {
  change: TicketChange;
  total: number;
  done: number;
  /** Parked: refused or in conflict. */
  refused: number;
  waiting: number;
}

export interface BulkChange {
  run: BulkRun | null;
  busy: boolean;
  /** Changes each ticket whose value differs, with one action for each ticket. */
  start: (tickets: readonly TicketRow[], change: TicketChange) => Promise<void>;
  /** Discards the unsent changes, and sets the sent ones back to the earlier values. */
  undo: () => Promise<void>;
  dismiss: () => void;
}

/** Sets the status, priority or assignee of many tickets at once, and follows the progress (S2M-07). */
export function useBulkChange(): BulkChange {
  const db = currentDatabase();
  const [started, setStarted] = useState<{ change: TicketChange; queued: QueuedChange[] } | null>(null);
  const { busy, whileBusy } = useBusy();
  const ids = started?.queued.map(({ itemId }) => itemId) ?? [];
  const found = useLiveQuery(() => readItems(db, ids), [db, ids.join()]);
  // Until the query has run with the new ids, `found` belongs to the previous run: all items count as waiting.
  const inOutbox = found?.idsKey === ids.join() ? found.items : undefined;
  const waiting = inOutbox?.filter(isPendingItem).length ?? ids.length;
  const refused = (inOutbox?.length ?? ids.length) - waiting;
  return {
    run: started && {
      change: started.change,
      total: ids.length,
      waiting,
      refused,
      done: ids.length - waiting - refused,
    },
    busy,
    start: (tickets, change) =>
      whileBusy(async () => setStarted({ change, queued: await setAll(db, tickets, change) })),
    undo: () =>
      whileBusy(async () => {
        for (const queuedChange of started?.queued ?? []) await undoChange(db, queuedChange, started!.change);
        await db.setFact('bulk', null);
        setStarted(null);
      }),
    dismiss: () => setStarted(null),
  };
}

const readItems = async (db: LocalDatabase, ids: readonly string[]) => ({
  idsKey: ids.join(),
  items: await db.outbox.where('id').anyOf(ids).toArray(),
});

async function setAll(db: LocalDatabase, tickets: readonly TicketRow[], change: TicketChange): Promise<QueuedChange[]> {
  const queued: QueuedChange[] = [];
  for (const ticket of tickets) {
    const from = valueIn(ticket, change);
    if (from !== change.to)
      queued.push({
        ticketId: ticket.id,
        from,
        itemId: await perform(db, change.kind, argsOf(ticket.id, { ...change, from })),
      });
  }
  const ids = queued.map(({ itemId }) => itemId);
  await db.setFact('bulk', ids.length > 1 ? ids : null);
  return queued;
}
