import { entities } from '../../../src/contract/sync-limits.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import { openPageDatabase } from '../../../src/client/local/rows-in-memory/page-database.ts';
import { RawIndexedDb, type StorePlan } from './raw-indexed-db.ts';
import { PlainDexie } from './plain-dexie.ts';
import { PlainSqlite } from './plain-sqlite.ts';
import type { RowStore } from './plain-store.ts';

/** The signed-in user: an admin, whose device has all orders and tickets. */
const userId = 1;

export interface Stores {
  /** The lower bound: raw IndexedDB with the keys and indexes of the app's own database. */
  floor: RowStore;
  /** Dexie with the same keys and indexes. */
  dexie: RowStore;
  /** SQLite in a worker, with the same indexes. */
  sqlite: PlainSqlite;
  /** The app's own database, as the app opens it. */
  ours: LocalDatabase;
}

export async function openStores(): Promise<Stores> {
  const [floor, dexie, sqlite, ours] = await Promise.all([
    openPlain.floor(),
    openPlain.dexie(),
    openPlain.sqlite(),
    openOurs(),
  ]);
  return { floor, dexie, sqlite, ours };
}

export const openOurs = async (): Promise<LocalDatabase> => (await openPageDatabase(userId).open()) as LocalDatabase;

export const openPlain = {
  floor: (): Promise<RowStore> => RawIndexedDb.open(storePlans()),
  dexie: (): Promise<RowStore> => PlainDexie.open(storePlans()),
  sqlite: (): Promise<PlainSqlite> => PlainSqlite.open(),
};

function storePlans(): StorePlan[] {
  const db = openPageDatabase(userId);
  const cached = entities.map((name) => {
    const { primKey, indexes } = db.table(name).schema;
    const declaredIndexes = indexes.filter((index) => !index.name.startsWith('_'));
    return {
      name,
      keyPath: String(primKey.keyPath),
      indexes: declaredIndexes.map(({ name: indexName, keyPath, multi }) => ({
        name: indexName,
        keyPath: keyPath ?? indexName,
        multiEntry: multi ?? false,
      })),
    };
  });
  return [...cached, ...plansOfOutbox];
}

/** The two tables that any outbox needs: `outbox` for the items to send, `before` for the base rows of changed rows. */
const plansOfOutbox: readonly StorePlan[] = [
  {
    name: 'outbox',
    keyPath: 'id',
    indexes: [
      { name: '[lane+at]', keyPath: ['lane', 'at'], multiEntry: false },
      { name: 'state', keyPath: 'state', multiEntry: false },
    ],
  },
  { name: 'before', keyPath: 'id', indexes: [] },
];
