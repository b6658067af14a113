import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openQueue, queueEmails, startWorker, withHeldAnswers } from '../support/mail-queue.ts';

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
