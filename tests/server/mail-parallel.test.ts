import type { KyselyPlugin } from 'kysely';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { parallelEmails, openMailTransport, type OutgoingEmail } from '../../src/server/platform/mail/transport.ts';
import { startMailWorker } from '../../src/server/platform/mail/worker.ts';
import { emptyInstallation } from '../support/programs.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

const addresses = (count: number) => Array.from({ length: count }, (_, number) => `person${number}@example.test`);

type Queue = Awaited<ReturnType<typeof openQueue>>;

/** The queue of a new database without a server, which would send its e-mails too. */
async function openQueue() {
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
async function queueEmails({ db, now }: Queue, recipients: readonly string[]): Promise<void> {
  const content = { body_text: 'Hello', body_html: '<p>Hello</p>', locale: 'en', error: null, once_key: null };
  const times = { next_at: now(), created_at: now(), leased_until: null, sent_at: null };
  const rows = recipients.map((recipient, place) => ({ recipient, subject: String(place), ...content, ...times }));
  await db.insertInto('letters').values(rows).execute();
}

/** A worker on the queue whose e-mails `send` receives. */
function startWorker(queue: Queue, send: (email: OutgoingEmail) => Promise<void>) {
  const transport = { send, close: () => undefined };
  const worker = startMailWorker({ ...queue, every: 3_600_000, onEmailSent: undefined, transport });
  onTestFinished(() => worker.stop());
  return worker;
}

/** Databases that hold the answers of queries: those that lease e-mails from `hold` until `release`, and the reader's. */
function withHeldAnswers(queue: Queue) {
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

async function startSmtpWorker() {
  const [smtpServer, queue] = [await startSmtpServer(), await openQueue()];
  const transport = openMailTransport({ kind: 'smtp', url: smtpServer.url, from: 'Shop <shop@example.test>' });
  const worker = startMailWorker({ ...queue, every: 3_600_000, onEmailSent: undefined, transport });
  onTestFinished(() => worker.stop());
  return { smtpServer, queue, worker, recipients: () => smtpServer.emails.map(({ to }) => to.join()) };
}

test('OF-32 eight e-mails leave at a time, each once, over connections that are used again', async () => {
  const { smtpServer, queue, worker, recipients } = await startSmtpWorker();
  smtpServer.delayMs = 20;
  await queueEmails(queue, addresses(80));

  await worker.run();

  expect(recipients().toSorted()).toEqual(addresses(80).toSorted());
  expect([smtpServer.mostAtOnce, smtpServer.connections < 40]).toEqual([parallelEmails, true]);
});

test('a recipient who takes long delays no other, and gets e-mails in their order, one at a time', async () => {
  const queue = await openQueue();
  const slow = Promise.withResolvers<void>();
  const sent: string[] = [];
  const toSlow: number[] = [];
  const worker = startWorker(queue, async ({ recipient, subject }) => {
    sent.push(recipient);
    if (recipient !== 'slow@example.test') return;
    toSlow.push(Number(subject));
    await slow.promise;
  });
  await queueEmails(queue, [...Array<string>(30).fill('slow@example.test'), ...addresses(40)]);

  const done = worker.run();
  await expect.poll(() => sent.length).toBe(41);
  await queueEmails(queue, ['later@example.test']);
  worker.wake();
  await expect.poll(() => sent.at(-1)).toBe('later@example.test');
  expect(toSlow).toEqual([0]);
  slow.resolve();
  await done;

  expect(toSlow).toEqual(Array.from({ length: 30 }, (_, place) => place));
  expect(sent.toSorted()).toEqual(
    [...addresses(40), 'later@example.test', ...Array<string>(30).fill('slow@example.test')].toSorted(),
  );
});

test('the next e-mail to a recipient is not left behind when more were asked for while the first was being sent', async () => {
  const queue = await openQueue();
  const { db, held } = withHeldAnswers(queue);
  const first = Promise.withResolvers<void>();
  const sent: string[] = [];
  const worker = startWorker({ ...queue, db }, async ({ recipient }) => {
    if (sent.push(recipient) === 1) await first.promise;
  });
  await queueEmails(queue, ['leila@example.test']);
  const done = worker.run();
  await expect.poll(() => sent.length).toBe(1);

  held.hold();
  await queueEmails(queue, ['leila@example.test']);
  worker.wake();
  await expect.poll(() => held.leases).toBe(1); // without the e-mails to a recipient to whom one is being sent
  first.resolve();
  await expect.poll(() => held.updates).toBe(1); // the first is marked as sent
  await nextTurn();
  held.release();

  await expect.poll(() => sent.length).toBe(2);
  await done;
});

test('an e-mail that is queued while a sender finds none is sent, and not only at the next check of the queue', async () => {
  const queue = await openQueue();
  const { held, ...databases } = withHeldAnswers(queue);
  const first = Promise.withResolvers<void>();
  const sent: string[] = [];
  const worker = startWorker({ ...queue, ...databases }, async ({ recipient }) => {
    if (sent.push(recipient) === 1) await first.promise;
  });
  await queueEmails(queue, ['leila@example.test']);
  const done = worker.run();
  await expect.poll(() => [sent.length, held.answeredLeases]).toEqual([1, 2]); // the other senders found none
  held.hold();
  first.resolve();
  await expect.poll(() => held.leases).toBe(1); // the sender found no other

  await queueEmails(queue, ['amina@example.test']);
  const reads = held.reads;
  const doneAgain = worker.run();
  await expect.poll(() => held.reads).toBe(reads + 1); // the new one is seen
  await nextTurn();
  held.release();
  await Promise.all([done, doneAgain]);

  expect(sent).toEqual(['leila@example.test', 'amina@example.test']);
});

test('an e-mail that is queued while the queue is checked is sent, and not only at the next check', async () => {
  const queue = await openQueue();
  const { held, reader } = withHeldAnswers(queue);
  const sent: string[] = [];
  const worker = startWorker({ ...queue, reader }, async ({ recipient }) => void sent.push(recipient));
  held.holdReads();
  worker.wake();
  await expect.poll(() => held.reads).toBe(1); // none is due

  await queueEmails(queue, ['leila@example.test']);
  worker.wake();
  await pause(20);
  held.releaseReads();

  await expect.poll(() => sent).toEqual(['leila@example.test']);
});

test('a mail server that refuses some recipients gets the e-mails of the others once, and the refused ones later', async () => {
  const { smtpServer, queue, worker, recipients } = await startSmtpWorker();
  await queueEmails(queue, addresses(30));
  smtpServer.faults.push(
    { at: 'RCPT', say: '550 nobody here' },
    { at: 'RCPT', say: '450 greylisted' },
    'hang up in DATA',
    { at: 'end of DATA', say: '451 not now' },
    { at: 'MAIL', say: '421 too many' },
  );

  await worker.run();
  expect(recipients()).toHaveLength(25);
  queue.advance(15_001);
  await worker.run();

  expect(recipients().toSorted()).toEqual(addresses(30).toSorted());
  expect(queue.errors).toEqual([]);
});

test('a slow worker does not send the e-mails that another worker has sent in the meantime', async () => {
  const queue = await openQueue();
  await queueEmails(queue, addresses(30));
  const sent: string[] = [];
  const rounds = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const slow = startWorker(queue, async ({ recipient }) => {
    const round = rounds[Math.floor(sent.length / parallelEmails)]!;
    sent.push(recipient);
    await round.promise;
  });
  const quick = startWorker(queue, async ({ recipient }) => void sent.push(recipient));

  const done = slow.run();
  await expect.poll(() => sent.length).toBe(8);
  queue.advance(70_000);
  rounds[0]!.resolve();
  await expect.poll(() => sent.length).toBe(16);
  // The leases of those that the slow worker has not begun end.
  queue.advance(70_000);
  await quick.run();
  expect(sent).toHaveLength(30);
  rounds[1]!.resolve();
  await done;

  expect(sent.toSorted()).toEqual(addresses(30).toSorted());
});

test('a worker that stops finishes the e-mails that it is sending and returns the others to the queue', async () => {
  const queue = await openQueue();
  await queueEmails(queue, addresses(30));
  const sending = Promise.withResolvers<void>();
  const begun: string[] = [];
  const stopping = startWorker(queue, async ({ recipient }) => {
    begun.push(recipient);
    await sending.promise;
  });
  const done = stopping.run();
  await expect.poll(() => begun.length).toBe(parallelEmails);

  const stopped = stopping.stop();
  sending.resolve();
  await Promise.all([stopped, done]);
  expect(begun).toHaveLength(parallelEmails);
  const next: string[] = [];
  await startWorker(queue, async ({ recipient }) => void next.push(recipient)).run();

  expect([...begun, ...next].toSorted()).toEqual(addresses(30).toSorted());
  const rows = await queue.db.selectFrom('letters').select(['attempts', 'leased_until']).execute();
  expect(rows).toEqual(Array(30).fill({ attempts: 1, leased_until: null }));
});
