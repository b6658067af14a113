import { useState } from 'react';
import type { TicketRow } from '../../../contract/tickets.ts';
import { performEach, type QueuedChange, type QueueProgress } from '../../forms/queued-change.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { changeOf, undoChange, valueIn, type TicketChange } from './ticket-change.ts';

type QueuedTicketChange = QueuedChange<TicketChange['kind']>;

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
  /** How many of the changes are stored on this device, while they are being stored. */
  saving: QueueProgress | null;
  /** Changes each ticket whose value differs, with one action for each; merged tickets keep their status. */
  start: (tickets: readonly TicketRow[], change: TicketChange) => Promise<void>;
  /** Discards the unsent changes, and sets the sent ones back to the earlier values. */
  undo: () => Promise<void>;
  dismiss: () => void;
}

/** Sets the status, priority or assignee of many tickets at once, and follows the progress (S2M-07). */
export function useBulkChange(): BulkChange {
  const db = currentDatabase();
  const [started, setStarted] = useState<{ change: TicketChange; queued: QueuedTicketChange[] } | null>(null);
  const [saving, setSaving] = useState<BulkChange['saving']>(null);
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
    saving,
    start: (tickets, change) =>
      whileBusy(async () => {
        const others = tickets.filter((ticket) => mayChange(ticket, change) && valueIn(ticket, change) !== change.to);
        const changes = others.map((ticket) => changeOf(ticket, change));
        const { queued, error } = await performEach(db, changes, (done) => setSaving({ done, total: changes.length }));
        setSaving(null);
        if (queued.length > 0 || error === null) setStarted({ change, queued });
        if (error !== null) throw error;
      }),
    undo: () =>
      whileBusy(async () => {
        for (const queuedChange of started?.queued ?? []) await undoChange(db, queuedChange);
        await db.setFact('bulk', null);
        setStarted(null);
      }),
    dismiss: () => setStarted(null),
  };
}

/** The status of a merged ticket is that of the conversation which it is part of. */
const mayChange = (ticket: TicketRow, { kind }: TicketChange): boolean =>
  kind !== 'ticket.status' || !ticket.merged_into_id;

const readItems = async (db: LocalDatabase, ids: readonly string[]) => ({
  idsKey: ids.join(),
  items: await db.outbox.where('id').anyOf(ids).toArray(),
});
