import type { Change, EntityName } from '../../../src/contract/sync.ts';
import type { Order } from '../../../src/contract/orders.ts';
import type { ProductRow } from '../../../src/contract/products.ts';
import type { TicketRow } from '../../../src/contract/tickets.ts';
import type { RowStore } from './plain-store.ts';

/** What a store is made with: its key and its indexes, as the product's own database declares them. */
export interface StorePlan {
  name: string;
  keyPath: string;
  indexes: { name: string; keyPath: string | string[]; multiEntry: boolean }[];
}

/** Raw IndexedDB, used as well as it can be: what the device itself costs. Nothing of the product is in it. */
export class Floor implements RowStore {
  private readonly db: IDBDatabase;

  private constructor(db: IDBDatabase) {
    this.db = db;
  }

  static async open(plans: readonly StorePlan[]): Promise<Floor> {
    const opening = indexedDB.open('floor', 1);
    opening.onupgradeneeded = () => {
      for (const { name, keyPath, indexes } of plans) {
        const store = opening.result.createObjectStore(name, { keyPath });
        for (const index of indexes) store.createIndex(index.name, index.keyPath, { multiEntry: index.multiEntry });
      }
    };
    return new Floor(await answer(opening));
  }

  /** One chunk of the first load in one transaction. */
  async load(changes: readonly Change[]): Promise<void> {
    const entity = changes[0]!.entity;
    const tx = this.db.transaction(entity, 'readwrite');
    const store = tx.objectStore(entity);
    for (const { row } of changes) store.put(row);
    await done(tx);
  }

  /** The newest ten orders with a status. How many there are is a number that is kept, not counted. */
  orderPage(status: string): Promise<Order[]> {
    const index = this.db.transaction('orders').objectStore('orders').index('[status+created_at]');
    return last<Order>(index, IDBKeyRange.bound([status], [status, '\uffff']), 10);
  }

  /** The ten orders that come before `(status, before)`: the next page by its key. */
  nextOrders(status: string, before: string): Promise<Order[]> {
    const index = this.db.transaction('orders').objectStore('orders').index('[status+created_at]');
    return last<Order>(index, IDBKeyRange.bound([status], [status, before], false, true), 10);
  }

  /** The newest twenty tickets of a status and type, and how many there are: nobody keeps a number for each choice. */
  async ticketPage(status: string, type: string): Promise<{ rows: TicketRow[]; total: number }> {
    const index = this.db.transaction('tickets').objectStore('tickets').index('[status+type+created_at]');
    const range = IDBKeyRange.bound([status, type], [status, type, '\uffff']);
    const [rows, total] = await Promise.all([last<TicketRow>(index, range, 20), answer(index.count(range))]);
    return { rows, total };
  }

  /** The newest twenty tickets. */
  newestTickets(): Promise<TicketRow[]> {
    const store = this.db.transaction('tickets').objectStore('tickets');
    return last<TicketRow>(store.index('created_at'), null, 20);
  }

  /** The products of a category, by title. */
  async categoryPage(category: number): Promise<ProductRow[]> {
    const index = this.db.transaction('products').objectStore('products').index('category_ids');
    const rows = (await answer(index.getAll(category))) as ProductRow[];
    return rows.sort((a, b) => (a.title < b.title ? -1 : 1)).slice(0, 12);
  }

  /** One durable write. */
  async put(entity: EntityName, row: Record<string, unknown>): Promise<void> {
    const tx = this.db.transaction(entity, 'readwrite', { durability: 'strict' });
    tx.objectStore(entity).put(row);
    await done(tx);
  }

  /** Rows of one or more tables in one transaction. */
  async putAll(changes: readonly Change[]): Promise<void> {
    const tx = this.db.transaction([...new Set(changes.map(({ entity }) => entity))], 'readwrite');
    for (const { entity, row } of changes) tx.objectStore(entity).put(row);
    await done(tx);
  }

  /** The responses of a ticket, oldest first. */
  responsesOf(ticket: string): Promise<{ id: string }[]> {
    const index = this.db.transaction('responses').objectStore('responses').index('[ticket_id+created_at]');
    return answer(index.getAll(IDBKeyRange.bound([ticket], [ticket, '\uffff'])));
  }

  /** Every row of a table; for building what is kept in memory. */
  all(entity: EntityName): Promise<Record<string, unknown>[]> {
    return answer(this.db.transaction(entity).objectStore(entity).getAll()) as Promise<Record<string, unknown>[]>;
  }
}

/** Chromium reads the end of an index in one go (`getAllRecords`); elsewhere a cursor walks it. */
async function last<Row>(index: IDBIndex, range: IDBKeyRange | null, count: number): Promise<Row[]> {
  if ('getAllRecords' in index) {
    const ask = index.getAllRecords as (query: unknown) => IDBRequest<{ value: Row }[]>;
    return (await answer(ask.call(index, { query: range, count, direction: 'prev' }))).map(({ value }) => value);
  }
  return new Promise((give, fail) => {
    const rows: Row[] = [];
    const walking = index.openCursor(range, 'prev');
    walking.onerror = () => fail(walking.error);
    walking.onsuccess = () => {
      if (walking.result) rows.push(walking.result.value as Row);
      if (walking.result && rows.length < count) walking.result.continue();
      else give(rows);
    };
  });
}

const answer = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((give, fail) => {
    request.onsuccess = () => give(request.result);
    request.onerror = () => fail(request.error);
  });

const done = (tx: IDBTransaction): Promise<void> =>
  new Promise((give, fail) => {
    tx.oncomplete = () => give();
    tx.onabort = () => fail(tx.error);
  });
