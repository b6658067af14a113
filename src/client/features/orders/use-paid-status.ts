import { useRef, useState } from 'react';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import type { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { deleteSeen } from '../../sync/outcomes.ts';
import { changePaidStatus, settlePaidStatus, type PaidStatusResult } from './change-paid-status.ts';
import { useLeaveSignal } from './use-order.ts';

interface State {
  /** The Idempotency-Key: created with the dialog, and again after each outcome. */
  key: string;
  /** `checking`: an answer was lost, and the outcome is being found out. `doubt`: that failed. */
  phase: 'asking' | 'sending' | 'checking' | 'doubt';
  problem: { kind: 'refused'; failure: CallFailure } | { kind: 'notDone' } | null;
}

/** The state and the actions of one dialog that sets a status which may move money; `onDone` ends it. */
export function usePaidStatus(onDone: (isAnswered: boolean) => void) {
  const db = currentDatabase();
  const [state, setState] = useState<State>(() => ({ key: uuidv7(), phase: 'asking', problem: null }));
  const isBusy = useRef(false);
  const leaveSignal = useLeaveSignal();
  const { key } = state;
  const change = (patch: Partial<State>) => setState((now) => ({ ...now, ...patch }));

  const finish = (outcome: PaidStatusResult) => {
    if (outcome.kind === 'unknown') return change({ phase: 'doubt' });
    if (outcome.kind === 'refused') return change({ key: uuidv7(), phase: 'asking', problem: outcome });
    if (outcome.kind === 'settled' && !outcome.isDone) {
      // While the dialog is open it says so itself; otherwise a notice does.
      if (leaveSignal()?.aborted === false) void deleteSeen(db, [key]).catch(() => undefined);
      return change({ key: uuidv7(), phase: 'asking', problem: { kind: 'notDone' } });
    }
    return onDone(outcome.kind === 'done');
  };

  const runOnce = async (run: () => Promise<PaidStatusResult>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    // When the storage fails meanwhile, only the server knows the outcome: the admin can only check, not send again.
    const outcome = await run().catch((): PaidStatusResult => ({ kind: 'unknown' }));
    isBusy.current = false;
    finish(outcome);
  };

  return {
    ...state,
    confirm: (order: Order, to: OrderStatus): Promise<void> =>
      runOnce(() => {
        change({ phase: 'sending', problem: null });
        const onDoubt = () => change({ phase: 'checking' });
        return changePaidStatus(db, { order, to }, { key, onDoubt, signal: leaveSignal() });
      }),
    check: (): Promise<void> =>
      runOnce(() => {
        change({ phase: 'checking' });
        return settlePaidStatus(db, key);
      }),
  };
}
