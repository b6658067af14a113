import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { syncProtocol } from '../../../contract/sync-limits.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { LogLine } from '../../local/stored.ts';
import { isStoragePersistent } from '../../sync/browser-features.ts';
import type { SyncStatus } from '../../sync/status.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useFormatCount } from '../../text/money.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { chakra, MutedSpan } from '../../ui/theme/styled.tsx';
import { FoldedItem, FoldedList } from './folded-list.tsx';
import { readSyncLog } from './queries.ts';

/** A collapsed panel with this device's versions, counts and storage, for a support request; contains no user data. */
export function Diagnostics() {
  const db = currentDatabase();
  const status = useSyncStatus();
  const [report, setReport] = useState<DiagnosticsData>();
  useEffect(() => {
    let isCurrent = true;
    void readDiagnostics(db, status).then((now) => isCurrent && setReport(now));
    return () => {
      isCurrent = false;
    };
  }, [db, status]);
  if (!report) return null;
  return (
    <FoldedList title={<Trans>Diagnostics</Trans>}>
      <Versions {...report.versions} />
      <Storage {...report.storage} />
      <Counts title={<Trans>Waiting on this device</Trans>} counts={report.waiting} />
      <Counts title={<Trans>Copied from the server</Trans>} counts={report.records} />
      <FoldedItem alignItems="center" justifyContent="space-between" gap="4">
        <MutedSpan>
          <Trans>Without any texts, names or amounts.</Trans>
        </MutedSpan>
        <CopyButton text={JSON.stringify(report, null, 2)} />
      </FoldedItem>
    </FoldedList>
  );
}

function Versions({ app, protocol, schema, serviceWorker }: DiagnosticsData['versions']) {
  return (
    <Entry title={<Trans>Versions</Trans>}>
      <Trans>
        app {app}, sync protocol {protocol}, database schema {schema}
      </Trans>
      {', '}
      {serviceWorker ? <Trans>with a service worker</Trans> : <Trans>without a service worker</Trans>}
    </Entry>
  );
}

function Storage({ usedBytes, quotaBytes }: DiagnosticsData['storage']) {
  const formatCount = useFormatCount();
  if (usedBytes === null || quotaBytes === null) return null;
  const [used, quota] = [usedBytes, quotaBytes].map((bytes) => formatCount(Math.ceil(bytes / 1_000_000)));
  return (
    <Entry title={<Trans>Storage</Trans>}>
      <Trans>
        {used} of {quota} MB used
      </Trans>
    </Entry>
  );
}

/** Counts by table or state, with the names used in the code, because developers read them. */
function Counts({ title, counts }: { title: ReactNode; counts: Record<string, number> }) {
  const formatCount = useFormatCount();
  return (
    <Entry title={title}>
      <bdi>
        {Object.entries(counts)
          .map(([name, number]) => `${name} ${formatCount(number)}`)
          .join(', ')}
      </bdi>
    </Entry>
  );
}

function Entry({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <FoldedItem className="numbers" flexDirection={{ base: 'column', sm: 'row' }} columnGap="4">
      <MutedSpan minW="44">{title}</MutedSpan>
      <chakra.span minW="0" overflowWrap="anywhere">
        {children}
      </chakra.span>
    </FoldedItem>
  );
}

/** The state of this device in numbers and codes: never texts, names, amounts or ids of records. */
interface DiagnosticsData {
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
async function readDiagnostics(db: LocalDatabase, status: SyncStatus): Promise<DiagnosticsData> {
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
