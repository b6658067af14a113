import type { AccountRow, LedgerRow } from '../../contract/balance.ts';
import type { CategoryRow } from '../../contract/categories.ts';
import type { RevealedCode, StockRow } from '../../contract/codes.ts';
import type { SyncedNotification } from '../../contract/notifications.ts';
import type { SavedAnswerRow } from '../../contract/order-fields.ts';
import type { Order } from '../../contract/orders.ts';
import type { DirectoryUser } from '../../contract/people.ts';
import type { ProductRow } from '../../contract/products.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { ResponseRow, TicketRow } from '../../contract/tickets.ts';
import type { TopupMethodRow } from '../../contract/topup-settings.ts';
import type { TopupRow } from '../../contract/topups.ts';

/** A row with its search text, folded by `contract/search.ts` when the row is written, so that filters do not fold. */
interface Searchable {
  /** The texts that a search looks through. */
  _search: string;
}
interface Sortable {
  /** The folded title or name. */
  _sort: string;
}

export type CachedCategory = CategoryRow & Sortable;
/** `_near` is the folded title and search words, where there are search words. */
export type CachedProduct = ProductRow & Searchable & Sortable & { _near?: string };
type CachedPerson = DirectoryUser & { rev: number };
/** `_unread` is 1 or 0: null cannot be indexed. */
export type CachedNotification = SyncedNotification & { _unread: 0 | 1 };

/** The device's row type of each table with the server's rows. */
export interface CachedRows {
  account: AccountRow;
  categories: CachedCategory;
  products: CachedProduct;
  people: CachedPerson;
  tickets: TicketRow;
  responses: ResponseRow;
  orders: Order;
  ledger: LedgerRow;
  notifications: CachedNotification;
  topups: TopupRow;
  topup_methods: TopupMethodRow;
  saved_answers: SavedAnswerRow;
  stock: StockRow;
}

/** A row of any table, without its derived fields. */
export type Row = Record<string, unknown>;

/** Returns the key of a row on this device: a number where the server assigns ids, a UUID where devices do. */
export function localKey(entity: EntityName, key: string): number | string {
  return keyedByUuid.has(entity) ? key : Number(key);
}

const keyedByUuid: ReadonlySet<EntityName> = new Set([
  'tickets',
  'responses',
  'notifications',
  'topups',
  'saved_answers',
  'stock',
]);

/**
 * A code that the customer has opened on this device, so that it can be read without a connection. It is in no row of an
 * order, no draft and no log; it goes after 30 days, with “Remove from this device”, and with every end of a session.
 */
export interface OpenedCode extends RevealedCode {
  order_id: number;
  /** When it was opened on this device, in ms. */
  at: number;
}
