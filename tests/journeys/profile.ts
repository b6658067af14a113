import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { launchOptions } from '../support/machine.ts';
import { screenOf, startIn, type Device, type Language } from './sign-in.ts';

/** A browser that was started on a profile. */
export interface StartedBrowser {
  context: BrowserContext;
  page: Page;
  /** Ends the browser's process with SIGKILL, as an empty battery would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** The data folder of a browser. Its data stays when the browser is closed or killed. */
export interface Profile {
  start(): Promise<StartedBrowser>;
  remove(): Promise<void>;
}

/** Makes an empty profile. Only one Chromium can use a profile at a time. */
export async function makeProfile(device: Device = 'laptop', language: Language = 'en'): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'comptoir-profile-'));
  return {
    start: () => startOn(folder, device, language),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function startOn(folder: string, device: Device, language: Language): Promise<StartedBrowser> {
  const context = await chromium.launchPersistentContext(folder, { ...(await launchOptions()), ...screenOf(device) });
  await startIn(context, language);
  const browser = context.browser();
  if (!browser) throw new Error('Playwright gives no browser for this profile');
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  if (!pid) throw new Error('Chromium does not return the id of its process');
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    kill: async () => {
      const closed = new Promise((resolve) => context.once('close', resolve));
      process.kill(pid, 'SIGKILL');
      await closed;
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
