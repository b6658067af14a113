import { Dexie, type DBCore, type DexieOptions, type EntityTable, type Table } from 'dexie';
import { entities } from '../../contract/sync-limits.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { Fact, Facts } from './meta.ts';
import { nameKeys } from './name-keys.ts';
import type { CachedRows } from './rows.ts';
import type { Draft, LogLine, OutboxItem, Pledge, Shadow, StoredFile } from './stored.ts';

/** Where databases live; tests bring one of their own per device. */
export interface Factory {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
}

/** What one person has on this device: what waits and what a person made, and a disposable copy of the server's rows. */
export class LocalDatabase extends Dexie {
  readonly userId: number;
  /** The app has closed it for good. What the browser closes is opened again with the next use. */
  isRetired = false;
  declare outbox: EntityTable<OutboxItem, 'seq'>;
  declare shadow: Table<Shadow, [EntityName, string]>;
  declare pledges: EntityTable<Pledge, 'key'>;
  declare drafts: EntityTable<Draft, 'k'>;
  declare blobs: EntityTable<StoredFile, 'id'>;
  declare meta: Table<Fact, keyof Facts>;
  declare synclog: EntityTable<LogLine, 'n'>;
  declare account: EntityTable<CachedRows['account'], 'id'>;
  declare categories: EntityTable<CachedRows['categories'], 'id'>;
  declare products: EntityTable<CachedRows['products'], 'id'>;
  declare people: EntityTable<CachedRows['people'], 'id'>;
  declare tickets: EntityTable<CachedRows['tickets'], 'id'>;
  declare responses: EntityTable<CachedRows['responses'], 'id'>;
  declare orders: EntityTable<CachedRows['orders'], 'id'>;
  declare ledger: EntityTable<CachedRows['ledger'], 'id'>;
  declare notifications: EntityTable<CachedRows['notifications'], 'id'>;

  constructor(userId: number, factory?: Factory) {
    super(databaseName(userId), { chromeTransactionDurability: 'strict', ...(factory as DexieOptions | undefined) });
    this.userId = userId;
    this.use({ stack: 'dbcore', name: 'durability', create: relaxCopies });
    // Below Dexie's own, which work at 0 and -1.
    this.use({ stack: 'dbcore', name: 'nameKeys', level: -2, create: nameKeys });
    this.version(2).stores({ ...kept, ...cache });
  }

  override close(options: { disableAutoOpen: boolean } = { disableAutoOpen: true }): void {
    this.isRetired ||= options.disableAutoOpen;
    super.close(options);
  }

  /** Any table that follows the server, by its name on the wire. */
  rows(entity: EntityName): Table<Record<string, unknown>, number | string> {
    return this.table(entity);
  }

  /** The tables that follow the server: disposable. */
  get cacheTables(): Table[] {
    return entities.map((entity) => this.table(entity));
  }

  /** Every table a transaction needs that changes what waits and what is shown. */
  get syncTables(): Table[] {
    return [this.outbox, this.shadow, this.blobs, this.meta, this.synclog, ...this.cacheTables];
  }

  /** One fact, or `undefined`. */
  async fact<Name extends keyof Facts>(name: Name): Promise<Facts[Name] | undefined> {
    return (await this.meta.get(name))?.v as Facts[Name] | undefined;
  }

  /** Writes one fact; `null` forgets it. */
  async setFact<Name extends keyof Facts>(name: Name, value: Facts[Name] | null): Promise<void> {
    await (value === null ? this.meta.delete(name) : this.meta.put({ k: name, v: value } as Fact));
  }
}

/** The person's database; Dexie opens it with the first use. */
export const openDatabase = (userId: number, factory?: Factory): LocalDatabase => new LocalDatabase(userId, factory);

/** Removes everything this device has of a person. */
export async function deleteDatabase(userId: number, factory?: Factory): Promise<void> {
  await new LocalDatabase(userId, factory).delete();
}

/** The name of a user's database. */
export const databaseName = (userId: number): string => `cod_${userId}`;

/** What a person made must survive a power cut. */
const strictTables: readonly string[] = ['outbox', 'pledges', 'drafts', 'blobs'];

/**
 * A transaction that only copies the server's rows need not wait for the disk: its position is stored with it, so what
 * a power cut takes is pulled again. Databases are strict by default.
 */
const relaxCopies = (core: DBCore): DBCore => ({
  ...core,
  transaction: (stores, mode, options) =>
    core.transaction(
      stores,
      mode,
      stores.some((name) => strictTables.includes(name)) ? options : { ...options, durability: 'relaxed' },
    ),
});

/** Frozen: what a person made or is owed outlives every version of the app. */
const kept = {
  outbox: '++seq, &id, [lane+seq], state',
  shadow: '[table+key]',
  pledges: 'key, state',
  drafts: 'k',
  blobs: 'id',
  meta: 'k',
  synclog: '++n',
};

/** Index only what is asked: each index costs time at the first load. */
const cache: Record<EntityName, string> = {
  account: 'id',
  categories: 'id',
  products: 'id, *category_ids',
  people: 'id',
  tickets: 'id, number, created_at, [status+type+created_at], [user_id+created_at]',
  responses: 'id, [ticket_id+created_at]',
  orders: 'id, created_at, [status+created_at], [user_id+created_at]',
  ledger: 'id',
  notifications: 'id, created_at, _unread',
};
