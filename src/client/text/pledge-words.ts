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
 * What a money call does: an order, a change of an order's status or of a customer's balance, or a new user with an
 * opening balance.
 */
export type PledgeSubject = 'order' | 'status' | 'balance' | 'user' | 'other';

const subjects: Readonly<Record<string, PledgeSubject>> = {
  placeOrder: 'order',
  updateOrder: 'status',
  addToBalance: 'balance',
  subtractFromBalance: 'balance',
  refundPart: 'balance',
  approveTopup: 'balance',
  createUser: 'user',
};

export const subjectOf = ({ call }: Pick<PledgeFacts, 'call'>): PledgeSubject => subjects[call] ?? 'other';

/**
 * Returns the product or the user, and the amount of a money call: `{ name: 'Netflix, 1 month', amount: '1 × €25.00' }`,
 * `{ name: 'Amina Haddad', amount: '+€25.00' }`; null where not known.
 */
export function usePledgeWords(): (pledge: PledgeFacts) => { name: string | null; amount: string | null } {
  const { format, change } = useMoney();
  return ({ call, about: { title, user_name: user, quantity, amount } }) => {
    const name = typeof title === 'string' ? title : typeof user === 'string' ? user : null;
    if (typeof amount !== 'number') return { name, amount: null };
    if (['addToBalance', 'refundPart', 'approveTopup'].includes(call)) return { name, amount: change(amount) };
    if (call === 'subtractFromBalance') return { name, amount: change(-amount) };
    if (call === 'createUser' || call === 'updateOrder') return { name, amount: format(amount) };
    return { name, amount: `${typeof quantity === 'number' ? quantity : 1} × ${format(amount)}` };
  };
}

/** Describes the outcome of a money call. */
export function useOutcomeWords(): (pledge: PledgeFacts) => OutcomeWords {
  const { t } = useLingui();
  const { refusal: sentence } = useRefusalText();
  return (pledge) => {
    const { call, outcome, refusal, touched } = pledge;
    const subject = subjectOf(pledge);
    if (outcome === 'applied') {
      const order = orderIn(touched);
      const balances: Record<string, string> = {
        addToBalance: t`Balance added`,
        refundPart: t`Returned in part`,
        approveTopup: t`Top-up approved`,
      };
      const titles = {
        order: order === null ? t`Your order was placed` : t`Placed: order #${order}`,
        status: t`The status of the order was changed.`,
        balance: balances[call] ?? t`Balance subtracted`,
        user: t`User created`,
        other: t`It was done.`,
      };
      return { tone: 'success', title: titles[subject], reason: null, orderId: subject === 'order' ? order : null };
    }
    const titles = {
      order: t`Not placed, nothing was charged.`,
      status: t`The status of the order was not changed.`,
      balance: t`The balance was not changed.`,
      user: t`The user was not created.`,
      other: t`It was not done.`,
    };
    const title = titles[subject];
    return outcome === 'refused'
      ? { tone: 'warning', title, reason: sentence(refusal ?? ''), orderId: null }
      : { tone: 'info', title, reason: null, orderId: null };
  };
}

function orderIn(touched: readonly string[] = []): number | null {
  const key = touched.find((one) => one.startsWith('orders:'));
  return key ? Number(key.slice('orders:'.length)) : null;
}
