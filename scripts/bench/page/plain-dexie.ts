import { Dexie, type Table } from 'dexie';
import type { Order } from '../../../src/contract/orders.ts';
import type { ProductRow } from '../../../src/contract/products.ts';
import type { Change, EntityName } from '../../../src/contract/sync.ts';
import type { TicketRow } from '../../../src/contract/tickets.ts';
import type { StorePlan } from './raw-indexed-db.ts';
import type { QueuedReply, RowStore } from './plain-store.ts';

const end = '\uffff';

/**
 * Dexie with the same keys and indexes as raw IndexedDB, used as its documentation says: bulk calls, ranges, live
 * queries.
 */
export class PlainDexie implements RowStore {
  private readonly db: Dexie;

  private constructor(db: Dexie) {
    this.db = db;
  }

  static async open(plans: readonly StorePlan[]): Promise<PlainDexie> {
    const db = new Dexie('plain', { chromeTransactionDurability: 'strict' });
    const schema = ({ keyPath, indexes }: StorePlan) =>
      [keyPath, ...indexes.map(({ name, multiEntry }) => (multiEntry ? `*${name}` : name))].join(', ');
    db.version(1).stores(Object.fromEntries(plans.map((plan) => [plan.name, schema(plan)])));
    await db.open();
    return new PlainDexie(db);
  }

  async load(changes: readonly Change[]): Promise<void> {
    await this.table(changes[0]!.entity).bulkPut(changes.map(({ row }) => row!));
  }

  orderPage(status: string): Promise<Order[]> {
    return this.table<Order>('orders')
      .where('[status+created_at]')
      .between([status], [status, end])
      .reverse()
      .limit(10)
      .toArray();
  }

  nextOrders(status: string, before: string): Promise<Order[]> {
    return this.table<Order>('orders')
      .where('[status+created_at]')
      .between([status], [status, before])
      .reverse()
      .limit(10)
      .toArray();
  }

  async ticketPage(status: string, type: string): Promise<{ rows: TicketRow[]; total: number }> {
    const range = this.table<TicketRow>('tickets')
      .where('[status+type+created_at]')
      .between([status, type], [status, type, end]);
    const [rows, total] = await Promise.all([range.clone().reverse().limit(20).toArray(), range.clone().count()]);
    return { rows, total };
  }

  newestTickets(): Promise<TicketRow[]> {
    return this.table<TicketRow>('tickets').orderBy('created_at').reverse().limit(20).toArray();
  }

  async categoryPage(category: number): Promise<ProductRow[]> {
    const rows = await this.table<ProductRow>('products').where('category_ids').equals(category).toArray();
    return rows.sort((a, b) => (a.title < b.title ? -1 : 1)).slice(0, 12);
  }

  async put(entity: EntityName, row: Record<string, unknown>): Promise<void> {
    await this.table(entity).put(row);
  }

  async queueReply({ response, item }: QueuedReply): Promise<void> {
    const tables = ['tickets', 'responses', 'before', 'outbox'].map((name) => this.db.table(name));
    const [tickets, responses, before, outbox] = tables as [Table<TicketRow>, Table, Table, Table];
    await this.db.transaction('rw', tables, async () => {
      const ticket = (await tickets.get(response.ticket_id))!;
      await Promise.all([
        before.put(ticket),
        tickets.put({ ...ticket, status: 'in_progress' }),
        responses.put(response),
        outbox.put(item),
      ]);
    });
  }

  async putAll(changes: readonly Change[]): Promise<void> {
    const entities = [...new Set(changes.map(({ entity }) => entity))];
    await this.db.transaction('rw', entities, async () => {
      for (const name of entities) {
        await this.table(name).bulkPut(changes.filter(({ entity }) => entity === name).map(({ row }) => row!));
      }
    });
  }

  responsesOf(ticket: string): Promise<{ id: string }[]> {
    return this.table<{ id: string }>('responses')
      .where('[ticket_id+created_at]')
      .between([ticket], [ticket, end])
      .toArray();
  }

  all(entity: EntityName): Promise<Record<string, unknown>[]> {
    return this.table(entity).toArray();
  }

  private table<Row = Record<string, unknown>>(name: EntityName): Table<Row, number | string> {
    return this.db.table(name);
  }
}
