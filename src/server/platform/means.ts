import { createAnswerCache } from './answer-cache.ts';
import type { Logger, Means } from './context.ts';
import { openDataFolder } from './data-folder.ts';
import { crossNodes } from './database/crossing.ts';
import { openDatabase, type OpenDatabase } from './database/open.ts';
import { directUrlOf } from './database/inspect-postgres.ts';
import { afterCommit } from './database/transaction.ts';
import { createSequencer } from './feed.ts';
import { openFiles } from './files/open.ts';
import { startCleaning } from './jobs.ts';
import { createLogger } from './log.ts';
import { openTransport, type Transport } from './mail/transport.ts';
import { startMailWorker, type MailWorker } from './mail/worker.ts';
import { createMetrics } from './metrics.ts';
import { isOutage, logOutage } from './outage.ts';
import { createPokes, type Pokes } from './pokes.ts';
import { createReadiness } from './readiness.ts';
import { createHasher, type Hasher } from './secrets/hasher.ts';
import type { Settings } from './settings.ts';

/** Stand-ins for the outside: tests give their own clock and post office. */
export interface Outside {
  now?: () => number;
  log?: Logger;
  hasher?: Hasher;
  transport?: Transport;
  /** Told the link of each letter that was sent. */
  onLetter?: (recipient: string, link: string) => void;
  /** Queries take as long as they take: for a command that fills the database. */
  patient?: boolean;
}

export interface OpenMeans {
  means: Means;
  kind: 'sqlite' | 'postgres';
  /** Names of the migrations applied at this start. */
  migrated: string[];
  mail: MailWorker;
  /** Resolves after the clean-up at the start. */
  cleaned: Promise<void>;
  /** Tells where the server listens, for links when PUBLIC_URL is not set. */
  listensAt(url: string): void;
  close(): Promise<void>;
}

/** Opens the database, the mail queue and the feed. */
export async function openMeans(settings: Settings, outside: Outside = {}): Promise<OpenMeans> {
  const now = outside.now ?? Date.now;
  const log = outside.log ?? createLogger(settings.logLevel);
  const onError = (error: unknown) =>
    isOutage(error) ? logOutage(log, error) : log.error({ err: error }, 'work in the background failed');
  if (settings.mail.kind === 'folder' || settings.files.kind === 'disk') openDataFolder(settings.dataDir);
  const open = await openDatabase(settings.database, (error) => logOutage(log, error), { serving: !outside.patient });
  const { db, reader, maintenance } = open;
  const pokes = await pokesOf(open, settings.database, { log, onError });
  const sequencer = createSequencer({ db, reader, pokes, now, onError });
  // Also of a commit whose answer was lost.
  afterCommit(db, () => sequencer.wake());
  const transport = outside.transport ?? openTransport(settings.mail);
  const mail = startMailWorker({ db, reader, log, now, transport, onLetter: outside.onLetter });
  const files = openFiles(settings.files);
  const cleaning = startCleaning({ db: maintenance, reader, files, now, log, onError });
  let address = `http://${settings.host}:${settings.port}`;
  const means: Means = {
    db,
    reader,
    settings,
    now,
    log,
    pokes,
    sequencer,
    metrics: createMetrics(),
    readiness: createReadiness({ reader, files, log }),
    answers: createAnswerCache(open),
    files,
    hasher: outside.hasher ?? createHasher(),
    home: () => settings.publicUrl ?? address,
    post: mail,
  };
  return {
    means,
    kind: open.kind,
    migrated: open.migrated,
    mail,
    cleaned: cleaning.first,
    listensAt: (url) => void (address = url),
    async close() {
      await cleaning.stop();
      await mail.stop();
      await sequencer.stop();
      await pokes.close();
      await open.close();
    },
  };
}

/** Pokes cross the nodes over a connection to PostgreSQL itself; where there is none, devices of other nodes wait. */
async function pokesOf(
  { postgres }: OpenDatabase,
  settings: Settings['database'],
  { log, onError }: { log: Logger; onError(error: unknown): void },
): Promise<Pokes & { close(): Promise<void> }> {
  const local = createPokes();
  if (!postgres || settings.kind === 'sqlite') return { ...local, close: async () => undefined };
  const direct = await directUrlOf(settings, postgres.pooled);
  if (direct === null) log.warn({}, oneNodeOnly);
  const crossing = crossNodes(local, { pool: postgres.pool, listenTo: direct }, onError);
  await crossing.ready;
  return crossing;
}

const oneNodeOnly =
  'DATABASE_URL is that of a connection pooler: without DATABASE_DIRECT_URL, open pages hear of changes on other nodes only after a minute';
