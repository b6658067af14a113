import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { isAppCached, isRouteShown, untilTrue } from '../../scripts/look/visits.ts';
import type { RunningServer } from '../support/running-server.ts';

export interface Account {
  email: string;
  password: string;
}

export type Language = 'en' | 'fr' | 'ar';

export type Device = 'phone' | 'laptop';

/** The size of a device's screen. */
export const screenOf = (device: Device): Pick<BrowserContextOptions, 'viewport' | 'hasTouch'> => ({
  viewport: device === 'phone' ? { width: 360, height: 740 } : { width: 1280, height: 800 },
  hasTouch: device === 'phone',
});

/** Starts the app in a language on the pages of a context, unless the user chose another one. */
export const startIn = (context: BrowserContext, language: Language): Promise<unknown> =>
  context.addInitScript(
    (locale) => localStorage.getItem('cod_locale') ?? localStorage.setItem('cod_locale', locale),
    language,
  );

/** Opens a page in a new browser context, in the size of the device. */
export async function browserOf(
  browser: Browser,
  device: Device,
  language: Language = 'en',
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext(screenOf(device));
  await startIn(context, language);
  return { context, page: await context.newPage() };
}

/** A demo admin of a running server. */
export const adminAccount = (server: RunningServer): Promise<Account> => demoAccount(server, 'admin');

/** The demo agent of support. */
export const agentAccount = (server: RunningServer): Promise<Account> => demoAccount(server, 'agent');

/** The demo admin with id 1, who may create and change admins. */
export const rootAccount = (server: RunningServer): Promise<Account> => demoAccount(server, 'root');

/** A demo customer with enough balance to order. */
export const customerAccount = (server: RunningServer): Promise<Account> => demoAccount(server, 'user');

/** Another demo customer. */
export const otherCustomerAccount = (server: RunningServer): Promise<Account> => demoAccount(server, 'user', 1);

async function demoAccount({ dataFolder }: RunningServer, role: string, position = 0): Promise<Account> {
  const accounts = JSON.parse(await readFile(join(dataFolder, 'demo-accounts.json'), 'utf8')) as (Account & {
    role: string;
  })[];
  const account = accounts.filter((one) => one.role === role)[position];
  if (!account) throw new Error(`the demo shop has no ${role}`);
  return account;
}

/** Signs in through the form and waits for the dashboard. */
export async function signIn(page: Page, url: string, { email, password }: Account): Promise<void> {
  await page.goto(`${url}/auth/login`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/dashboard\/(user|admin)$/);
}

/** Opens another screen without loading the page again, as a link of the app does, and waits until it is shown. */
export async function goTo(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(isRouteShown);
}

/** Waits until the service worker controls the page: then the app starts without a network. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await untilTrue(page, isAppCached);
  if (!(await page.evaluate(() => Boolean(navigator.serviceWorker.controller)))) await page.reload();
  await page.waitForFunction(() => Boolean(navigator.serviceWorker.controller));
}

/** The confirmation link of the newest e-mail to an address. */
export async function linkInEmail(server: RunningServer, email: string): Promise<string> {
  const folder = join(server.dataFolder, 'letters');
  let link: string | undefined;
  await expect
    .poll(async () => {
      // A file that is still being written ends with .part.
      const written = (await readdir(folder).catch((): string[] => [])).filter((name) => !name.endsWith('.part'));
      const names = written.toSorted((a, b) => (a < b ? 1 : -1));
      const emails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      const found = emails
        .find((one) => one.toLowerCase().includes(email))
        ?.replaceAll('=\r\n', '')
        .replaceAll('=3D', '=');
      link = found?.match(/https?:\/\/[^\s"<>]+\/auth\/email-confirmation\?token=[\w.-]+/)?.[0];
      return Boolean(link);
    })
    .toBe(true);
  return link ?? '';
}

/** Checks that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: innerWidth,
  }));
  expect(content, `width of ${page.url()}`).toBeLessThanOrEqual(screen);
}
