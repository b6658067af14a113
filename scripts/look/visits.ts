import type { Browser, Page } from '@playwright/test';
import { settled } from '../../tests/support/screen-checks.ts';
import type { Language, Theme, Width } from './options.ts';
import type { Account } from './shop.ts';

/** A person's browser at one width. */
export interface Visit {
  page: Page;
  /** What the browser complained about since the last call, each thing once. */
  complaints(): string[];
}

/** Opens a browser of its own, as wide as a phone or a laptop. */
export async function openVisit(browser: Browser, width: Width): Promise<Visit> {
  const context = await browser.newContext({
    viewport: width === 360 ? { width, height: 740 } : { width, height: 800 },
    hasTouch: width === 360,
    reducedMotion: 'reduce',
    timezoneId: 'Africa/Tripoli',
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  return { page, complaints: listen(page) };
}

function listen(page: Page): () => string[] {
  let heard = new Set<string>();
  page.on('console', (message) => {
    const text = message.text();
    // A request that fails without a network is no fault; what the page makes of it is on the picture.
    if (message.type() === 'error' && !/net::ERR_|Failed to load resource/.test(text))
      heard.add(`console: ${text.slice(0, 200)}`);
  });
  page.on('pageerror', (error) => heard.add(`error: ${error.message.slice(0, 200)}`));
  page.on('response', (answer) => {
    if (answer.status() >= 500 || (answer.status() === 404 && !answer.url().includes('/api/')))
      heard.add(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  return () => {
    const told = [...heard];
    heard = new Set();
    return told;
  };
}

/** Signs in through the form, and waits until the first load has come to its end and the app lives on the device. */
export async function signIn(page: Page, url: string, { email, password }: Account): Promise<void> {
  await page.goto(`${url}/auth/login`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/dashboard\/(user|admin)/, { timeout: 20_000 });
  await page.waitForFunction(isLoaded, undefined, { timeout: 60_000, polling: 250 });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(async () => (await caches.keys()).some((name) => name.includes('precache')));
}

/** Whether the person's database says that a pass has ended and nothing of the first load is missing. */
async function isLoaded(): Promise<boolean> {
  const person = JSON.parse(localStorage.getItem('cod_user') ?? 'null') as { id: number } | null;
  const known = await indexedDB.databases();
  if (!person || !known.some(({ name }) => name === `cod_${person.id}`)) return false;
  return new Promise((give) => {
    const opening = indexedDB.open(`cod_${person.id}`);
    opening.onerror = () => give(false);
    opening.onsuccess = () => {
      const db = opening.result;
      const reading = db.transaction('meta').objectStore('meta').getAll();
      reading.onerror = () => give(false);
      reading.onsuccess = () => {
        const facts = new Set((reading.result as { k: string }[]).map(({ k }) => k));
        db.close();
        give(facts.has('lastSyncAt') && !facts.has('load'));
      };
    };
  });
}

/** Loads an address in a language and a theme, and waits until the page is still. */
export async function visit(page: Page, address: string, language: Language, theme: Theme): Promise<void> {
  await page.evaluate(
    ([locale, look]) => {
      localStorage.setItem('cod_locale', locale);
      localStorage.setItem('cod_theme', look);
      for (const choice of ['cod_view', 'cod_sidebar']) localStorage.removeItem(choice);
    },
    [language, theme] as const,
  );
  await page.goto(address, { waitUntil: 'load' });
  await settled(page);
}

/** Goes on inside the running app, as a link does: much faster than a new load. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await settled(page);
}
