import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { isRouteShown, navigateTo, untilLoaded } from '../../scripts/look/visits.ts';
import { readUnexplained } from '../support/disabled-controls.ts';
import { launchOptions } from '../support/machine.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { untilStill } from '../support/until-still.ts';
import { adminAccount, customerAccount, waitForServiceWorker, signIn, type Account } from './sign-in.ts';

let server: RunningServer;
let profile: string;

test.describe.configure({ timeout: 600_000 });
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
  /** Pages with parts that only the server or the running app has: their headings are compared. */
  partly: string[];
  detail: { list: string; link: RegExp };
}[] = [
  {
    who: 'a customer',
    account: customerAccount,
    lists: [
      '/dashboard/user',
      '/user/catalogue',
      '/user/orders',
      '/user/balance',
      '/user/balance/statement',
      '/user/tickets',
      '/user/tickets/create',
      '/dashboard/help',
      '/dashboard/help/3',
    ],
    partly: ['/dashboard/outbox', '/dashboard/settings'],
    detail: { list: '/user/tickets', link: /\/user\/tickets\/[0-9a-f-]{36}$/ },
  },
  {
    who: 'an admin',
    account: adminAccount,
    lists: [
      '/dashboard/admin',
      '/admin/catalogue',
      '/admin/tickets',
      '/admin/orders',
      '/admin/orders?order=1640',
      '/admin/products',
      '/admin/products/3',
      '/admin/categories',
    ],
    partly: ['/admin/help', '/admin/users', '/admin/users/3', '/dashboard/outbox', '/dashboard/settings'],
    detail: { list: '/admin/tickets', link: /\/admin\/tickets\/[0-9a-f-]{36}$/ },
  },
];

for (const { who, account, lists, partly, detail } of people) {
  test(`OF-02 after one visit ${who} starts the app while the server is stopped, and finds every screen visited before, with the reason for every control that is disabled`, async () => {
    const seen = new Map<string, Seen>();

    await test.step('one visit', async () => {
      const context = await chromium.launchPersistentContext(profile, {
        ...(await launchOptions()),
        viewport: { width: 1280, height: 800 },
      });
      const page = context.pages()[0] ?? (await context.newPage());
      await signIn(page, server.url, await account(server));
      await waitForServiceWorker(page);
      await untilLoaded(page);
      for (const path of [...lists, ...partly]) {
        await navigateTo(page, path);
        seen.set(path, await read(page, partly.includes(path)));
      }
      await page.goto(server.url + detail.list);
      await page.getByRole('table').getByRole('button').and(page.locator('[aria-label]')).first().click();
      await expect(page).toHaveURL(detail.link);
      // The address changes before the page.
      await page.waitForFunction(isRouteShown);
      seen.set(new URL(page.url()).pathname, await read(page));
      await context.close();
    });

    await server.stop();

    await test.step('the browser starts again, while the server is stopped', async () => {
      const context = await chromium.launchPersistentContext(profile, {
        ...(await launchOptions()),
        viewport: { width: 1280, height: 800 },
      });
      const page = context.pages()[0] ?? (await context.newPage());
      for (const [path, online] of seen) {
        // Texts such as "59 min" and "yesterday" become others in the time between two visits.
        await page.clock.setFixedTime(online.at);
        await page.goto(server.url + path);
        const offline = await read(page, partly.includes(path));
        expect.soft(offline.texts, path).toBe(online.texts);
        expect.soft(await page.evaluate(readUnexplained), `disabled without a reason on ${path}`).toEqual([]);
      }
      await context.close();
    });
  });
}

/** What a page shows. */
interface Seen {
  /** When the page was read, in ms. */
  at: number;
  texts: string;
}

async function read(page: Page, isPartly = false): Promise<Seen> {
  const texts = await readTexts(page, isPartly);
  return { texts, at: Date.now() };
}

/**
 * The headings and rows of a page, without words like “5 minutes ago”, “5 min”, “due in 5 min” and “9:39 PM”, which may
 * change while a page loads.
 */
async function readTexts(page: Page, isPartly: boolean): Promise<string> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading').first()).toBeVisible();
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
  await untilStill(page);
  const headings = await main.getByRole('heading').allInnerTexts();
  const rows = isPartly ? [] : await main.locator('tbody tr, article, li').allInnerTexts();
  return [
    ...headings,
    ...rows.map((row) =>
      row
        .replaceAll(
          /\d+ (second|minute|hour)s? ago|(due in|late by) \d+ \w+|\d+ min\b|now|\d{1,2}:\d{2}(\s[AP]M)?/g,
          '',
        )
        .trim(),
    ),
  ].join('\n');
}
