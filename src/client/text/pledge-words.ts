import { useLingui } from '@lingui/react/macro';
import { useMoney } from './money.ts';
import { useRefusalText } from './refusals.ts';

/** The fields of a money call (`PendingCall`) that its words need. */
export interface PledgeFacts {
  key: string;
  /** The endpoint's name. */
  call: string;
  about: Record<string, unknown>;
  createdAt: number;
  outcome?: 'applied' | 'refused' | 'cancelled';
  /** The code of a refusal. */
  refusal?: string;
  /** The records that an applied call touched, as `entity:key`. */
  touched?: readonly string[];
}

/** The outcome of a money call in the user's language. */
export interface OutcomeWords {
  tone: 'success' | 'warning' | 'info';
  title: string;
  /** The reason of a refusal. */
  reason: string | null;
  /** The order that was placed. */
  orderId: number | null;
}

/**
 * Returns the product and the amount of a money call: `{ name: 'Netflix, 1 month', amount: '1 × €25.00' }`; null where
 * not known.
 */
export function usePledgeWords(): (pledge: PledgeFacts) => { name: string | null; amount: string | null } {
  const { format } = useMoney();
  return ({ about: { title, quantity, amount } }) => ({
    name: typeof title === 'string' ? title : null,
    amount: typeof amount === 'number' ? `${typeof quantity === 'number' ? quantity : 1} × ${format(amount)}` : null,
  });
}

/** Describes the outcome of a money call. */
export function useOutcomeWords(): (pledge: PledgeFacts) => OutcomeWords {
  const { t } = useLingui();
  const { refusal: sentence } = useRefusalText();
  return ({ call, outcome, refusal, touched }) => {
    const isOrder = call === 'placeOrder';
    if (outcome === 'applied') {
      const order = orderIn(touched);
      const placed = order === null ? t`Your order was placed` : t`Placed: order #${order}`;
      return { tone: 'success', title: isOrder ? placed : t`It was done.`, reason: null, orderId: order };
    }
    const title = isOrder ? t`Not placed, nothing was charged.` : t`It was not done.`;
    return outcome === 'refused'
      ? { tone: 'warning', title, reason: sentence(refusal ?? ''), orderId: null }
      : { tone: 'info', title, reason: null, orderId: null };
  };
}

function orderIn(touched: readonly string[] = []): number | null {
  const key = touched.find((one) => one.startsWith('orders:'));
  return key ? Number(key.slice('orders:'.length)) : null;
}
