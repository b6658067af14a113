import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { DatabaseFactory } from './database.ts';

/** Creates an IndexedDB in memory, which is lost with the page. */
export const memoryFactory = (): DatabaseFactory => ({ indexedDB: new IDBFactory(), IDBKeyRange });
