import { pass } from '../../../src/client/sync/pass.ts';
import { newTab, type Device, type Tab } from './devices.ts';
import { withFullPages } from './small-limits.ts';
import type { Story } from './story.ts';

/** Lets a tab do something beside whatever else it does. */
export function flow(story: Story, tab: Tab, doing: () => Promise<unknown>): void {
  tab.busy++;
  story.scheduler.spawn(doing, () => tab.busy--);
}

/** The tab is gone in the middle of whatever it did; the person opens another. */
export function crash(story: Story, device: Device): void {
  const place = story.chance.below(device.tabs.length);
  story.scheduler.forget(device.tabs[place]!);
  device.tabs[place] = newTab(story, device);
}

/** The device has been used before: it has what the server had, and the story need not begin with its first load. */
export async function loadBefore(story: Story, { tabs }: Device): Promise<void> {
  const { weather, scheduler } = story;
  weather.clear = true;
  flow(story, tabs[0]!, () => pass(tabs[0]!.db, tabs[0]!.outside));
  await withFullPages(() => scheduler.drain());
  weather.clear = false;
}
