import { settle } from '../../../src/client/sync/money.ts';
import { resendUndecided } from '../../../src/client/sync/outbox.ts';
import { pass } from '../../../src/client/sync/pass.ts';
import { seeOutcomes } from './user-actions.ts';
import { newTab } from './devices.ts';
import { crash, startFlow } from './flows.ts';
import { loseOneFile, sendBesideUpload } from './failures.ts';
import { checkLostUpload, checkParked } from './oracle.ts';
import { withFullPages } from './small-limits.ts';
import type { Story } from './story.ts';

/**
 * Ends all faults and crashes about half of the devices once more; then all users sign in, every device settles and syncs,
 * late packets arrive, and every device syncs again.
 */
export async function recover(story: Story): Promise<void> {
  const { scheduler, conditions, server, slowTransactions, devices } = story;
  await scheduler.untilAllWait();
  await endFaults(story);
  for (const device of devices) if (story.random.chance(0.5)) crash(story, device);
  await withFullPages(() => scheduler.drain());
  await checkParked(story);
  for (const commit of slowTransactions.splice(0)) await commit();
  for (const device of devices) {
    Object.assign(device, { isSessionAccepted: true, isSignedIn: true });
    await server.setSession(device.name, true);
  }
  for (const { tabs } of devices) if (!story.bug?.skipsUndecided) await resendUndecided(tabs[0]!.db);
  await settleAll(story);
  await syncWithLostFile(story);
  await syncUntilNothingIsSent(story);
  for (const packet of conditions.latePackets.splice(0)) await packet();
  await syncUntilNothingIsSent(story);
}

/** Ends all faults, except that in some runs the upload of one file gets lost. */
async function endFaults(story: Story): Promise<void> {
  Object.assign(story.conditions, { isFaultless: true, failingMutation: null, losesLargeUploads: false });
  if (story.random.chance(0.3)) await loseOneFile(story, story.random.pick(story.devices)!);
  for (const device of story.devices) Object.assign(device, { failingTransactions: 0, fullWrites: 0 });
}

/** Syncs while the upload of one file still gets lost, and then while it hangs; then that file gets through too. */
async function syncWithLostFile(story: Story): Promise<void> {
  await syncUntilNothingIsSent(story);
  await checkLostUpload(story);
  for (const device of story.devices) await sendBesideUpload(story, device);
  story.conditions.lostFile = null;
}

async function settleAll(story: Story): Promise<void> {
  for (const device of story.devices) {
    const tab = newTab(story, device);
    for (const { key } of await tab.db.pledges.where('state').equals('asked').toArray()) {
      startFlow(story, tab, () => settle(tab.db, key, tab.environment.transport));
      await story.scheduler.drain();
    }
    await seeOutcomes(story, tab);
    tab.db.close();
  }
}

/** Syncs all devices until a round in which none of them sends anything: then all of them have pulled everything. */
async function syncUntilNothingIsSent(story: Story): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    story.server.now += uploadWaitMs;
    const before = await outboxStates(story);
    await withFullPages(() => syncAll(story));
    if ((await outboxStates(story)) === before) return;
  }
}

const roundsMax = 5;
/** Milliseconds after which a failed upload is tried again at the latest. */
const uploadWaitMs = 301_000;

async function outboxStates({ devices }: Story): Promise<string> {
  const all = await Promise.all(devices.map(({ tabs }) => tabs[0]!.db.outbox.toArray()));
  return JSON.stringify(all.flat().map(({ id, state }) => [id, state]));
}

async function syncAll(story: Story): Promise<void> {
  for (const { tabs } of story.devices) {
    const [tab] = tabs;
    startFlow(story, tab!, () => pass(tab!.db, tab!.environment));
    await story.scheduler.drain();
  }
}
