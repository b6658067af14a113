import { entities } from '../../../src/contract/sync-limits.ts';
import { openDatabase, type LocalDatabase } from '../../../src/client/local/database.ts';
import { Floor, type StorePlan } from './floor.ts';
import { PlainDexie } from './plain-dexie.ts';
import { PlainSqlite } from './plain-sqlite.ts';
import type { RowStore } from './plain-store.ts';

/** The person whose device this is: an admin, who has everybody's orders and tickets. */
const userId = 1;

export interface Stores {
  /** Raw IndexedDB with the keys and indexes of the product's own database. */
  floor: RowStore;
  /** Dexie with the same ones. */
  dexie: RowStore;
  /** SQLite in a worker, with the same indexes. */
  sqlite: PlainSqlite;
  /** The product's own database, as the app opens it. */
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

export const openOurs = async (): Promise<LocalDatabase> => (await openDatabase(userId).open()) as LocalDatabase;

export const openPlain = {
  floor: (): Promise<RowStore> => Floor.open(plans()),
  dexie: (): Promise<RowStore> => PlainDexie.open(plans()),
  sqlite: (): Promise<PlainSqlite> => PlainSqlite.open(),
};

function plans(): StorePlan[] {
  const db = openDatabase(userId);
  return entities.map((name) => {
    const { primKey, indexes } = db.table(name).schema;
    const asked = indexes.filter((index) => !index.name.startsWith('_'));
    return {
      name,
      keyPath: String(primKey.keyPath),
      indexes: asked.map(({ name: called, keyPath, multi }) => ({
        name: called,
        keyPath: keyPath ?? called,
        multiEntry: multi ?? false,
      })),
    };
  });
}
