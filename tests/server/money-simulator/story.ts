import type { LocalDatabase } from '../../../src/client/local/database.ts';
import type { SyncEnvironment } from '../../../src/client/sync/transport.ts';

/** Customers, devices of each customer, and orders of each device: 400 orders in all. */
export const accounts = ['amina', 'karim', 'leila', 'youssef'] as const;
export const devicesEach = 4;
export const ordersEach = 25;
/** The first balance of each customer, in cents: enough for many of their orders, not for all. */
export const openingCents = 20_000;

/** One intended money call of a user, and its outcome as reported to the user. `asked`: none yet. */
export interface Intent {
  key: string;
  action: 'order' | 'add' | 'refund' | 'price';
  /** The user who makes the call. */
  actorId: number;
  /** The user whose balance it changes. */
  accountId: number;
  cents: number;
  reported: 'asked' | 'done' | 'refused' | 'cancelled';
  /** The code of a refusal. */
  code?: string;
  /** The order that was placed or shall be refunded. */
  orderId?: number;
}

export interface Product {
  id: number;
  /** The first price. */
  cents: number;
}

/** A signed-in device that runs the app's own code. */
export interface TestDevice {
  userId: number;
  token: string;
  db: LocalDatabase;
  environment: SyncEnvironment;
}

/** One run: the users' intents and their outcomes. */
export interface Story {
  intents: Map<string, Intent>;
  products: readonly Product[];
  /** Orders that their customers have finished. */
  progress: number;
}

/** The kinds of wrong results that the checks report. */
export type MoneyFaultKind =
  | 'ordered more than once'
  | 'booked more than once'
  | 'acknowledged, but missing'
  | 'acknowledged, but not booked exactly once'
  | 'refused, but done'
  | 'reported with a wrong order id'
  | 'undecided'
  | 'outcome is not the reported one'
  | 'without an intent'
  | 'balance below zero'
  | 'refused with enough money'
  | 'balance is not the sum of the ledger'
  | 'hash does not cover the row before'
  | 'balance is not the sum of the reported outcomes'
  | 'verify finds a fault'
  | 'answers with status 500';

export interface MoneyFault {
  kind: MoneyFaultKind;
  detail: string;
}
