import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { launchOptions } from '../support/chromium.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { adminAccount, customerAccount, installed, signIn, type Account } from './house.ts';

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
  test(`OF-02 after one visit ${who} starts the app with the server gone and finds everything visited`, async () => {
    test.setTimeout(120_000);
    const seen = new Map<string, string>();

    await test.step('one visit', async () => {
      const context = await chromium.launchPersistentContext(profile, {
        ...(await launchOptions()),
        viewport: { width: 1280, height: 800 },
      });
      const page = context.pages()[0] ?? (await context.newPage());
      await signIn(page, server.url, await account(server));
      await installed(page);
      await loaded(page);
      for (const path of lists) seen.set(path, await factsOf(page, path));
      await page.goto(server.url + detail.list);
      await page.getByRole('table').getByRole('button').and(page.locator('[aria-label]')).first().click();
      await expect(page).toHaveURL(detail.link);
      seen.set(new URL(page.url()).pathname, await factsOf(page, new URL(page.url()).pathname));
      await context.close();
    });

    await server.stop();

    await test.step('the browser starts anew, and the server is gone', async () => {
      const context = await chromium.launchPersistentContext(profile, {
        ...(await launchOptions()),
        viewport: { width: 1280, height: 800 },
      });
      const page = context.pages()[0] ?? (await context.newPage());
      for (const [path, facts] of seen) expect(await factsOf(page, path), path).toBe(facts);
      await context.close();
    });
  });
}

/** The first load is over when nothing says how far it has come. */
async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
  await page.waitForTimeout(500);
}

/** The words of a page's main part without its ages and marks of the connection, as a person compares two visits. */
async function factsOf(page: Page, path: string): Promise<string> {
  await page.goto(server.url + path);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading').first()).toBeVisible();
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForTimeout(300);
  const headings = await main.getByRole('heading').allInnerTexts();
  const rows = await main.locator('tbody tr, article, li').allInnerTexts();
  return [...headings, ...rows.map((row) => row.replaceAll(/\d+ (second|minute|hour)s? ago|now/g, '').trim())].join(
    '\n',
  );
}
