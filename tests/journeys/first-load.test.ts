import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Browser, type BrowserContext } from '@playwright/test';
import { findSampleIds } from '../../scripts/look/sample-ids.ts';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { navigateTo } from '../../scripts/look/visits.ts';
import { untilStill } from '../support/until-still.ts';
import { launchOptions } from '../support/machine.ts';
import { apiOf } from './api.ts';
import { forgetShifts, shiftOf, watchShifts, type Shift } from './layout-shifts.ts';
import { waitForServiceWorker, signIn } from './sign-in.ts';

let shop: Shop;

test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

test('OF-24 the app can be installed on a phone, in the language of the user, with shortcuts for each role', async () => {
  await withProfile(async (context) => {
    const page = await context.newPage();
    await page.goto(`${shop.url}/auth/login`);
    await waitForServiceWorker(page);

    const devtools = await context.newCDPSession(page);
    // The app links its manifest when the page is loaded.
    const installabilityErrors = async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors;
    await expect.poll(installabilityErrors).toEqual([]);
    const { data } = await devtools.send('Page.getAppManifest');
    const {
      icons,
      start_url: start,
      launch_handler: launch,
    } = JSON.parse(data ?? '{}') as { icons: { src: string }[]; start_url: string; launch_handler: object };
    expect(start).toBe('/');
    // A link or a shortcut opens in the window that is open.
    expect(launch).toEqual({ client_mode: 'navigate-existing' });
    for (const { src } of icons)
      expect((await page.request.get(shop.url + src)).headers()['content-type']).toBe('image/png');

    await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
    const manifest = async () =>
      JSON.parse((await devtools.send('Page.getAppManifest')).data ?? '{}') as Record<'lang' | 'dir', string> & {
        shortcuts: { name: string; url: string }[];
      };
    await expect.poll(async () => (await manifest()).lang).toBe('ar');
    const { dir, shortcuts } = await manifest();
    expect(dir).toBe('rtl');
    expect(shortcuts.map(({ name }) => name)).toEqual(['الطلبات', 'التذاكر']);

    await page.getByRole('combobox').selectOption('en');
    await signIn(page, shop.url, shop.accounts.customer);
    await expect(page).toHaveURL(/\/dashboard\/user$/);
    for (const { url } of shortcuts) {
      await page.goto(shop.url + url);
      await expect(page).toHaveURL(`${shop.url}/user${url}`);
    }
  });
});

test('OF-02 OF-04 S2C-10 S7-48 after one visit the app opens without a network, in three languages with their fonts, and says why it cannot log in', async () => {
  await withProfile(async (context) => {
    const page = await context.newPage();
    await page.goto(`${shop.url}/auth/login`);
    await waitForServiceWorker(page);

    await context.setOffline(true);
    // Some versions of Chromium take only the open document for offline, not those that follow.
    await context.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
    await page.goto(`${shop.url}/auth/register`);
    await expect(page.locator('input[name=email]')).toBeVisible();
    await page.goto(`${shop.url}/auth/login`);

    await expect(page.getByText('You are offline. This needs a connection.')).toBeVisible();
    await expect(page.locator('button[type=submit]')).toBeDisabled();
    for (const [language, title, font] of [
      ['fr', 'Se connecter', 'Inter Variable'],
      ['ar', 'تسجيل الدخول', 'IBM Plex Sans Arabic'],
      ['en', 'Log in', 'Inter Variable'],
    ] as const) {
      await page.getByRole('combobox').selectOption(language);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      const loaded = () =>
        page.evaluate(() =>
          [...document.fonts]
            .filter(({ status }) => status === 'loaded')
            .map(({ family }) => family.replaceAll('"', '')),
        );
      await expect.poll(loaded).toContain(font);
    }
    const fontHosts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.woff2?(\?|$)/.test(name))
        .map(({ name }) => new URL(name).origin),
    );
    expect(new Set(fontHosts)).toEqual(new Set([shop.url]));
  });
});

test('the licence notices of third parties are served, and the service worker does not precache them', async ({
  request,
}) => {
  const notices = await request.get(`${shop.url}/third-party-notices.txt`);
  const worker = await request.get(`${shop.url}/service-worker.js`);

  expect(notices.headers()['content-type']).toMatch(/^text\/plain/);
  for (const name of ['react', 'dexie', 'workbox-precaching', '@fontsource-variable/inter'])
    expect(await notices.text()).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(await worker.text()).not.toContain('third-party-notices');
});

