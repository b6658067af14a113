import type { Order } from '../../../src/contract/orders.ts';
import type { ProductRow } from '../../../src/contract/products.ts';
import type { Change, EntityName } from '../../../src/contract/sync.ts';
import type { TicketRow } from '../../../src/contract/tickets.ts';
import type { PlainStore, QueuedReply } from './plain-store.ts';

interface WorkerAnswer {
  /** The call's number; 0 says that the database is open. */
  id: number;
  answer?: unknown;
  problem?: string;
}

/** SQLite compiled to WebAssembly in a worker (`sqlite-worker.ts`), which is called by messages. */
export class PlainSqlite implements PlainStore {
  private readonly worker: Worker;
  private readonly calls = new Map<number, (reply: WorkerAnswer) => void>();
  private lastId = 0;

  private constructor(worker: Worker) {
    this.worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => this.calls.get(data.id)?.(data));
  }

  static async open(): Promise<PlainSqlite> {
    const store = new PlainSqlite(new Worker('/sqlite-worker.js', { type: 'module' }));
    await new Promise<void>((ready, fail) => {
      store.calls.set(0, () => ready());
      store.worker.addEventListener('error', ({ message }) => fail(new Error(`SQLite: ${message}`)));
    });
    return store;
  }

  load = (changes: readonly Change[]): Promise<void> => this.call('putAll', changes);
  putAll = (changes: readonly Change[]): Promise<void> => this.call('putAll', changes);
  put = (entity: EntityName, row: Record<string, unknown>): Promise<void> => this.call('put', entity, row);
  queueReply = (reply: QueuedReply): Promise<void> => this.call('queueReply', reply);
  orderPage = (status: string): Promise<Order[]> => this.call('orderPage', status);
  nextOrders = (status: string, before: string): Promise<Order[]> => this.call('nextOrders', status, before);
  ticketPage = (status: string, type: string): Promise<{ rows: TicketRow[]; total: number }> =>
    this.call('ticketPage', status, type);
  newestTickets = (): Promise<TicketRow[]> => this.call('newestTickets');
  categoryPage = (category: number): Promise<ProductRow[]> => this.call('categoryPage', category);
  responsesOf = (ticket: string): Promise<{ id: string }[]> => this.call('responsesOf', ticket);
  countMatches = (word: string): Promise<number> => this.call('countMatches', word);
  countOrders = (word: string): Promise<number> => this.call('countOrders', word);

  private call<Answer>(method: string, ...args: unknown[]): Promise<Answer> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.calls.set(id, ({ answer, problem }) => {
        this.calls.delete(id);
        if (problem === undefined) resolve(answer as Answer);
        else reject(new Error(`SQLite, ${method}: ${problem}`));
      });
      this.worker.postMessage({ id, method, args });
    });
  }
}
