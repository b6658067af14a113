import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { parallelEmails, openMailTransport } from '../../src/server/platform/mail/transport.ts';
import { startMailWorker } from '../../src/server/platform/mail/worker.ts';
import { addresses, openQueue, queueEmails, startWorker } from '../support/mail-queue.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

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

test('a run ends after the e-mails that senders took which a wake started', async () => {
  const queue = await openQueue();
  const answers = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
  const events: string[] = [];
  const worker = startWorker(queue, async ({ recipient }) => {
    const name = recipient === 'first@example.test' ? 'first' : 'second';
    events.push(`${name} begins`);
    await answers[name].promise;
    events.push(`${name} ends`);
  });
  await queueEmails(queue, ['first@example.test']);
  const done = worker.run().then(() => events.push('run ends'));
  await expect.poll(() => events).toEqual(['first begins']);
  await queueEmails(queue, ['second@example.test']);
  worker.wake();
  await expect.poll(() => events).toEqual(['first begins', 'second begins']);

  answers.first.resolve();
  // A run that waited for its own senders only would end in this time.
  await delay(300);
  answers.second.resolve();
  await done;

  expect(events).toEqual(['first begins', 'second begins', 'first ends', 'second ends', 'run ends']);
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
