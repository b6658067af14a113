import type { OrderStatus } from '../../../contract/orders.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { followTable, unlessClosed } from '../../local/follow-table.ts';

/** A status, or null for every one. */
export type StatusChoice = OrderStatus | null;

/**
 * The ids of one database's orders by status, in memory and current while somebody listens: to count or to skip
 * 10,000 of them in the database takes a tenth of a second every time.
 */
export class OrderLists {
  private readonly db: LocalDatabase;
  private readonly lists = new Map<StatusChoice, readonly number[]>();
  private readonly listeners = new Set<() => void>();
  private work: Promise<void> = Promise.resolve();
  private stop = (): void => undefined;

  constructor(db: LocalDatabase) {
    this.db = db;
  }

  /** Newest first; another array after every change, null until they are in memory. */
  idsNow(status: StatusChoice): readonly number[] | null {
    return this.lists.get(status) ?? null;
  }

  /** Calls back when the ids of a status are in memory, and after every change. Gives what ends it. */
  follow(status: StatusChoice, listener: () => void): () => void {
    if (this.listeners.size === 0) {
      this.lists.clear();
      this.stop = followTable(this.db, 'orders', (keys) => this.next(() => this.takeChanges(keys)));
    }
    this.listeners.add(listener);
    if (!this.lists.has(status)) this.next(() => this.read(status));
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  /** One step at a time: a change that comes while a list is being read is taken into it afterwards. */
  private next(step: () => Promise<void>): void {
    this.work = this.work
      .catch(() => undefined)
      .then(step)
      .then(() => this.listeners.forEach((listener) => listener()));
    void this.work.catch(unlessClosed);
  }

  private async read(status: StatusChoice): Promise<void> {
    const found = status
      ? this.db.orders.where('[status+created_at]').between([status, ''], [status, '\uffff'])
      : this.db.orders.toCollection();
    this.lists.set(status, newestFirst(await found.primaryKeys()));
  }

  private async takeChanges(keys: readonly unknown[] | null): Promise<void> {
    if (!keys) {
      for (const status of this.lists.keys()) await this.read(status);
      return;
    }
    const rows = (await this.db.orders.bulkGet(keys as number[])).filter((row) => row !== undefined);
    const changed = new Set(keys);
    for (const [status, ids] of this.lists) {
      const come = rows.filter((row) => status === null || row.status === status).map(({ id }) => id);
      this.lists.set(status, newestFirst([...come, ...ids.filter((id) => !changed.has(id))]));
    }
  }
}

/** The lists of a database, made once. */
export function orderListsOf(db: LocalDatabase): OrderLists {
  const lists = known.get(db) ?? new OrderLists(db);
  known.set(db, lists);
  return lists;
}

const known = new WeakMap<LocalDatabase, OrderLists>();

/** Ids grow with time. */
const newestFirst = (ids: number[]): number[] => ids.toSorted((a, b) => b - a);