test('the layout shifts by at most 0.02 while a page of guests or customers loads', async ({ browser }) => {
  await withWindow(browser, async (context) => {
    const { category, ticket, article } = await findSampleIds(shop);
    await context.addInitScript(watchShifts);
    const page = await context.newPage();
    const shifts: Record<string, Shift> = {};
    const open = async (path: string) => {
      await page.goto(shop.url + path);
      await untilStill(page);
      shifts[path] = await shiftOf(page);
    };
    /** Measures from the last frame of the page before; a load takes five times the processor time. */
    const change = async (path: string) => {
      await page.evaluate(forgetShifts);
      await navigateTo(page, path);
      shifts[path] = await shiftOf(page);
    };

    await open('/auth/login');
    for (const path of guestPaths) await change(path);
    await signIn(page, shop.url, shop.accounts.customer);
    await untilStill(page);
    shifts['first dashboard'] = await shiftOf(page);
    for (const path of ['/dashboard/user', `/user/categories/${category}`, '/user/catalogue']) await open(path);
    for (const path of ['/user/orders', '/user/tickets', '/user/balance/statement']) await open(path);
    // A slow network: each page is drawn before its answers.
    await context.route('**/api/**', async (route) => {
      await page.evaluate(twoFrames).catch(() => undefined);
      await route.continue();
    });
    for (const path of [`/user/tickets/${ticket}`, `/dashboard/help/${article}`, ...customerPaths]) await change(path);
    await page.evaluate(forgetShifts);
    await context.setOffline(true);
    const strip = page.locator('header ~ [aria-hidden]', { hasText: 'Offline' });
    await expect(strip).toBeInViewport();
    const { y, height } = (await strip.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual((await page.locator('main > *').boundingBox())!.y);
    await context.setOffline(false);
    await expect(strip).toHaveCount(0);
    await untilStill(page);
    shifts['the loss of the connection'] = await shiftOf(page);

    for (const [path, { sum, moves }] of Object.entries(shifts))
      expect.soft(sum, `${path}: ${moves.join(' · ')}`).toBeLessThanOrEqual(0.02);
  });
});

const guestPaths = [
  '/auth/register',
  '/auth/password-forgotten',
  '/auth/email-confirmation?token=unknown',
  '/auth/password-reset?token=unknown',
  '/nowhere',
];

/** The pages of customers that no load is measured of. */
const customerPaths = [
  '/user/balance',
  '/user/tickets/create',
  '/dashboard/help',
  '/dashboard/settings',
  '/dashboard/outbox',
  '/user/nowhere',
];

test('the layout shifts by at most 0.02 while the first dashboard of a newcomer loads', async ({ browser }) => {
  const newcomer = { name: 'Yasmine', email: 'yasmine@example.test', password: 'une bonne phrase' };
  await (await apiOf(shop.url, shop.accounts.admin)).post('/api/users', newcomer);
  await withWindow(browser, async (context) => {
    await context.addInitScript(watchShifts);
    const page = await context.newPage();
    // A slow network: the dashboard is drawn before the first answer.
    await context.route(
      '**/api/sync',
      async (route) => {
        await expect(page.getByRole('heading', { name: 'Your balance' })).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        await route.continue();
      },
      { times: 1 },
    );
    await signIn(page, shop.url, newcomer);
    await expect(page.getByRole('heading', { name: 'Add balance' })).toBeVisible();
    await untilStill(page);

    const { sum, moves } = await shiftOf(page);
    expect(sum, moves.join(' · ')).toBeLessThanOrEqual(0.02);
  });
});

/** The size of a phone's screen. */
const phone = { viewport: { width: 360, height: 740 } };

/** Calls `run` with a new private window. */
async function withWindow(browser: Browser, run: (context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await browser.newContext(phone);
  await run(context);
  await context.close();
}

/** Calls `run` with a browser profile on the disk: a private window can neither install the app nor keep data. */
async function withProfile(run: (context: BrowserContext) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'comptoir-profile-'));
  const context = await chromium.launchPersistentContext(profile, { ...(await launchOptions()), ...phone });
  try {
    await run(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const twoFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
