import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { rootAdminId } from '../../../contract/limits.ts';
import { moveTopupMethod, type TopupMethodRow } from '../../../contract/topup-settings.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { syncNow } from '../../sync/triggers.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { useLoadedQuery } from '../../sync/use-live-query.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { toast } from '../../ui/toast.ts';

/** Whether the signed-in admin may change methods and limits: only root may, because a wrong account costs money. */
export const mayChangeTopups = (): boolean => currentDatabase().userId === rootAdminId;

/** Returns all methods in their order; undefined until this device is read. */
export function useMethods(): { value: TopupMethodRow[] | undefined; isLoading: boolean } {
  const db = currentDatabase();
  return useLoadedQuery(
    async () => (await db.topup_methods.toArray()).toSorted((a, b) => a.position - b.position || a.id - b.id),
    [db],
  );
}

/** Stores a method of an answer on this device; when that fails, the next pass does. */
export async function storeMethod(method: TopupMethodRow): Promise<void> {
  const db = currentDatabase();
  const change = { entity: 'topup_methods' as const, key: String(method.id), rev: method.rev, row: { ...method } };
  await db.transaction('rw', db.syncTables, () => storeServerRows(db, [change])).catch(() => undefined);
}

/** Returns a function that moves a method by one place; it returns whether the server has done it. */
export function useMoveMethod() {
  const { failure: sentenceOf } = useRefusalText();
  const { t } = useLingui();
  const [isMoving, setMoving] = useState(false);
  const [note, setNote] = useState('');
  const move = async (methods: readonly TopupMethodRow[], at: number, by: 1 | -1) => {
    if (isMoving) return;
    setMoving(true);
    const before = methods[by === -1 ? at - 1 : at + 2] ?? null;
    const place = at + by + 1;
    const sent = call(moveTopupMethod, { id: methods[at]!.id, before_id: before?.id ?? null });
    const failure = await sent.then(({ method }) => storeMoved(methods, at, by, method)).then(() => null, asFailure);
    if (failure) toast({ tone: 'error', title: sentenceOf(failure) });
    setNote(failure ? '' : t`Moved to place ${place}`);
    void syncNow();
    setMoving(false);
  };
  return { move, note };
}

/** Stores the new order as the server numbers it; the pass after it brings the other rows. */
async function storeMoved(
  methods: readonly TopupMethodRow[],
  at: number,
  by: 1 | -1,
  moved: TopupMethodRow,
): Promise<void> {
  const others = methods.toSpliced(at, 1);
  const ordered = others.toSpliced(at + by, 0, moved).map((method, position) => ({ ...method, position }));
  await currentDatabase()
    .topup_methods.bulkPut(ordered)
    .catch(() => undefined);
}
