import { syncProtocol } from '../../../contract/sync-limits.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { LogLine } from '../../local/stored.ts';
import { isStoragePersistent } from '../../sync/browser-features.ts';
import type { SyncStatus } from '../../sync/status.ts';
import { readSyncLog } from './queries.ts';

/** The state of this device in numbers and codes: never texts, names, amounts or ids of records. */
export interface DiagnosticsData {
  /** ISO 8601. */
  at: string;
  versions: { app: string; protocol: number; schema: number; serviceWorker: boolean };
  browser: { agent: string; language: string; online: boolean };
  sync: SyncStatus;
  /** The byte counts are null where the browser does not report them. */
  storage: { persisted: boolean; usedBytes: number | null; quotaBytes: number | null };
  /** Number of outbox items in each state, and of rows in the tables that serve the outbox. */
  waiting: Record<string, number>;
  /** Number of rows in each table of server data. */
  records: Record<string, number>;
  exchanges: LogLine[];
}

/** Reads the state of this device; `status` is the sync status that the header shows. */
export async function readDiagnostics(db: LocalDatabase, status: SyncStatus): Promise<DiagnosticsData> {
  const { usage = null, quota = null } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return {
    at: new Date().toISOString(),
    versions: {
      app: __APP_VERSION__,
      protocol: syncProtocol,
      schema: db.verno,
      serviceWorker: Boolean(navigator.serviceWorker?.controller),
    },
    browser: { agent: navigator.userAgent, language: navigator.language, online: navigator.onLine },
    sync: status,
    storage: { persisted: await isStoragePersistent(), usedBytes: usage, quotaBytes: quota },
    waiting: await countWaiting(db),
    records: await countRows(
      db,
      db.cacheTables.map(({ name }) => name),
    ),
    exchanges: await readSyncLog(db),
  };
}

async function countWaiting(db: LocalDatabase): Promise<Record<string, number>> {
  const counts: Record<string, number> = { queued: 0, sent: 0, failed: 0, conflict: 0 };
  for (const state of (await db.outbox.orderBy('state').keys()) as string[]) counts[state] = (counts[state] ?? 0) + 1;
  return { ...counts, ...(await countRows(db, ['pledges', 'drafts', 'blobs', 'shadow'])) };
}

async function countRows(db: LocalDatabase, names: readonly string[]): Promise<Record<string, number>> {
  const counts = await Promise.all(names.map(async (name) => [name, await db.table(name).count()] as const));
  return Object.fromEntries(counts);
}
