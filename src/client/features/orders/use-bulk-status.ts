import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { performEach, type QueuedChange, type QueueProgress } from '../../forms/queued-change.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useStatuses } from '../../text/statuses.ts';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { needsConnection, statusChange, undoStatus } from './queued-status.ts';

type QueuedStatus = QueuedChange<'order.status'>;

export interface BulkStatus {
  busy: boolean;
  /** How many of the changes are stored on this device, while they are being stored. */
  saving: QueueProgress | null;
  /** Sets the status of these orders, with one queued change for each; leaves out those whose change would move money. */
  start: (orders: readonly Order[], to: OrderStatus) => Promise<void>;
}

/** Sets the status of many orders at once, also offline, with a toast that says what was done and undoes it. */
export function useBulkStatus(): BulkStatus {
  const { t } = useLingui();
  const db = currentDatabase();
  const statuses = useStatuses();
  const { busy, whileBusy } = useBusy();
  const [saving, setSaving] = useState<QueueProgress | null>(null);
  const report = (queued: readonly QueuedStatus[], to: OrderStatus, leftOut: number) => {
    const status = statuses.orderChoice(to);
    const count = queued.length;
    const undo = () => void whileBusy(() => undoAll(db, queued));
    toast({
      tone: leftOut > 0 ? 'warning' : 'success',
      title: t`${plural(count, { one: '# order', other: '# orders' })} set to “${status}”`,
      ...(leftOut > 0 && {
        description: t`${plural(leftOut, { one: '# order was', other: '# orders were' })} left out, because money would move.`,
      }),
      ...(count > 0 && { action: { label: t`Undo`, onSelect: undo } }),
    });
  };
  return {
    busy,
    saving,
    start: (orders, to) =>
      whileBusy(async () => {
        const others = orders.filter(({ status }) => status !== to);
        const free = others.filter(({ status }) => !needsConnection(status, to));
        const changes = free.map((order) => statusChange(order, to));
        const { queued, error } = await performEach(db, changes, (done) => setSaving({ done, total: changes.length }));
        setSaving(null);
        if (queued.length > 0 || error === null) report(queued, to, others.length - free.length);
        if (error !== null) throw error;
      }),
  };
}

async function undoAll(db: LocalDatabase, queued: readonly QueuedStatus[]): Promise<void> {
  for (const one of queued) await undoStatus(db, one);
  await db.setFact('bulk', null);
}
