import { sendInBackground } from '../../../src/client/sync/background.ts';
import { pass } from '../../../src/client/sync/pass.ts';
import { storing } from '../../../src/client/sync/storage.ts';
import { waits } from '../../../src/client/sync/fold.ts';
import { unlessNotSaved } from './acts.ts';
import { replyTo } from './ticket-changes.ts';
import { newTab, type Device, type Tab } from './devices.ts';
import type { Story } from './story.ts';

/** Passes of one device while the server is not itself: more than an item is given before it is parked. */
const passesOfAnHour = 10;

/** The server answers 500 to everything for an hour, and every device goes on trying. */
export async function hourOf500s(story: Story): Promise<void> {
  story.weather.outage = true;
  for (const device of story.devices) await keepTrying(story, device);
  story.weather.outage = false;
}

/**
 * For an hour the server breaks on one mutation of a ticket, and on until the weather clears; meanwhile its person
 * writes once more about the same ticket.
 */
export async function breakOnOne(story: Story, device: Device): Promise<void> {
  const { chance, weather } = story;
  const [tab] = device.tabs;
  const items = (await tab!.db.outbox.orderBy('seq').toArray()).filter(waits);
  const item = chance.of(items.filter(({ kind }) => kind === 'ticket.reply' || kind === 'ticket.status'));
  if (!item) return;
  weather.brokenOn = item.id;
  weather.clear = true;
  await keepTrying(story, device);
  story.scheduler.spawn(() => replyTo(story, tab!, item.lane));
  await keepTrying(story, device, 1);
  weather.clear = false;
}

/** The next transactions of a device fail: few enough to be run again, or more. */
export function failStorage({ chance }: Story, device: Device): void {
  device.failing = chance.of([1, 1, 2, 4])!;
}

/** The browser starts the service worker, which has a connection of its own and no page. */
export function startWorker({ scheduler, ...story }: Story, device: Device): void {
  const tab = newTab({ scheduler, ...story }, device);
  let waited = 0;
  const means = { ...tab.outside.means, now: () => story.stage.now + waited, wait };
  scheduler.spawn(() =>
    sendInBackground(tab.db, { ...tab.outside, means }, { run: pass })
      .catch(unlessLater)
      .finally(() => tab.db.close()),
  );
  async function wait(ms: number): Promise<void> {
    waited += ms;
    await scheduler.wait(tab, 'the service worker waits');
  }
}

function unlessLater(thrown: unknown): void {
  if (!(thrown instanceof Error) || !thrown.message.startsWith('Later:')) unlessNotSaved(thrown);
}

async function keepTrying(story: Story, device: Device, times = passesOfAnHour): Promise<void> {
  const { scheduler, stage } = story;
  const tab: Tab = newTab(story, device);
  for (let passes = 0; passes < times; passes++) {
    await scheduler.settled();
    scheduler.spawn(() => storing(tab.db, () => pass(tab.db, tab.outside)).catch(unlessNotSaved));
    await scheduler.drainOf(tab);
    stage.now += 400_000 / passesOfAnHour;
  }
  tab.db.close();
}
