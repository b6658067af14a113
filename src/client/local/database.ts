import { Dexie, type DBCore, type DexieOptions, type EntityTable, type Table } from 'dexie';
import type { Article } from '../../contract/articles.ts';
import { entities } from '../../contract/sync-limits.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { Fact, Facts } from './meta.ts';
import { nameKeys } from './name-keys.ts';
import type { OpenedCode } from './rows.ts';
import type { CachedRows } from './rows.ts';
import type { Draft, LogLine, OutboxItem, PendingCall, Shadow, StoredFile } from './stored.ts';

/** The IndexedDB implementation that holds the databases; tests use one per device. */
export interface DatabaseFactory {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
}

/** The data of one user on this device: unsent work, and a disposable copy of the server's rows. */
export class LocalDatabase extends Dexie {
  readonly userId: number;
  /** The app has closed the database for good. A database that the browser has closed is reopened with the next use. */
  isRetired = false;
  /** Called whenever the database closes, also when it is reopened at once. */
  onClose: (() => void) | null = null;
  declare outbox: EntityTable<OutboxItem, 'seq'>;
  declare shadow: Table<Shadow, [EntityName, string]>;
  declare pledges: EntityTable<PendingCall, 'key'>;
  declare drafts: EntityTable<Draft, 'k'>;
  declare blobs: EntityTable<StoredFile, 'id'>;
  declare meta: Table<Fact, keyof Facts>;
  declare synclog: EntityTable<LogLine, 'n'>;
  declare articles: EntityTable<Article, 'id'>;
  declare account: EntityTable<CachedRows['account'], 'id'>;
  declare categories: EntityTable<CachedRows['categories'], 'id'>;
  declare products: EntityTable<CachedRows['products'], 'id'>;
  declare people: EntityTable<CachedRows['people'], 'id'>;
  declare tickets: EntityTable<CachedRows['tickets'], 'id'>;
  declare responses: EntityTable<CachedRows['responses'], 'id'>;
  declare orders: EntityTable<CachedRows['orders'], 'id'>;
  declare ledger: EntityTable<CachedRows['ledger'], 'id'>;
  declare notifications: EntityTable<CachedRows['notifications'], 'id'>;
  declare topups: EntityTable<CachedRows['topups'], 'id'>;
  declare topup_methods: EntityTable<CachedRows['topup_methods'], 'id'>;
  declare saved_answers: EntityTable<CachedRows['saved_answers'], 'id'>;
  declare stock: EntityTable<CachedRows['stock'], 'id'>;
  declare opened_codes: EntityTable<OpenedCode, 'id'>;

  constructor(userId: number, factory?: DatabaseFactory) {
    super(databaseName(userId), { chromeTransactionDurability: 'strict', ...(factory as DexieOptions | undefined) });
    this.userId = userId;
    this.use({ stack: 'dbcore', name: 'durability', create: relaxCopies });
    // Below Dexie's own middlewares, which have levels 0 and -1.
    this.use({ stack: 'dbcore', name: 'nameKeys', level: -2, create: nameKeys });
    this.version(6).stores({ ...userWork, ...cache, articles: 'id', opened_codes: 'id, order_id' });
  }

  override close(options: { disableAutoOpen: boolean } = { disableAutoOpen: true }): void {
    this.isRetired ||= options.disableAutoOpen;
    this.onClose?.();
    super.close(options);
  }

  /** Returns a table with the server's rows, by its name on the wire. */
  rows(entity: EntityName): Table<Record<string, unknown>, number | string> {
    return this.table(entity);
  }

  /** The disposable tables, with the server's rows. */
  get cacheTables(): Table[] {
    return entities.map((entity) => this.table(entity));
  }

  /** The tables of a transaction that changes the outbox and the rows on screen. */
  get syncTables(): Table[] {
    return [this.outbox, this.shadow, this.blobs, this.meta, this.synclog, ...this.cacheTables];
  }

  /** Reads one fact, or `undefined`. */
  async fact<Name extends keyof Facts>(name: Name): Promise<Facts[Name] | undefined> {
    return (await this.meta.get(name))?.v as Facts[Name] | undefined;
  }

  /** Writes one fact; `null` deletes it. */
  async setFact<Name extends keyof Facts>(name: Name, value: Facts[Name] | null): Promise<void> {
    await (value === null ? this.meta.delete(name) : this.meta.put({ k: name, v: value } as Fact));
  }
}

/** Creates a handle to the user's database; Dexie opens it with the first use. */
export const openDatabase = (userId: number, factory?: DatabaseFactory): LocalDatabase =>
  new LocalDatabase(userId, factory);

/** Deletes a user's database from this device. */
export async function deleteDatabase(userId: number, factory?: DatabaseFactory): Promise<void> {
  await new LocalDatabase(userId, factory).delete();
}

/** Returns the name of a user's database. */
const databaseName = (userId: number): string => `cod_${userId}`;

/** Tables with users' own work, which must survive a power cut. */
const strictTables: readonly string[] = ['outbox', 'pledges', 'drafts', 'blobs'];

/**
 * Lets transactions that only copy the server's rows commit without waiting for the disk: the position is stored with
 * them, so rows that a power cut loses are pulled again. Other transactions are strict.
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

/** Frozen: users' own work must be readable by every version of the app. */
const userWork = {
  outbox: '++seq, &id, [lane+seq], state',
  shadow: '[table+key]',
  pledges: 'key, state',
  drafts: 'k',
  blobs: 'id',
  meta: 'k',
  synclog: '++n',
};

/** Only indexes that a query uses: each one slows down the first load. */
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
  topups: 'id, created_at, [status+created_at], [user_id+created_at]',
  topup_methods: 'id',
  saved_answers: 'id',
  stock: 'id',
};
