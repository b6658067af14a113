import { useEffect, useRef, useState } from 'react';
import type { ProductRow, ProductVariant } from '../../../contract/products.ts';
import type { CallFailure } from '../../api/failure.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { newId } from '../../local/ids.ts';
import { markSeen } from '../../sync/outcomes.ts';
import { placeOrder, settleOrder } from './place-order.ts';
import type { OrderEnd } from './place-order.ts';

/** `checking`: an answer was lost and the same key goes again. `doubt`: no answer came, and the order is not settled. */
export type OrderPhase = 'choosing' | 'sending' | 'checking' | 'doubt';

export type OrderProblem =
  | { kind: 'variant' }
  | { kind: 'price'; from: number; to: number }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'notPlaced' };

export interface OrderWish {
  product: ProductRow;
  variant: ProductVariant | null;
  /** Euros, as shown. */
  price: number;
  message: string;
}

interface Reports {
  /** The answer to the order; null when the outcome was requested later and is shown in a notice above the page. */
  onPlaced: (placed: Extract<OrderEnd, { kind: 'placed' }> | null) => void;
  onRefused: (failure: CallFailure) => void;
}

interface Standing {
  /** The Idempotency-Key: made with the popup, and anew after each outcome, which is the old key's for ever. */
  key: string;
  /** The keys that had their outcome in this popup. */
  spent: readonly string[];
  phase: OrderPhase;
  problem: OrderProblem | null;
  /** A price the server has told for a choice, newer than this device's catalogue; euros. */
  told: { productId: number; variantId: number | null; price: number } | null;
}

/** One opening of the order popup: where its order stands. A second confirm while one is under way sends nothing. */
export function useOrder(db: LocalDatabase, { onPlaced, onRefused }: Reports) {
  const [standing, setStanding] = useState<Standing>(() => ({
    key: newId(),
    spent: [],
    phase: 'choosing',
    problem: null,
    told: null,
  }));
  const busy = useRef(false);
  const left = useLeaving();
  const change = (patch: Partial<Standing>) => setStanding((now) => ({ ...now, ...patch }));
  const { key, told } = standing;

  const end = (outcome: OrderEnd, wish: OrderWish | null) => {
    if (outcome.kind === 'unknown') return change({ phase: 'doubt' });
    change({ phase: 'choosing', key: newId(), spent: [...standing.spent, key], ...aftermath(outcome, wish) });
    if (outcome.kind === 'refused') onRefused(outcome.failure);
    else if (outcome.kind === 'placed') onPlaced(outcome);
    else if (outcome.isPlaced) onPlaced(null);
  };

  const once = async (run: () => Promise<OrderEnd>, wish: OrderWish | null) => {
    if (busy.current) return;
    busy.current = true;
    // With a storage that failed in between, only the server knows: it is asked before anything is sent again.
    const outcome = await run().catch((): OrderEnd => ({ kind: 'unknown' }));
    busy.current = false;
    end(outcome, wish);
  };

  /** Marks the outcome that the popup shows as seen, so that no notice repeats it; where that fails, one does. */
  const acknowledge = () => {
    if (standing.problem?.kind === 'notPlaced') void markSeen(db, standing.spent).catch(() => undefined);
  };

  const confirm = async (wish: OrderWish): Promise<void> => {
    if (wish.product.has_variants && !wish.variant) return change({ problem: { kind: 'variant' } });
    acknowledge();
    return once(() => {
      change({ phase: 'sending', problem: null });
      return placeOrder(db, { key, ...wish }, { left: left(), onDoubt: () => change({ phase: 'checking' }) });
    }, wish);
  };

  const check = (): Promise<void> =>
    once(() => {
      change({ phase: 'checking' });
      return settleOrder(db, key);
    }, null);

  const toldPrice = (productId: number, variantId: number | null): number | null =>
    told?.productId === productId && told.variantId === variantId ? told.price : null;

  const forget = () => {
    acknowledge();
    change({ problem: null });
  };

  return { ...standing, toldPrice, confirm, check, acknowledge, forget };
}

/** What an outcome leaves on the screen. */
function aftermath(outcome: OrderEnd, wish: OrderWish | null): Partial<Standing> {
  if (outcome.kind === 'settled') return { problem: outcome.isPlaced ? null : { kind: 'notPlaced' } };
  if (outcome.kind !== 'refused') return { problem: null };
  const { failure } = outcome;
  const price = failure.code === 'PRICE_CHANGED' ? failure.details?.price : undefined;
  if (!wish || typeof price !== 'number') return { problem: { kind: 'refused', failure } };
  return {
    problem: { kind: 'price', from: wish.price, to: price },
    told: { productId: wish.product.id, variantId: wish.variant?.id ?? null, price },
  };
}

/** Gives a signal that is aborted when the popup goes away. */
function useLeaving(): () => AbortSignal | undefined {
  const controller = useRef<AbortController>(null);
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current?.abort();
  }, []);
  return () => controller.current?.signal;
}
