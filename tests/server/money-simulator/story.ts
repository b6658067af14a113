import type { LocalDatabase } from '../../../src/client/local/database.ts';
import type { PricePer } from '../../../src/contract/order-total.ts';
import type { SyncEnvironment } from '../../../src/client/sync/transport.ts';

/** Customers, devices of each customer, and orders of each device: 400 orders in all. */
export const accounts = ['amina', 'karim', 'leila', 'youssef'] as const;
export const devicesEach = 4;
export const ordersEach = 25;
/** The largest quantity of the product whose price is for 1,000 units. */
export const smallOrderMax = 2_000;
/** The first balance of each customer, in cents: enough for many of their orders, not for all. */
export const openingCents = 20_000;

/** One intended money call of a user, and its outcome as reported to the user. `asked`: none yet. */
export interface Intent {
  key: string;
  action:
    | 'order'
    | 'add'
    | 'refund'
    | 'price'
    | 'part'
    | 'return'
    | 'charge again'
    | 'open topup'
    | 'approve topup'
    | 'cancel topup'
    | 'refuse topup';
  /** The user who makes the call. */
  actorId: number;
  /** The user whose balance it changes. */
  accountId: number;
  cents: number;
  reported: 'asked' | 'done' | 'refused' | 'cancelled';
  /** The code of a refusal. */
  code?: string;
  /** The order that was placed or whose price shall be moved. */
  orderId?: number;
  /** What was left of the order's price, in cents, as the admin knew it who returns a part. */
  seen?: number;
  /** Units of an order; missing for one. */
  quantity?: number;
  /** It is an order of a product that sells codes. */
  hasCodes?: boolean;
  /** The free codes that a refusal names. */
  free?: number;
  /** The top-up request that the call is about. */
  topupId?: string;
  /** The requests that its answers and its outcome name. */
  answeredIds?: Set<string>;
}

/** Identifies an intent: two users may use the same key. */
export const identityOf = ({ actorId, key }: { actorId: number | null; key: string }): string => `${actorId} ${key}`;

/** Whether an intent changes a balance when it is done. */
export const movesMoney = ({ action }: Intent): boolean =>
  !['price', 'open topup', 'cancel topup', 'refuse topup'].includes(action);

export interface Product {
  id: number;
  /** The first price. */
  cents: number;
  /** For how many units the price is; orders of one that is for several name their quantity. */
  per: PricePer;
  /** Its orders are delivered from codes. */
  sellsCodes: boolean;
}

/** The text of a code as an answer had it, and the order for which it was asked. */
export interface OpenedCode {
  id: string;
  code: string;
  orderId: number;
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
  /** By `identityOf`. */
  intents: Map<string, Intent>;
  products: readonly Product[];
  /** The id of the method of all top-up requests. */
  topupMethod: number;
  /** Orders of which parts are returned; the other devices refund none of them. */
  refundable: Set<number>;
  openedCodes: OpenedCode[];
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
  | 'charged another amount than was left'
  | 'returned another amount than was left'
  | 'part of another rest than its admin saw'
  | 'part of all that was left'
  | 'part of an order that is not charged'
  | 'not of the newest charge'
  | 'credited more than once'
  | 'credited though not approved'
  | 'approved but not credited'
  | 'credited another amount than was typed'
  | 'approved by another admin than was reported'
  | 'answered for another request'
  | 'one code to two orders'
  | 'charged without its codes'
  | 'codes without a charge'
  | 'opened code sold again'
  | 'refused with stock'
  | 'verify finds a fault'
  | 'answers with status 500';

export interface MoneyFault {
  kind: MoneyFaultKind;
  detail: string;
}

/** A text of the server's sources and its replacement. */
export interface Patch {
  /** Below `src/server`. */
  file: string;
  from: string;
  to: string;
}

/** A bug that is put into the server's sources while they are loaded, and the kind of fault that must reveal it. */
export interface MoneyBug {
  name: string;
  caughtAs: MoneyFaultKind;
  patches: readonly Patch[];
}
