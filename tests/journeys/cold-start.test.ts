import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { launchOptions } from '../support/machine.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { adminAccount, customerAccount, waitForServiceWorker, signIn, type Account } from './sign-in.ts';

let server: RunningServer;
let profile: string;

test.beforeEach(async () => {
  server = await startServer();
  profile = await mkdtemp(join(tmpdir(), 'comptoir-profile-'));
});

test.afterEach(async () => {
  await server.remove();
  await rm(profile, { recursive: true, force: true });
});

const people: {
  who: string;
  account(server: RunningServer): Promise<Account>;
  lists: string[];
  detail: { list: string; link: RegExp };
}[] = [
  {
    who: 'a customer',
    account: customerAccount,
    lists: ['/dashboard/user', '/user/catalogue', '/user/orders', '/user/tickets'],
    detail: { list: '/user/tickets', link: /\/user\/tickets\/[0-9a-f-]{36}$/ },
  },
  {
    who: 'an admin',
    account: adminAccount,
    lists: ['/dashboard/admin', '/admin/catalogue', '/admin/tickets'],
    detail: { list: '/admin/tickets', link: /\/admin\/tickets\/[0-9a-f-]{36}$/ },
  },
];

for (const { who, account, lists, detail } of people) {
  test(`OF-02 after one visit ${who} starts the app while the server is stopped, and finds every screen visited before`, async () => {
    test.setTimeout(120_000);
    const seen = new Map<string, string>();

    await test.step('one visit', async () => {
      const context = await chromium.launchPersistentContext(profile, {
        ...(await launchOptions()),
        viewport: { width: 1280, height: 800 },
      });
      const page = context.pages()[0] ?? (await context.newPage());
      await signIn(page, server.url, await account(server));
      await waitForServiceWorker(page);
      await waitForFirstLoad(page);
      for (const path of lists) seen.set(path, await readTexts(page, path));
      await page.goto(server.url + detail.list);
      await page.getByRole('table').getByRole('button').and(page.locator('[aria-label]')).first().click();
      await expect(page).toHaveURL(detail.link);
      seen.set(new URL(page.url()).pathname, await readTexts(page, new URL(page.url()).pathname));
      await context.close();
    });

    await server.stop();

    await test.step('the browser starts again, while the server is stopped', async () => {
      const context = await chromium.launchPersistentContext(profile, {
        ...(await launchOptions()),
        viewport: { width: 1280, height: 800 },
      });
      const page = context.pages()[0] ?? (await context.newPage());
      for (const [path, texts] of seen) expect(await readTexts(page, path), path).toBe(texts);
      await context.close();
    });
  });
}

/** Waits until the first load is over: its progress bar has disappeared. */
async function waitForFirstLoad(page: Page): Promise<void> {
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
  await page.waitForTimeout(500);
}

/** The headings and rows of a page, without words like “5 minutes ago” and “5 min”: equal on both visits. */
async function readTexts(page: Page, path: string): Promise<string> {
  await page.goto(server.url + path);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading').first()).toBeVisible();
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForTimeout(300);
  const headings = await main.getByRole('heading').allInnerTexts();
  const rows = await main.locator('tbody tr, article, li').allInnerTexts();
  return [
    ...headings,
    ...rows.map((row) => row.replaceAll(/\d+ (second|minute|hour)s? ago|\d+ min\b|now/g, '').trim()),
  ].join('\n');
}
