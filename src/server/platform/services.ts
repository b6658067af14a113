import { createResponseCache } from './changes/response-cache.ts';
import type { Services } from './context.ts';
import { type Logger, createLogger } from './base/logger.ts';
import { openDataFolder } from './base/data-folder.ts';
import { notifyAcrossNodes } from './changes/notifier-postgres.ts';
import { openDatabase, type OpenDatabase } from './database/open.ts';
import { directUrlOf } from './database/inspect-postgres.ts';
import { startTextIndexing } from './database/text-index.ts';
import { afterCommit } from './database/transaction.ts';
import { createSequencer } from './changes/feed.ts';
import { startCleanup } from './cleanup.ts';
import { openMailTransport, type MailTransport } from './mail/transport.ts';
import { startMailWorker, type MailWorker } from './mail/worker.ts';
import { createMetrics } from './base/metrics.ts';
import { isOutage, logOutage } from './database/outage.ts';
import { createNotifier, type Notifier } from './changes/notifier.ts';
import { createReadiness } from './readiness.ts';
import { createCodeCipher } from './crypto/code-cipher.ts';
import { createHasher, type Hasher } from './crypto/hasher.ts';
import type { Settings } from './base/settings.ts';
import { openBucket } from './files/bucket.ts';
import { openDisk } from './files/disk.ts';
import type { FileStore } from './files/file-store.ts';

/** Replacements of services, such as the clock and mail transport of a test, and options. */
export interface ServiceOverrides {
  now?: () => number;
  log?: Logger;
  hasher?: Hasher;
  transport?: MailTransport;
  /** Called with the link of each e-mail sent. */
  onEmailSent?: (recipient: string, link: string) => void;
  /** Removes the time limit of queries, for a command that fills the database. */
  unlimitedQueries?: boolean;
}

export interface OpenServices {
  services: Services;
  kind: 'sqlite' | 'postgres';
  /** Names of the migrations applied at this start. */
  migrated: string[];
  mail: MailWorker;
  /** Resolves after the first cleanup. */
  cleaned: Promise<void>;
  /** Sets the URL the server listens on, for links when PUBLIC_URL is not set. */
  setListenUrl(url: string): void;
  close(): Promise<void>;
}

/** Opens the database, the file store and the feed, and starts the mail worker and the cleanup. */
export async function openServices(settings: Settings, overrides: ServiceOverrides = {}): Promise<OpenServices> {
  const now = overrides.now ?? Date.now;
  const log = overrides.log ?? createLogger(settings.logLevel);
  const onError = (error: unknown) =>
    isOutage(error) ? logOutage(log, error) : log.error({ err: error }, 'work in the background failed');
  if (settings.mail.kind === 'folder' || settings.files.kind === 'disk') openDataFolder(settings.dataDir);
  const database = await openDatabase(settings.database, (error) => logOutage(log, error), {
    serving: !overrides.unlimitedQueries,
  });
  const { db, reader, maintenance } = database;
  const notifier = await openNotifier(database, settings.database, { log, onError });
  const sequencer = createSequencer({ db, reader, notifier, now, onError });
  // Called also after a commit whose answer was lost.
  afterCommit(db, () => sequencer.wake());
  const transport = overrides.transport ?? openMailTransport(settings.mail);
  const mail = startMailWorker({ db, reader, log, now, transport, onEmailSent: overrides.onEmailSent });
  const files = openFiles(settings.files);
  const cleaning = startCleanup({ db: maintenance, reader, files, now, log, onError });
  const indexing = startTextIndexing(db, { kind: database.kind, log, onError });
  let address = `http://${settings.host}:${settings.port}`;
  const services: Services = {
    db,
    reader,
    settings,
    now,
    log,
    notifier,
    sequencer,
    metrics: createMetrics(),
    readiness: createReadiness({ reader, files, log }),
    responseCache: createResponseCache(database),
    files,
    hasher: overrides.hasher ?? createHasher(),
    codes: settings.codesKeys.length > 0 ? createCodeCipher(settings.codesKeys) : null,
    publicUrl: () => settings.publicUrl ?? address,
    mail,
  };
  return {
    services,
    kind: database.kind,
    migrated: database.migrated,
    mail,
    cleaned: cleaning.first,
    setListenUrl: (url) => void (address = url),
    async close() {
      await indexing.stop();
      await cleaning.stop();
      await mail.stop();
      await sequencer.stop();
      await notifier.close();
      await database.close();
    },
  };
}

const noDirectConnection =
  'DATABASE_URL is the address of a connection pooler: without DATABASE_DIRECT_URL, open pages show changes made on other servers only after a minute';

/** Opens the file store of the settings: a folder, or an S3 bucket. */
export function openFiles(settings: Settings['files']): FileStore {
  return settings.kind === 'disk' ? openDisk(settings.folder) : openBucket(settings);
}

/**
 * Servers notify each other over a direct connection to PostgreSQL; without one, the devices of other servers wait for
 * their next pull.
 */
async function openNotifier(
  { postgres }: OpenDatabase,
  settings: Settings['database'],
  { log, onError }: { log: Logger; onError(error: unknown): void },
): Promise<Notifier & { close(): Promise<void> }> {
  const local = createNotifier();
  if (!postgres || settings.kind === 'sqlite') return { ...local, close: async () => undefined };
  const direct = await directUrlOf(settings, postgres.pooled);
  if (direct === null) log.warn({}, noDirectConnection);
  const acrossNodes = notifyAcrossNodes(local, { pool: postgres.pool, listenTo: direct }, onError);
  await acrossNodes.ready;
  return acrossNodes;
}
