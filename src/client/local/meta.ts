import type {
  periods,
  readAdminStats,
  readAnswerTimes,
  readFinancialByTime,
  readStatusDistribution,
  readUsersByTime,
} from '../../contract/dashboard.ts';
import type { DeliveryTable } from '../../contract/deliveries.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { User } from '../../contract/people.ts';
import type { PublicShop } from '../../contract/shop.ts';
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
  /** Number of tickets on the server that the user may see, as last reported (`uncounted` for more than it counts); a device keeps the newest of them. */
  ticketsTotal: number;
  /** The same for orders; a device keeps the newest of them. */
  ordersTotal: number;
  /** Number of a customer's ledger rows on the server, as last reported; a device keeps the newest of them. */
  ledgerTotal: number;
  /** The same for top-up requests; a device keeps those that wait, and the newest of the others. */
  topupsTotal: number;
  /** Number of users on the server, as last reported; an admin's device keeps the newest of them. */
  usersTotal: number;
  /** Hashes of movements that were the newest when this device saw them, in the order in which it saw them. */
  heads: readonly LedgerHead[];
  /** Recently accepted items, newest first. */
  sentLately: SentItem[];
  /** Records with unsent changes on other devices, as the last pass reported. */
  elsewhere: UnsentElsewhere[];
  /** The ISO 4217 code of the shop's currency. */
  currency: string;
  /** The public settings of the shop, as the last pass reported them. */
  shop: PublicShop;
  /** The revision of the articles on the server, as the last pass reported it. */
  articlesNewest: string;
  /** The revision of the articles on this device; missing until they have been loaded. */
  articles: string;
  /** The user's answers whether an article helped, by its id. */
  articleVotes: Readonly<Record<number, boolean>>;
  /** The announcements that the user has dismissed: `updated_at` of the dismissed version, by id. */
  dismissed: Readonly<Record<number, string>>;
  /** The views of each list that the user has saved, in their order. */
  ticketViews: readonly SavedView[];
  orderViews: readonly SavedView[];
  productViews: readonly SavedView[];
  userViews: readonly SavedView[];
  /** The records that the user opened last from the palette, newest first. */
  recent: readonly RecentItem[];
  /** The customer has opened the catalogue on this device. */
  browsed: true;
  /** Ids of the items of the last bulk update. */
  bulk: string[];
  /** The figures of an admin's dashboard, by period, as last loaded. */
  dashboard: Partial<Record<(typeof periods)[number], DashboardFigures>>;
  /** The delivery companies, cities and rates, as their page last loaded them; `at` is the server's time in ms. */
  deliveries: DeliveryTable & { at: number };
  /** The users who joined last, as an admin's dashboard last loaded them. */
  latestUsers: LatestUsers;
}

/** The facts with saved views. */
export type ViewsFact = 'ticketViews' | 'orderViews' | 'productViews' | 'userViews';

/** A view of a list that the user has saved: its name, and the parameters of its address. */
export interface SavedView {
  name: string;
  search: Readonly<Record<string, string>>;
}

/** A record that was opened from the palette, with its words at that time. */
export interface RecentItem {
  kind: 'order' | 'ticket' | 'user' | 'product' | 'category';
  id: string | number;
  label: string;
  note?: string;
}

/** The hash of a ledger row as this device saw it, in the database with this identity (see `SyncRequest.epoch`). */
export interface LedgerHead {
  id: number;
  hash: string;
  epoch: string;
}

/** The figures of a dashboard's period as the server answered them; `at` is the server's time of the answer in ms. */
export interface DashboardFigures {
  at: number;
  /** Figures that were stored by an earlier version lack the newer fields. */
  stats: Stored<OutputOf<typeof readAdminStats>, 'before' | 'tickets_by_time' | 'orders_by_hour'>;
  growth: Stored<OutputOf<typeof readUsersByTime>, 'before'>;
  money: Stored<OutputOf<typeof readFinancialByTime>, 'before'>;
  spread: OutputOf<typeof readStatusDistribution>;
  answers?: OutputOf<typeof readAnswerTimes>;
}

type Stored<Answer, Newer extends keyof Answer> = Omit<Answer, Newer> & Partial<Pick<Answer, Newer>>;

/** The users who joined last, without their balances; `at` is the server's time of the answer in ms. */
export interface LatestUsers {
  at: number;
  users: Pick<User, 'id' | 'name' | 'email' | 'role' | 'created_at'>[];
}

export type Fact = { [Name in keyof Facts]: { k: Name; v: Facts[Name] } }[keyof Facts];

/** The position of a device that has loaded nothing. */
export const startPosition: SyncPosition = { epoch: null, cursor: null, before: null, turn: 0 };
