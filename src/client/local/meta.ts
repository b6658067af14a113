import type { UnsentElsewhere } from '../../contract/sync.ts';
import type { Author, SentItem } from './stored.ts';

/** Where this device stands with the server. A pass whose answer was asked from another place is thrown away. */
interface Position {
  epoch: string | null;
  cursor: string | null;
  before: string | null;
}

/** A position together with how often this device has begun anew: the same place twice is not the same moment. */
export type Standing = Position & { turn: number };

/** Facts of one person's database, by name. */
export interface Facts {
  at: Standing;
  /** Whose database this is. */
  person: Author;
  /** Milliseconds by the server's clock; when the last pass ended with nothing left. */
  lastSyncAt: number;
  /** Rows of the first load so far, while it runs. */
  load: { done: number; total: number };
  /** Milliseconds by which the server's clock is ahead of this device's, as the last pass measured it. */
  serverAhead: number;
  /** Items in one request, while the server refuses larger ones. */
  batch: number;
  /** Milliseconds; when old rows were dropped because the device was full. */
  trimmedAt: number;
  /** Tickets the person may see, on the server, when it was last asked: a device keeps the newest of them. */
  ticketsTotal: number;
  /** Orders of a customer on the server, when it was last asked: a device keeps the newest of them. */
  ordersTotal: number;
  /** What the server has accepted lately, newest first. */
  sentLately: SentItem[];
  /** Records of which other devices hold changes that they have not sent, as the last pass said. */
  elsewhere: UnsentElsewhere[];
  /** Ids of the items of the last bulk update. */
  bulk: string[];
}

export type Fact = { [Name in keyof Facts]: { k: Name; v: Facts[Name] } }[keyof Facts];

/** Where a device begins. */
export const start: Standing = { epoch: null, cursor: null, before: null, turn: 0 };
