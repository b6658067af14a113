import type { LocalDatabase } from '../../../src/client/local/database.ts';
import type { Outside } from '../../../src/client/sync/line.ts';

/** Customers, the devices each of them orders with at once, and the orders of each device: 400 in all. */
export const accounts = ['amina', 'karim', 'leila', 'youssef'] as const;
export const devicesEach = 4;
export const ordersEach = 25;
/** Cents every customer begins with: a good part of what they are going to ask for. */
export const openingCents = 20_000;

/** What somebody wanted, and what they were told about it. `asked`: nothing yet. */
export interface Intent {
  key: string;
  what: 'order' | 'add' | 'refund' | 'price';
  /** Whose key it is. */
  by: number;
  /** Whose money it is about. */
  account: number;
  cents: number;
  told: 'asked' | 'done' | 'refused' | 'cancelled';
  /** Of a refusal. */
  code?: string;
  /** The order that was placed or is to be refunded. */
  orderId?: number;
}

export interface Product {
  id: number;
  /** Cents, as they were at first. */
  cents: number;
}

/** A signed-in device with the app's own code. */
export interface BankDevice {
  userId: number;
  token: string;
  db: LocalDatabase;
  outside: Outside;
}

/** One run: what people wanted and were told. */
export interface Story {
  intents: Map<string, Intent>;
  products: readonly Product[];
  /** Orders whose customers have gone on to the next one. */
  progress: number;
}

/** Each is a promise of trust.md, "Money", that was broken. */
export type BankFaultKind =
  | 'ordered more than once'
  | 'booked more than once'
  | 'acknowledged, and not there'
  | 'acknowledged, and not booked once'
  | 'refused, and yet there'
  | 'told about another order'
  | 'undecided'
  | 'decided otherwise'
  | 'wanted by nobody'
  | 'below zero'
  | 'refused with money enough'
  | 'balance is not the sum of the ledger'
  | 'balance is not what people were told'
  | 'verify is not content'
  | 'the server broke';

export interface BankFault {
  kind: BankFaultKind;
  about: string;
}
