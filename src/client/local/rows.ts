import type { AccountRow, LedgerRow } from '../../contract/balance.ts';
import type { CategoryRow } from '../../contract/categories.ts';
import type { NotificationRow } from '../../contract/notifications.ts';
import type { Order } from '../../contract/orders.ts';
import type { Person } from '../../contract/people.ts';
import type { ProductRow } from '../../contract/products.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { ResponseRow, TicketRow } from '../../contract/tickets.ts';

/** Texts folded by `contract/search.ts` when a row is written, so that lists never fold while they filter. */
interface Searchable {
  /** Everything the row is found by. */
  _search: string;
}
interface Sortable {
  /** The folded title or name. */
  _sort: string;
}

export type CachedCategory = CategoryRow & Sortable;
export type CachedProduct = ProductRow & Searchable & Sortable;
type CachedPerson = Person & { rev: number };
/** `_unread` is 1 or 0: null cannot be indexed. */
export type CachedNotification = NotificationRow & { _unread: 0 | 1 };

/** What the device keeps of each table that follows the server. */
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
}

/** A row of any table, without its folded texts. */
export type Row = Record<string, unknown>;

/** The key of a row on this device: a number for what the server numbers, the UUID for what devices name. */
export function localKey(entity: EntityName, key: string): number | string {
  return keyedByUuid.has(entity) ? key : Number(key);
}

const keyedByUuid: ReadonlySet<EntityName> = new Set(['tickets', 'responses', 'notifications']);
