import { useState } from 'react';
import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { isPendingItem } from '../sync/optimistic.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { useBusy } from '../ui/use-busy.ts';
import { queueEach, undoChange, type Change, type QueuedChange, type QueueProgress } from './set-field.ts';

/**
 * Returns one change for each record whose value differs, and how many of them may not be changed like this; `Wanted` is
 * what the user chose for all of them.
 */
export type PlanChanges<Row, Wanted> = (rows: readonly Row[], wanted: Wanted) => { changes: Change[]; leftOut: number };

export interface BulkRun<Wanted> {
  wanted: Wanted;
  total: number;
  done: number;
  /** Parked: refused or in conflict. */
  refused: number;
  waiting: number;
  /** Records that may not be changed like this. */
  leftOut: number;
}

export interface BulkChange<Row, Wanted> {
  run: BulkRun<Wanted> | null;
  busy: boolean;
  /** How many of the changes are stored on this device, while they are being stored. */
  saving: QueueProgress | null;
  /** Changes each record whose value differs, with one action for each. */
  start: (rows: readonly Row[], wanted: Wanted) => Promise<void>;
  /** Discards the unsent changes, and sets the sent ones back to the earlier values. */
  undo: () => Promise<void>;
  dismiss: () => void;
}

interface Started<Wanted> {
  wanted: Wanted;
  queued: QueuedChange[];
  leftOut: number;
}

/** Sets one value of many records at once, also offline, and follows the progress (S2K-13, S2M-07). */
export function useBulkChange<Row, Wanted>(plan: PlanChanges<Row, Wanted>): BulkChange<Row, Wanted> {
  const db = currentDatabase();
  const [started, setStarted] = useState<Started<Wanted> | null>(null);
  const [saving, setSaving] = useState<BulkChange<Row, Wanted>['saving']>(null);
  const { busy, whileBusy } = useBusy();
  const ids = started?.queued.map(({ itemId }) => itemId) ?? [];
  const found = useLiveQuery(() => readItems(db, ids), [db, ids.join()]);
  // Until the query has run with the new ids, `found` belongs to the previous run: all items count as waiting.
  const inOutbox = found?.idsKey === ids.join() ? found.items : undefined;
  const waiting = inOutbox?.filter(isPendingItem).length ?? ids.length;
  const refused = (inOutbox?.length ?? ids.length) - waiting;
  return {
    run: started && {
      wanted: started.wanted,
      leftOut: started.leftOut,
      total: ids.length,
      waiting,
      refused,
      done: ids.length - waiting - refused,
    },
    busy,
    saving,
    start: (rows, wanted) =>
      whileBusy(async () => {
        const { changes, leftOut } = plan(rows, wanted);
        const { queued, error } = await queueEach(db, changes, (done) => setSaving({ done, total: changes.length }));
        setSaving(null);
        if (queued.length > 0 || error === null) setStarted({ wanted, queued, leftOut });
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

const readItems = async (db: LocalDatabase, ids: readonly string[]) => ({
  idsKey: ids.join(),
  items: await db.outbox.where('id').anyOf(ids).toArray(),
});
