import { useRef, useState } from 'react';
import type { CallFailure } from '../../api/failure.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { deleteSeen } from '../../sync/outcomes.ts';
import { useLeaveSignal } from '../../forms/use-money-call.ts';
import { placeOrder, settleOrder } from './place-order.ts';
import type { OrderResult, OrderRequest } from './place-order.ts';

/**
 * `checking`: an answer was lost, and the outcome is being found out. `doubt`: that failed, the outcome is not known.
 */
export type OrderPhase = 'choosing' | 'sending' | 'checking' | 'doubt';

export type OrderProblem =
  | { kind: 'variant' }
  | { kind: 'price'; from: number; to: number }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'notPlaced' };

interface OrderCallbacks {
  /** Gets the answer to the order; null when it was lost and the outcome is shown in a notice above the page. */
  onPlaced: (placed: Extract<OrderResult, { kind: 'placed' }> | null) => void;
  onRefused: (failure: CallFailure) => void;
}

interface OrderState {
  /**
   * The Idempotency-Key: created with the popup, and again after each outcome, because an outcome belongs to its key
   * forever.
   */
  key: string;
  /** Keys whose outcome this popup has shown. */
  spent: readonly string[];
  phase: OrderPhase;
  problem: OrderProblem | null;
  /** The server's price for a choice, newer than this device's catalogue. */
  newPrice: { productId: number; variantId: number | null; price: number } | null;
}

/** The state and the actions of one order popup. A second confirm sends nothing while the first is not answered. */
export function useOrder(db: LocalDatabase, { onPlaced, onRefused }: OrderCallbacks) {
  const [state, setState] = useState<OrderState>(() => ({
    key: uuidv7(),
    spent: [],
    phase: 'choosing',
    problem: null,
    newPrice: null,
  }));
  const isBusy = useRef(false);
  const leaveSignal = useLeaveSignal();
  const change = (patch: Partial<OrderState>) => setState((now) => ({ ...now, ...patch }));
  const { key, newPrice } = state;

  const finish = (outcome: OrderResult, request: OrderRequest | null) => {
    if (outcome.kind === 'unknown') return change({ phase: 'doubt' });
    change({ phase: 'choosing', key: uuidv7(), spent: [...state.spent, key], ...stateAfter(outcome, request) });
    if (outcome.kind === 'refused') onRefused(outcome.failure);
    else if (outcome.kind === 'placed') onPlaced(outcome);
    else if (outcome.isPlaced) onPlaced(null);
  };

  const runOnce = async (run: () => Promise<OrderResult>, request: OrderRequest | null) => {
    if (isBusy.current) return;
    isBusy.current = true;
    // When the storage fails meanwhile, only the server knows the outcome: the user can only check, not send again.
    const outcome = await run().catch((): OrderResult => ({ kind: 'unknown' }));
    isBusy.current = false;
    finish(outcome, request);
  };

  /** Deletes the stored outcome that the popup shows, so that no notice repeats it; if that fails, a notice does. */
  const acknowledge = () => {
    if (state.problem?.kind === 'notPlaced') void deleteSeen(db, state.spent).catch(() => undefined);
  };

  const confirm = async (request: OrderRequest): Promise<void> => {
    if (request.product.has_variants && !request.variant) return change({ problem: { kind: 'variant' } });
    acknowledge();
    return runOnce(() => {
      change({ phase: 'sending', problem: null });
      return placeOrder(db, request, { key, leaveSignal: leaveSignal(), onDoubt: () => change({ phase: 'checking' }) });
    }, request);
  };

  const check = (): Promise<void> =>
    runOnce(() => {
      change({ phase: 'checking' });
      return settleOrder(db, key);
    }, null);

  const newPriceOf = (productId: number, variantId: number | null): number | null =>
    newPrice?.productId === productId && newPrice.variantId === variantId ? newPrice.price : null;

  const clearProblem = () => {
    acknowledge();
    change({ problem: null });
  };

  return { ...state, newPriceOf, confirm, check, acknowledge, clearProblem };
}

/** Returns the popup's state after an outcome. */
function stateAfter(outcome: OrderResult, request: OrderRequest | null): Partial<OrderState> {
  if (outcome.kind === 'settled') return { problem: outcome.isPlaced ? null : { kind: 'notPlaced' } };
  if (outcome.kind !== 'refused') return { problem: null };
  const { failure } = outcome;
  const price = failure.code === 'PRICE_CHANGED' ? failure.details?.price : undefined;
  if (!request || typeof price !== 'number') return { problem: { kind: 'refused', failure } };
  return {
    problem: { kind: 'price', from: request.price, to: price },
    newPrice: { productId: request.product.id, variantId: request.variant?.id ?? null, price },
  };
}
