import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Factory } from './database.ts';

/** A new IndexedDB that lives in memory and is gone with the page. */
export const memoryFactory = (): Factory => ({ indexedDB: new IDBFactory(), IDBKeyRange });
