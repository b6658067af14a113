import type { Change, EntityName } from '../../../src/contract/sync.ts';
import type { Order } from '../../../src/contract/orders.ts';
import type { ProductRow } from '../../../src/contract/products.ts';
import type { TicketRow } from '../../../src/contract/tickets.ts';
import type { QueuedReply, RowStore } from './plain-store.ts';

/** The key and indexes of a store, as the app's own database declares them. */
export interface StorePlan {
  name: string;
  keyPath: string;
  indexes: { name: string; keyPath: string | string[]; multiEntry: boolean }[];
}

/** The lower bound of the other stores: raw IndexedDB, used in the fastest way, without any code of the app. */
export class RawIndexedDb implements RowStore {
  private readonly db: IDBDatabase;

  private constructor(db: IDBDatabase) {
    this.db = db;
  }

  static async open(plans: readonly StorePlan[]): Promise<RawIndexedDb> {
    const opening = indexedDB.open('floor', 1);
    opening.onupgradeneeded = () => {
      for (const { name, keyPath, indexes } of plans) {
        const store = opening.result.createObjectStore(name, { keyPath });
        for (const index of indexes) store.createIndex(index.name, index.keyPath, { multiEntry: index.multiEntry });
      }
    };
    return new RawIndexedDb(await resultOf(opening));
  }

  /** Stores one chunk of the first load in one transaction. */
  async load(changes: readonly Change[]): Promise<void> {
    const entity = changes[0]!.entity;
    const tx = this.db.transaction(entity, 'readwrite');
    const store = tx.objectStore(entity);
    for (const { row } of changes) store.put(row);
    await committed(tx);
  }

  /** The newest ten orders with a status, without their total. */
  orderPage(status: string): Promise<Order[]> {
    const index = this.db.transaction('orders').objectStore('orders').index('[status+created_at]');
    return lastRows<Order>(index, IDBKeyRange.bound([status], [status, '\uffff']), 10);
  }

  /** The newest ten orders with a status that were created before `before`: the next page. */
  nextOrders(status: string, before: string): Promise<Order[]> {
    const index = this.db.transaction('orders').objectStore('orders').index('[status+created_at]');
    return lastRows<Order>(index, IDBKeyRange.bound([status], [status, before], false, true), 10);
  }

  /** The newest twenty tickets with a status and type, and the number of all of them. */
  async ticketPage(status: string, type: string): Promise<{ rows: TicketRow[]; total: number }> {
    const index = this.db.transaction('tickets').objectStore('tickets').index('[status+type+created_at]');
    const range = IDBKeyRange.bound([status, type], [status, type, '\uffff']);
    const [rows, total] = await Promise.all([lastRows<TicketRow>(index, range, 20), resultOf(index.count(range))]);
    return { rows, total };
  }

  /** The newest twenty tickets. */
  newestTickets(): Promise<TicketRow[]> {
    const store = this.db.transaction('tickets').objectStore('tickets');
    return lastRows<TicketRow>(store.index('created_at'), null, 20);
  }

  /** The products of a category, by title. */
  async categoryPage(category: number): Promise<ProductRow[]> {
    const index = this.db.transaction('products').objectStore('products').index('category_ids');
    const rows = (await resultOf(index.getAll(category))) as ProductRow[];
    return rows.sort((a, b) => (a.title < b.title ? -1 : 1)).slice(0, 12);
  }

  /** Writes one row durably. */
  async put(entity: EntityName, row: Record<string, unknown>): Promise<void> {
    const tx = this.db.transaction(entity, 'readwrite', { durability: 'strict' });
    tx.objectStore(entity).put(row);
    await committed(tx);
  }

  /**
   * Reads the ticket and stores it as the base row, then stores the changed ticket, the response and the outbox item.
   */
  async queueReply({ response, item }: QueuedReply): Promise<void> {
    const tx = this.db.transaction(['tickets', 'responses', 'before', 'outbox'], 'readwrite', { durability: 'strict' });
    const ticket = await resultOf<TicketRow>(tx.objectStore('tickets').get(response.ticket_id));
    tx.objectStore('before').put(ticket);
    tx.objectStore('tickets').put({ ...ticket, status: 'in_progress' });
    tx.objectStore('responses').put(response);
    tx.objectStore('outbox').put(item);
    tx.commit();
    await committed(tx);
  }

  /** Stores rows of one or more tables in one transaction. */
  async putAll(changes: readonly Change[]): Promise<void> {
    const tx = this.db.transaction([...new Set(changes.map(({ entity }) => entity))], 'readwrite');
    for (const { entity, row } of changes) tx.objectStore(entity).put(row);
    await committed(tx);
  }

  /** The responses of a ticket, oldest first. */
  responsesOf(ticket: string): Promise<{ id: string }[]> {
    const index = this.db.transaction('responses').objectStore('responses').index('[ticket_id+created_at]');
    return resultOf(index.getAll(IDBKeyRange.bound([ticket], [ticket, '\uffff'])));
  }

  /** Every row of a table, for searches in memory. */
  all(entity: EntityName): Promise<Record<string, unknown>[]> {
    return resultOf(this.db.transaction(entity).objectStore(entity).getAll()) as Promise<Record<string, unknown>[]>;
  }
}

/** Reads the last rows of an index: in Chromium with one request (`getAllRecords`), elsewhere with a cursor. */
async function lastRows<Row>(index: IDBIndex, range: IDBKeyRange | null, count: number): Promise<Row[]> {
  if ('getAllRecords' in index) {
    const ask = index.getAllRecords as (query: unknown) => IDBRequest<{ value: Row }[]>;
    return (await resultOf(ask.call(index, { query: range, count, direction: 'prev' }))).map(({ value }) => value);
  }
  return new Promise((resolve, reject) => {
    const rows: Row[] = [];
    const request = index.openCursor(range, 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      if (request.result) rows.push(request.result.value as Row);
      if (request.result && rows.length < count) request.result.continue();
      else resolve(rows);
    };
  });
}

const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const committed = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
  });
