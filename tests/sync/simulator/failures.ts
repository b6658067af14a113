import { filesOf } from '../../../src/client/actions/all.ts';
import { sendInBackground } from '../../../src/client/sync/background.ts';
import { pass } from '../../../src/client/sync/pass.ts';
import { withStorageRetry } from '../../../src/client/sync/storage.ts';
import { endUploadWaits } from '../../../src/client/sync/amend.ts';
import { isPendingItem } from '../../../src/client/sync/optimistic.ts';
import { ignoreNotSaved } from './user-actions.ts';
import { replyTo } from './ticket-changes.ts';
import { newTab, type Device, type Tab } from './devices.ts';
import { hangingUpload } from './network.ts';
import { queue } from './queue.ts';
import type { Story } from './story.ts';

/** More steps than a device needs to send everything beside a hanging upload. */
const stepsMax = 200;
/** Passes of one device in an hour of back-off: more than the attempts after which an item is parked. */
const passesOfAnHour = 10;

/** The server answers 500 to as many passes of every device as an hour has; the clock advances by minutes only. */
export async function hourOf500s(story: Story): Promise<void> {
  story.conditions.isOutage = true;
  for (const device of story.devices) await keepTrying(story, device);
  story.conditions.isOutage = false;
}

/**
 * From now until the recovery the server fails on one mutation of a ticket. After an hour of passes the mutation's
 * author writes another reply to the ticket.
 */
export async function failOnOneMutation(story: Story, device: Device): Promise<void> {
  const { random, conditions } = story;
  const [tab] = device.tabs;
  const items = (await tab!.db.outbox.orderBy('seq').toArray()).filter(isPendingItem);
  const item = random.pick(items.filter(({ kind }) => kind === 'ticket.reply' || kind === 'ticket.status'));
  if (!item) return;
  conditions.failingMutation = item.id;
  conditions.isFaultless = true;
  await keepTrying(story, device);
  story.scheduler.spawn(() => replyTo(story, tab!, item.lane));
  await keepTrying(story, device, 1);
  conditions.isFaultless = false;
}

/** Uploads of large files get lost from now on, or get through again. */
export function toggleLargeUploads({ conditions }: Story): void {
  conditions.losesLargeUploads = !conditions.losesLargeUploads;
}

/** From now until the end of the recovery, the upload of one file of a waiting change gets lost. */
export async function loseOneFile({ random, conditions }: Story, { tabs }: Device): Promise<void> {
  const items = (await tabs[0]!.db.outbox.orderBy('seq').toArray()).filter(isPendingItem);
  conditions.lostFile ??= random.pick(items.flatMap(filesOf)) ?? null;
}

/**
 * While the upload of the lost file hangs, its author votes on an article, a change of a lane of its own; it must be sent
 * before the upload ends.
 */
export async function sendBesideUpload(story: Story, device: Device): Promise<void> {
  const { conditions, scheduler, faults } = story;
  const tab = newTab(story, device);
  const pending = (await tab.db.outbox.toArray()).filter(isPendingItem);
  if (pending.some((item) => filesOf(item).includes(conditions.lostFile ?? ''))) {
    conditions.isLostFileHanging = true;
    await endUploadWaits(tab.db);
    scheduler.spawn(() => pass(tab.db, tab.environment));
    if (await continueUntil(story, tab, () => isHanging(story, tab))) {
      const args = { article_id: 1, is_helpful: true };
      await queue(story, tab, 'article.vote', { args });
      const isSent = async () =>
        (await tab.db.outbox.where('state').equals('queued').toArray()).every(({ kind }) => kind !== 'article.vote');
      if (!(await continueUntil(story, tab, isSent)))
        faults.push(`waits for an upload that hangs: a vote of ${device.name}`);
    }
    conditions.isLostFileHanging = false;
    await scheduler.drainOf(tab);
  }
  tab.db.close();
}

/** Makes the next one to four transactions of a device fail: the app's retries succeed, or the change is not saved. */
export function failStorage({ random }: Story, device: Device): void {
  device.failingTransactions = random.pick([1, 1, 2, 4])!;
}

/** Starts the service worker, which has its own database connection and no page. */
export function startWorker({ scheduler, ...story }: Story, device: Device): void {
  const tab = newTab({ scheduler, ...story }, device);
  let waitedMs = 0;
  const runtime = { ...tab.environment.runtime, now: () => story.server.now + waitedMs, wait };
  scheduler.spawn(() =>
    sendInBackground(tab.db, { ...tab.environment, runtime }, { run: pass })
      .catch(ignoreLater)
      .finally(() => tab.db.close()),
  );
  async function wait(ms: number, end?: Promise<unknown>): Promise<unknown> {
    if (end) return tab.environment.runtime.wait(ms, end);
    waitedMs += ms;
    return scheduler.wait(tab, 'the service worker waits');
  }
}

/** Ignores the error with which the service worker asks the browser to start it again later. */
function ignoreLater(thrown: unknown): void {
  if (!(thrown instanceof Error) || !thrown.message.startsWith('Later:')) ignoreNotSaved(thrown);
}

/** Continues the flows of a tab, except its hanging upload, until a condition holds; returns whether it does. */
async function continueUntil(
  { scheduler }: Story,
  tab: Tab,
  isMet: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (let steps = 0; steps < stepsMax; steps++) {
    await scheduler.untilAllWait();
    if (await isMet()) return true;
    const next = scheduler.waiting.findIndex(({ owner, label }) => owner === tab && label !== hangingUpload);
    if (next < 0) return false;
    scheduler.release(next);
  }
  return false;
}

const isHanging = ({ scheduler }: Story, tab: Tab): boolean =>
  scheduler.waiting.some(({ owner, label }) => owner === tab && label === hangingUpload);

async function keepTrying(story: Story, device: Device, times = passesOfAnHour): Promise<void> {
  const { scheduler, server } = story;
  const tab: Tab = newTab(story, device);
  for (let passes = 0; passes < times; passes++) {
    await scheduler.untilAllWait();
    scheduler.spawn(() => withStorageRetry(tab.db, () => pass(tab.db, tab.environment)).catch(ignoreNotSaved));
    await scheduler.drainOf(tab);
    server.now += 400_000 / passesOfAnHour;
  }
  tab.db.close();
}
