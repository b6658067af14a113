import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { savedDemoAccounts } from '../../../src/server/platform/demo-accounts.ts';
import { launchOptions, requireChromium } from '../../../tests/support/machine.ts';
import { startServer } from '../../../tests/support/running-server.ts';
import { tokenOf } from '../../look/sample-ids.ts';
import type { Account } from '../../look/shop.ts';
import { signIn } from '../../look/visits.ts';
import { home } from '../../stamp.mjs';
import { fillInstallation, type ShopSize } from '../server/fill.ts';
import { production } from '../server/serve.ts';
import { installMeasuring, installWaiting } from './in-page.ts';

const dataFolder = join(home, 'data');

interface Setup {
  /** The numbers of records on the server. */
  size: Partial<ShopSize>;
  role: 'admin' | 'user';
  viewport: { width: number; height: number };
  /** Changes the records of the filled server before it starts. */
  prepare?: (installation: Record<string, string>) => Promise<void>;
}

/** The built app in Chromium, signed in and completely loaded. */
interface FilledApp {
  page: Page;
  context: BrowserContext;
  url: string;
  account: Account;
  /** The user's token for the API. */
  token: string;
}

/** Builds the app, fills a server, opens the app as one of its demo users, and removes everything afterwards. */
export async function inFilledApp<Result>(setup: Setup, measure: (app: FilledApp) => Promise<Result>): Promise<Result> {
  await requireChromium();
  const built = spawnSync(process.execPath, [join(home, 'scripts/build.mjs'), '--if-changed'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the app does not build');
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(join(dataFolder, 'bench-'));
  const installation = { DATA_DIR: folder, PEPPER: production.PEPPER };
  try {
    await fillInstallation(installation, setup.size);
    await setup.prepare?.(installation);
    const account = savedDemoAccounts(folder).find(({ role }) => role === setup.role)!;
    return await inBrowser(installation, { account, viewport: setup.viewport }, measure);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inBrowser<Result>(
  installation: Record<string, string>,
  { account, viewport }: { account: Account } & Pick<Setup, 'viewport'>,
  measure: (app: FilledApp) => Promise<Result>,
): Promise<Result> {
  const server = await startServer({ ...installation, REQUESTS_PER_MINUTE: '0' });
  const browser = await chromium.launch(await launchOptions());
  try {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await signIn(page, server.url, account);
    const token = await tokenOf(server.url, account);
    return await measure({ page, context, url: server.url, account, token });
  } finally {
    await browser.close();
    await server.remove();
  }
}

/** Loads the page of a list, so that nothing of it is in memory, and waits for its first rows. */
export async function openList(page: Page, address: string): Promise<void> {
  for (const install of [installWaiting, installMeasuring]) await page.addInitScript(install);
  await page.goto(address);
  await page.locator('[data-opener]').first().waitFor();
  await page.waitForTimeout(2_000);
}
