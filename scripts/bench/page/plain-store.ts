import type { Order } from '../../../src/contract/orders.ts';
import type { ProductRow } from '../../../src/contract/products.ts';
import type { Change, EntityName } from '../../../src/contract/sync.ts';
import type { TicketRow } from '../../../src/contract/tickets.ts';

/** A store that keeps the same rows as the product and answers the same questions, without an outbox or sync. */
export interface PlainStore {
  /** Stores one answer of the first load in one transaction. */
  load(changes: readonly Change[]): Promise<void>;
  /** Reads the newest ten orders with a status. */
  orderPage(status: string): Promise<Order[]>;
  /** Reads the ten orders before `(status, before)`: the next page by its key. */
  nextOrders(status: string, before: string): Promise<Order[]>;
  /** Reads the newest twenty tickets of a status and type, and counts them. */
  ticketPage(status: string, type: string): Promise<{ rows: TicketRow[]; total: number }>;
  newestTickets(): Promise<TicketRow[]>;
  /** Reads the first twelve products of a category, by title. */
  categoryPage(category: number): Promise<ProductRow[]>;
  /** Stores one row, durably. */
  put(entity: EntityName, row: Record<string, unknown>): Promise<void>;
  /** Stores rows of one or more tables in one transaction. */
  putAll(changes: readonly Change[]): Promise<void>;
  /** Reads the responses of a ticket, oldest first. */
  responsesOf(ticket: string): Promise<{ id: string }[]>;
}

/** A store that can hand all of a table to a page that searches in memory. */
export interface RowStore extends PlainStore {
  /** Reads every row of a table. */
  all(entity: EntityName): Promise<Record<string, unknown>[]>;
}
