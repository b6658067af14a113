import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { home } from '../../stamp.mjs';

/** Runs a part of a bench and writes the CPU profile of the page during it to the folder `data`. */
export type ProfilePart = <Result>(name: string, part: () => Promise<Result>) => Promise<Result>;

/** Returns a function that records the CPU profiles of a page. */
export async function recordProfile(page: Page): Promise<ProfilePart> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 200 });
  return async (name, part) => {
    await session.send('Profiler.start');
    const result = await part();
    const { profile } = await session.send('Profiler.stop');
    mkdirSync(join(home, 'data'), { recursive: true });
    writeFileSync(join(home, 'data', `${name.replaceAll(' ', '-')}.cpuprofile`), JSON.stringify(profile));
    return result;
  };
}
