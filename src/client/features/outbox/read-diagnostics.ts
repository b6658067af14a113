import { syncProtocol } from '../../../contract/sync-limits.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { LogLine } from '../../local/stored.ts';
import { isKept } from '../../sync/platform.ts';
import type { SyncStatus } from '../../sync/status.ts';
import { readDiary } from './queries.ts';

/** The state of this device in numbers and codes: never texts, names, amounts or ids of records. */
export interface Diagnostics {
  /** ISO 8601. */
  at: string;
  versions: { app: string; protocol: number; schema: number; serviceWorker: boolean };
  browser: { agent: string; language: string; online: boolean };
  sync: SyncStatus;
  /** `null` where the browser does not say. */
  storage: { persisted: boolean; usedBytes: number | null; quotaBytes: number | null };
  /** Outbox items by state, and the tables beside the outbox. */
  waiting: Record<string, number>;
  /** Rows by table. */
  records: Record<string, number>;
  exchanges: LogLine[];
}

/** Reads the state of this device; `status` is the one that the header shows. */
export async function readDiagnostics(db: LocalDatabase, status: SyncStatus): Promise<Diagnostics> {
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
    storage: { persisted: await isKept(), usedBytes: usage, quotaBytes: quota },
    waiting: await countWaiting(db),
    records: await countRows(
      db,
      db.cacheTables.map(({ name }) => name),
    ),
    exchanges: await readDiary(db),
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
