import type { KyselyPlugin } from 'kysely';
import { onTestFinished } from 'vitest';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import type { OutgoingEmail } from '../../src/server/platform/mail/transport.ts';
import { startMailWorker } from '../../src/server/platform/mail/worker.ts';
import { emptyInstallation } from './programs.ts';

export const addresses = (count: number) =>
  Array.from({ length: count }, (_, number) => `person${number}@example.test`);

type Queue = Awaited<ReturnType<typeof openQueue>>;

/** The queue of a new database without a server, which would send its e-mails too. */
export async function openQueue() {
  const { db, reader, close } = await openDatabase(readSettings(await emptyInstallation()).database, () => undefined);
  onTestFinished(close);
  const clock = { now: Date.UTC(2026, 10, 20, 14, 23) };
  const nothing = () => undefined;
  const errors: string[] = [];
  const log = {
    error: (_about: object, text: string) => void errors.push(text),
    warn: nothing,
    info: nothing,
    debug: nothing,
  };
  return { db, reader, log, errors, now: () => clock.now, advance: (ms: number) => void (clock.now += ms) };
}

/** Queues one e-mail to each recipient, in this order; its subject is its place. */
export async function queueEmails({ db, now }: Queue, recipients: readonly string[]): Promise<void> {
  const content = { body_text: 'Hello', body_html: '<p>Hello</p>', locale: 'en', error: null, once_key: null };
  const times = { next_at: now(), created_at: now(), leased_until: null, sent_at: null };
  const rows = recipients.map((recipient, place) => ({ recipient, subject: String(place), ...content, ...times }));
  await db.insertInto('letters').values(rows).execute();
}

/** A worker on the queue whose e-mails `send` receives. */
export function startWorker(queue: Queue, send: (email: OutgoingEmail) => Promise<void>) {
  const transport = { send, close: () => undefined };
  const worker = startMailWorker({ ...queue, every: 3_600_000, onEmailSent: undefined, transport });
  onTestFinished(() => worker.stop());
  return worker;
}

/** Databases that hold the answers of queries: those that lease e-mails from `hold` until `release`, and the reader's. */
export function withHeldAnswers(queue: Queue) {
  const leaseIds = new WeakSet<object>();
  let released: PromiseWithResolvers<void> | undefined;
  let heldReads: PromiseWithResolvers<void> | undefined;
  const held = {
    /** The number of answers that are held. */
    leases: 0,
    /** The number of answers that were not held. */
    answeredLeases: 0,
    /** The number of other updates that were answered since `hold`. */
    updates: 0,
    /** The number of queries of the reader that were answered. */
    reads: 0,
    hold: () => void (released = Promise.withResolvers<void>()),
    release: () => released?.resolve(),
    holdReads: () => void (heldReads = Promise.withResolvers<void>()),
    releaseReads: () => heldReads?.resolve(),
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'UpdateQueryNode' && node.returning) leaseIds.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (!leaseIds.has(queryId)) held.updates += released ? 1 : 0;
      else if (released) {
        held.leases++;
        await released.promise;
      } else held.answeredLeases++;
      return result;
    },
  };
  const readPlugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      held.reads++;
      await heldReads?.promise;
      return result;
    },
  };
  return { db: queue.db.withPlugin(plugin), reader: queue.reader.withPlugin(readPlugin), held };
}
