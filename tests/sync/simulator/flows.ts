import { pass } from '../../../src/client/sync/pass.ts';
import { withStorageRetry } from '../../../src/client/sync/storage.ts';
import { newTab, type Device, type Tab } from './devices.ts';
import { withFullPages } from './small-limits.ts';
import type { Story } from './story.ts';

export async function sync(_story: Story, { db, environment }: Tab): Promise<unknown> {
  return withStorageRetry(db, () => pass(db, environment));
}

/** Starts an action in a tab, without waiting for the other actions of the tab. */
export function startFlow(story: Story, tab: Tab, run: () => Promise<unknown>): void {
  tab.activeFlows++;
  story.scheduler.spawn(run, () => tab.activeFlows--);
}

/** Ends a tab in the middle of its actions and opens another one. */
export function crash(story: Story, device: Device): void {
  const place = story.random.below(device.tabs.length);
  story.scheduler.forget(device.tabs[place]!);
  device.tabs[place] = newTab(story, device);
}

/** Completes the first load of a device, so that the run does not begin with it. */
export async function loadBeforehand(story: Story, { tabs }: Device): Promise<void> {
  const { conditions, scheduler } = story;
  conditions.isFaultless = true;
  startFlow(story, tabs[0]!, () => pass(tabs[0]!.db, tabs[0]!.environment));
  await withFullPages(() => scheduler.drain());
  conditions.isFaultless = false;
}
