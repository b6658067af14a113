import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { untilStill } from '../../tests/support/until-still.ts';
import { openedPart } from './acts.ts';
import type { Language, Theme, Width } from './options.ts';
import type { Screen } from './screens.ts';
import type { Account } from './shop.ts';

/** A person's browser at one width. */
export interface Visit {
  page: Page;
  /** The browser's errors since the last call, each once. */
  browserErrors(): string[];
}

const checkTimeoutMs = 120_000;
const checkIntervalMs = 250;

const heights: Record<Width, number> = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 };

/** Opens a page in a browser context of its own, as wide as a phone, a tablet, a laptop or a desktop screen. */
export async function openVisit(browser: Browser, width: Width, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: heights[width] },
    hasTouch: width < 1280,
    ...options,
    reducedMotion: 'reduce',
    timezoneId: 'Africa/Tripoli',
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  return { page, browserErrors: collectErrors(page) };
}

function collectErrors(page: Page): () => string[] {
  let messages = new Set<string>();
  page.on('console', (message) => {
    const text = message.text();
    // A request that fails without a network is no fault; the picture shows how the page handles it.
    if (message.type() === 'error' && !/net::ERR_|Failed to load resource/.test(text))
      messages.add(`console: ${text.slice(0, 200)}`);
  });
  page.on('pageerror', (error) => messages.add(`error: ${error.message.slice(0, 200)}`));
  page.on('response', (answer) => {
    if (answer.status() >= 500 || (answer.status() === 404 && !answer.url().includes('/api/')))
      messages.add(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  return () => {
    const reported = [...messages];
    messages = new Set();
    return reported;
  };
}

/** Signs in through the form, and waits until the first load is complete and the app is installed. */
export async function signIn(page: Page, url: string, account: Account): Promise<void> {
  await fillLogin(page, url, account);
  await untilLoaded(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await untilTrue(page, isAppCached);
}

/** Returns whether the files of the app are stored on the device. */
export const isAppCached = async (): Promise<boolean> =>
  (await caches.keys()).some((name) => name.includes('precache'));

/** Waits until a check in the page gives true. `page.waitForFunction` takes the promise of such a check for true. */
export async function untilTrue(page: Page, check: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + checkTimeoutMs;
  while (!(await page.evaluate(check))) {
    if (Date.now() > until) throw new Error(`${check.name} was not true within ${checkTimeoutMs} ms`);
    await page.waitForTimeout(checkIntervalMs);
  }
}

/** Signs in through the form and waits for the first page only: the dashboard, or the tickets of an agent. */
export async function fillLogin(page: Page, url: string, { email, password }: Account): Promise<void> {
  await page.goto(`${url}/auth/login`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/dashboard\/(user|admin)|\/admin\/tickets/);
}

/** Waits until the first load of the signed-in person is complete. */
export async function untilLoaded(page: Page): Promise<void> {
  await untilTrue(page, isLoaded);
}

/** Returns whether the person's database says that a pass has ended and nothing of the first load is missing. */
async function isLoaded(): Promise<boolean> {
  const person = JSON.parse(localStorage.getItem('cod_user') ?? 'null') as { id: number } | null;
  const databases = await indexedDB.databases();
  if (!person || !databases.some(({ name }) => name === `cod_${person.id}`)) return false;
  return new Promise((resolve) => {
    const opening = indexedDB.open(`cod_${person.id}`);
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const db = opening.result;
      const reading = db.transaction('meta').objectStore('meta').getAll();
      reading.onerror = () => resolve(false);
      reading.onsuccess = () => {
        const storedNames = new Set((reading.result as { k: string }[]).map(({ k }) => k));
        db.close();
        resolve(storedNames.has('lastSyncAt') && !storedNames.has('load'));
      };
    };
  });
}

/**
 * Loads an address in a language and a theme, with default layouts, and waits until nothing on the page changes. A page
 * that `isLoading` never ends.
 */
export async function visit(
  page: Page,
  address: string,
  language: Language,
  theme: Theme,
  isLoading = false,
): Promise<void> {
  await page.evaluate(
    ([locale, chosenTheme]) => {
      localStorage.setItem('cod_locale', locale);
      localStorage.setItem('cod_theme', chosenTheme);
      for (const choice of ['cod_view', 'cod_sidebar']) localStorage.removeItem(choice);
    },
    [language, theme] as const,
  );
  await page.goto(address, { waitUntil: 'load' });
  if (isLoading) await page.waitForTimeout(2_000);
  else await untilStill(page);
}

/** Navigates inside the running app, as a link does: much faster than a new load. A page that `isLoading` never ends. */
export async function navigateTo(page: Page, path: string, isLoading = false): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await page.waitForFunction(isRouteShown);
  if (isLoading) return page.waitForTimeout(600);
  await untilStill(page);
}

/** Returns whether the router shows the page of the present address. Runs in the page. */
export function isRouteShown(): boolean {
  const { latestLocation, state } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__;
  const isShown = state.status === 'idle' && state.resolvedLocation?.href === latestLocation.href;
  return isShown && latestLocation.pathname === location.pathname;
}

/** The parts of the router that say which page is shown; it is a global variable of each page of the app. */
interface Router {
  latestLocation: { pathname: string; href: string };
  state: { status: string; resolvedLocation?: { href: string } };
}

/**
 * Shows each of the screens once, opens its parts and calls `check`. The app is loaded for the first one, and after one
 * whose opened part would stay: a load takes five times the processor time of a navigation.
 */
export async function walk<Visited extends Pick<Screen, 'path' | 'act'>>(
  { page, url, language, theme }: { page: Page; url: string; language: Language; theme: Theme },
  screens: readonly Visited[],
  check: (screen: Visited) => Promise<void>,
): Promise<void> {
  const rest = [...screens];
  let before: Visited | undefined;
  while (rest.length > 0) {
    // A page keeps its state from one address to another: a screen of another page is the next one.
    const other = rest.findIndex(({ path }) => !before?.act || pageOf(path) !== pageOf(before.path));
    const [screen] = rest.splice(Math.max(0, other), 1) as [Visited];
    const isReached = before !== undefined && (await leaveFor(page, before, screen.path));
    if (!isReached) await visit(page, url + screen.path, language, theme);
    await screen.act?.(page);
    if (screen.act) await untilStill(page);
    await check(screen);
    before = screen;
  }
}

const pageOf = (path: string): string => path.split('?')[0]!;

/** Navigates to a path; returns whether nothing is left of what `act` has opened or chosen on the screen before. */
async function leaveFor(page: Page, { path, act }: Pick<Screen, 'path' | 'act'>, next: string): Promise<boolean> {
  if (!act) {
    await navigateTo(page, next);
    return true;
  }
  if (pageOf(path) === pageOf(next)) return false;
  const opened = await page.evaluateHandle((parts) => [...document.querySelectorAll(parts)], openedPart);
  await navigateTo(page, next);
  return opened.evaluate(
    (parts) =>
      !parts.some((part) => part.isConnected && part.matches('[open], :popover-open')) &&
      ['cod_view', 'cod_sidebar'].every((choice) => localStorage.getItem(choice) === null),
  );
}
