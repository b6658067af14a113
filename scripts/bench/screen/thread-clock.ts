import type { CDPSession, Page } from '@playwright/test';

/** The times of a change in ms: by the clock, and the processor time of the page's main thread, also that of scripts. */
export interface ChangeTime {
  wall: number;
  cpu: number;
  script: number;
}

const sessions = new WeakMap<Page, CDPSession>();

/** Runs a change that returns its time by the clock, and adds the processor time that the page had meanwhile. */
export async function timed(page: Page, change: () => Promise<number>): Promise<ChangeTime> {
  const before = await readThread(page);
  const wall = await change();
  const after = await readThread(page);
  return { wall, cpu: after.cpu - before.cpu, script: after.script - before.script };
}

/** The processor time that the page's main thread has had so far, in ms. */
async function readThread(page: Page): Promise<Omit<ChangeTime, 'wall'>> {
  const known = sessions.get(page);
  const session = known ?? (await page.context().newCDPSession(page));
  if (!known) {
    sessions.set(page, session);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  }
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (name: string) => 1_000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  return { cpu: read('TaskDuration'), script: read('ScriptDuration') };
}
