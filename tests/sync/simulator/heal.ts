import { settle } from '../../../src/client/sync/money.ts';
import { resendUndecided } from '../../../src/client/sync/outbox.ts';
import { pass } from '../../../src/client/sync/pass.ts';
import { lookAround } from './acts.ts';
import { newTab } from './devices.ts';
import { crash, flow } from './flows.ts';
import { judgeParked } from './oracle.ts';
import { withFullPages } from './small-limits.ts';
import type { Story } from './story.ts';

/** The weather clears: late packets arrive, everybody signs in, every device settles and syncs. */
export async function heal(story: Story): Promise<void> {
  const { scheduler, weather, stage, slow, devices } = story;
  await scheduler.settled();
  Object.assign(weather, { clear: true, brokenOn: null });
  for (const device of devices) Object.assign(device, { failing: 0, full: 0 });
  for (const device of devices) if (story.chance.happens(0.5)) crash(story, device);
  await withFullPages(() => scheduler.drain());
  await judgeParked(story);
  for (const commit of slow.splice(0)) await commit();
  for (const device of devices) {
    Object.assign(device, { accepted: true, signedIn: true });
    await stage.setSession(device.name, true);
  }
  for (const { tabs } of devices) if (!story.bug?.leavesUndecided) await resendUndecided(tabs[0]!.db);
  await settleAll(story);
  await syncUntilStill(story);
  for (const packet of weather.late.splice(0)) await packet();
  await syncUntilStill(story);
}

async function settleAll(story: Story): Promise<void> {
  for (const device of story.devices) {
    const tab = newTab(story, device);
    for (const { key } of await tab.db.pledges.where('state').equals('asked').toArray()) {
      flow(story, tab, () => settle(tab.db, key, tab.outside.line));
      await story.scheduler.drain();
    }
    await lookAround(story, tab);
    tab.db.close();
  }
}

/** Every device syncs, until a round in which none of them sent anything: what was sent before has been pulled by then. */
async function syncUntilStill(story: Story): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const before = await waitingOn(story);
    await withFullPages(() => syncAll(story));
    if ((await waitingOn(story)) === before) return;
  }
}

const roundsMax = 5;

async function waitingOn({ devices }: Story): Promise<string> {
  const all = await Promise.all(devices.map(({ tabs }) => tabs[0]!.db.outbox.toArray()));
  return JSON.stringify(all.flat().map(({ id, state }) => [id, state]));
}

async function syncAll(story: Story): Promise<void> {
  for (const { tabs } of story.devices) {
    const [tab] = tabs;
    flow(story, tab!, () => pass(tab!.db, tab!.outside));
    await story.scheduler.drain();
  }
}
