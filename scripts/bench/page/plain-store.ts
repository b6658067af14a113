import type { Order } from '../../../src/contract/orders.ts';
import type { ProductRow } from '../../../src/contract/products.ts';
import type { Change, EntityName } from '../../../src/contract/sync.ts';
import type { TicketRow } from '../../../src/contract/tickets.ts';

/** A reply that waits to be sent; the changed ticket is stored, too. */
export interface QueuedReply {
  response: { id: string; ticket_id: string; created_at: string };
  /** A row of the table `outbox`. */
  item: { id: string; lane: string; at: number; state: string; args: Record<string, unknown> };
}

/** A store with the same rows and the same queries as the app, without the app's outbox and sync. */
export interface PlainStore {
  /** Stores one answer of the first load in one transaction. */
  load(changes: readonly Change[]): Promise<void>;
  /** Reads the newest ten orders with a status. */
  orderPage(status: string): Promise<Order[]>;
  /** Reads the newest ten orders with a status that were created before `before`: the next page. */
  nextOrders(status: string, before: string): Promise<Order[]>;
  /** Reads the newest twenty tickets with a status and type, and the number of all of them. */
  ticketPage(status: string, type: string): Promise<{ rows: TicketRow[]; total: number }>;
  newestTickets(): Promise<TicketRow[]>;
  /** Reads the first twelve products of a category, by title. */
  categoryPage(category: number): Promise<ProductRow[]>;
  /** Stores one row, durably. */
  put(entity: EntityName, row: Record<string, unknown>): Promise<void>;
  /** Stores a reply, with all that an outbox needs, in one durable transaction. */
  queueReply(reply: QueuedReply): Promise<void>;
  /** Stores rows of one or more tables in one transaction. */
  putAll(changes: readonly Change[]): Promise<void>;
  /** Reads the responses of a ticket, oldest first. */
  responsesOf(ticket: string): Promise<{ id: string }[]>;
}

/** A store that can also return all rows of a table, for searches in memory. */
export interface RowStore extends PlainStore {
  /** Reads every row of a table. */
  all(entity: EntityName): Promise<Record<string, unknown>[]>;
}
