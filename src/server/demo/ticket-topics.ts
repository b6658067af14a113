import type { TicketType } from '../../contract/tickets.ts';
import type { Goods } from './demo-product.ts';

export interface Topic {
  type: TicketType;
  /** What the order was about; null: not about an order. */
  goods: readonly Goods[] | null;
  /** Whether the order's money went back. With `either` the second ending is the one with the money back. */
  returned: 'only' | 'never' | 'either';
  /** How often. */
  weight: number;
  /** Days after the order before anybody asks. */
  wait?: number;
}

/** What people write about. */
export const topics = {
  'code-missing': { type: 'order', goods: ['code', 'licence', 'data'], returned: 'never', weight: 14 },
  'code-refused': { type: 'order', goods: ['code', 'licence'], returned: 'either', weight: 12 },
  'wrong-amount': { type: 'order', goods: ['code', 'topup'], returned: 'never', weight: 8 },
  'wrong-line': { type: 'order', goods: ['topup'], returned: 'never', weight: 9 },
  'credit-late': { type: 'order', goods: ['topup'], returned: 'either', weight: 12 },
  'parcel-late': { type: 'order', goods: ['device'], returned: 'never', weight: 7, wait: 5 },
  'broken-on-arrival': { type: 'order', goods: ['device'], returned: 'either', weight: 6, wait: 3 },
  'profile-fails': { type: 'technical', goods: ['data'], returned: 'never', weight: 5 },
  'activation-fails': { type: 'technical', goods: ['licence'], returned: 'never', weight: 4 },
  'refund-wanted': {
    type: 'billing',
    goods: ['code', 'topup', 'data', 'device', 'licence', 'service'],
    returned: 'only',
    weight: 8,
  },
  'charged-twice': {
    type: 'billing',
    goods: ['code', 'topup', 'data', 'device', 'licence', 'service'],
    returned: 'either',
    weight: 4,
  },
  'payment-missing': { type: 'billing', goods: null, returned: 'either', weight: 10 },
  'invoice-wanted': { type: 'billing', goods: null, returned: 'either', weight: 7 },
  'wholesale-price': { type: 'general', goods: null, returned: 'either', weight: 6 },
  'back-in-stock': { type: 'general', goods: null, returned: 'either', weight: 6 },
  'account-change': { type: 'technical', goods: null, returned: 'either', weight: 5 },
  'app-trouble': { type: 'technical', goods: null, returned: 'either', weight: 6 },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;

/**
 * The lines of a conversation. `{order}` is the order's number, `{product}` its article, `{amount}` its price, `{n}`
 * two digits. Asked: the admin's first answer; told: what the customer adds; solved: how it ends. What stands at the
 * same place of each list belongs together; shorter lists begin again.
 */
interface TopicTexts {
  subjects: readonly string[];
  openings: readonly string[];
  asked: readonly string[];
  told: readonly string[];
  solved: readonly string[];
}

/** Topics that are about an order. */
export type OrderTopicTexts = Record<
  { [Name in TopicName]: (typeof topics)[Name]['goods'] extends null ? never : Name }[TopicName],
  TopicTexts
>;

export interface TicketTexts {
  topics: Record<TopicName, TopicTexts>;
  /** The customer's last word, when there is one. */
  thanks: readonly string[];
  /** Nobody has answered for a while. */
  reminders: readonly string[];
}
