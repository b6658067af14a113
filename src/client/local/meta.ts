import type {
  periods,
  readAdminStats,
  readFinancialByTime,
  readStatusDistribution,
  readUsersByTime,
} from '../../contract/dashboard.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { User } from '../../contract/people.ts';
import type { UnsentElsewhere } from '../../contract/sync.ts';
import type { Author, SentItem } from './stored.ts';

/**
 * How far this device has followed the server (fields: see `SyncRequest`). An answer is discarded when the position has
 * changed since its request.
 */
interface Position {
  epoch: string | null;
  cursor: string | null;
  before: string | null;
}

/**
 * A position with its generation, stored as `turn`: how often the cache was reset, so that no position occurs twice.
 */
export type SyncPosition = Position & { turn: number };

/** Facts: the single values stored in `meta` of one user's database, by their names. */
export interface Facts {
  at: SyncPosition;
  /** The user of this database. */
  person: Author;
  /** Milliseconds by the server's clock; when the last pass ended with nothing left. */
  lastSyncAt: number;
  /** Rows of the first load so far, while it runs. */
  load: { done: number; total: number };
  /** Milliseconds by which the server's clock is ahead of this device's, as the last pass measured it. */
  serverAhead: number;
  /** Maximum items in one request, while the server refuses larger ones. */
  batch: number;
  /** Milliseconds; when old rows were dropped because the device was full. */
  trimmedAt: number;
  /** Number of tickets on the server that the user may see, as last reported; a device keeps the newest of them. */
  ticketsTotal: number;
  /** Number of a customer's orders on the server, as last reported; a device keeps the newest of them. */
  ordersTotal: number;
  /** Recently accepted items, newest first. */
  sentLately: SentItem[];
  /** Records with unsent changes on other devices, as the last pass reported. */
  elsewhere: UnsentElsewhere[];
  /** Ids of the items of the last bulk update. */
  bulk: string[];
  /** The figures of an admin's dashboard, by period, as last loaded. */
  dashboard: Partial<Record<(typeof periods)[number], DashboardFigures>>;
  /** The users who joined last, as an admin's dashboard last loaded them. */
  latestUsers: LatestUsers;
}

/** The figures of a dashboard's period as the server answered them; `at` is the server's time of the answer in ms. */
export interface DashboardFigures {
  at: number;
  stats: OutputOf<typeof readAdminStats>;
  growth: OutputOf<typeof readUsersByTime>;
  money: OutputOf<typeof readFinancialByTime>;
  spread: OutputOf<typeof readStatusDistribution>;
}

/** The users who joined last, without their balances; `at` is the server's time of the answer in ms. */
export interface LatestUsers {
  at: number;
  users: Pick<User, 'id' | 'name' | 'email' | 'role' | 'created_at'>[];
}

export type Fact = { [Name in keyof Facts]: { k: Name; v: Facts[Name] } }[keyof Facts];

/** The position of a device that has loaded nothing. */
export const startPosition: SyncPosition = { epoch: null, cursor: null, before: null, turn: 0 };
