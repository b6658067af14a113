import { expect, test, type Browser, type Page } from '@playwright/test';
import { findFacts, type Facts } from '../../scripts/look/facts.ts';
import { allScreens, type Screen, type Who } from '../../scripts/look/screens.ts';
import { goOn, openVisit, signIn, visit } from '../../scripts/look/visits.ts';
import { attacks, poison } from '../support/attacks.ts';
import { startCanary, type Canary } from '../support/canary.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { adminAccount, customerAccount, type Account, type Language } from './house.ts';

let server: RunningServer;
let canary: Canary;
let texts: string[];
let facts: Facts;
let accounts: Record<'customer' | 'admin', Account>;

test.describe.configure({ timeout: 300_000 });
test.beforeAll(async () => {
  server = await startServer();
  canary = await startCanary();
  texts = attacks(canary.url);
  accounts = { customer: await customerAccount(server), admin: await adminAccount(server) };
  await poison(server.dataFolder, texts);
  const nobody = { colleague: accounts.admin, newcomer: accounts.customer };
  facts = await findFacts({ url: server.url, accounts: { ...accounts, ...nobody }, close: async () => undefined });
});
test.afterAll(async () => {
  await canary.stop();
  await server.remove();
});

for (const who of ['customer', 'admin'] as const) {
  test(`${who}: forty texts that would run are only text, on every screen in three languages`, async ({ browser }) => {
    const { page, complaints } = await signedIn(browser, who);
    const seen = new Set<string>();
    const found: string[] = [];

    for (const language of ['en', 'fr', 'ar'] as const) {
      let isFresh = true;
      for (const screen of screensOf(who, language)) {
        await reach(page, screen, language, isFresh);
        isFresh = screen.act !== undefined;
        for (const what of [...complaints(), ...canary.hits.splice(0)])
          found.push(`${language} ${screen.name}: ${what}`);
        for (const number of await shown(page)) seen.add(number);
      }
    }

    expect(found).toEqual([]);
    expect(seen.size).toBe(texts.length);
    await page.context().close();
  });
}

test('the tests above see the fault: a page made of these texts runs them, and in the app its policy says so', async ({
  browser,
}) => {
  const { page, complaints } = await openVisit(browser, 1280);
  const ran: number[] = [];
  for (const [index, text] of texts.entries()) {
    await page.goto(`${canary.url}/echo?text=${encodeURIComponent(text)}`, { waitUntil: 'load' });
    if (canary.hits.splice(0).length > 0) ran.push(index + 1);
  }
  await page.goto(`${server.url}/auth/login`);
  complaints();
  await page.evaluate(
    (html) => document.body.append(Object.assign(document.createElement('p'), { innerHTML: html })),
    texts[8]!,
  );

  expect(ran.length).toBeGreaterThanOrEqual(25);
  await expect.poll(() => complaints().join(' ')).toContain('policy: script-src-attr');
  expect(canary.hits).toEqual([]);
  await page.context().close();
});

/** Every screen, the lists with all their rows; what a hand opens on them only once. */
function screensOf(who: Who, language: Language): Screen[] {
  const lists = who === 'admin' ? ['/admin/tickets', '/admin/orders'] : ['/user/orders', '/user/tickets'];
  const long = lists.map((path): Screen => ({ name: path, who, state: 'filled', path: `${path}?per_page=100` }));
  const some = allScreens(facts).filter(
    ({ state, width = 1280 }) => (state === 'filled' || (state === 'open' && language === 'ar')) && width === 1280,
  );
  const isTwin = ({ name }: Screen) => /page-2|by-status|filtered/.test(name);
  return [...some.filter((screen) => screen.who === who && !isTwin(screen)), ...long];
}

async function signedIn(browser: Browser, who: 'customer' | 'admin') {
  const opened = await openVisit(browser, 1280);
  await signIn(opened.page, server.url, accounts[who]);
  return opened;
}

async function reach(page: Page, screen: Screen, language: Language, isFresh: boolean): Promise<void> {
  if (isFresh) await visit(page, server.url + screen.path, language, 'light');
  else await goOn(page, screen.path);
  await screen.act?.(page);
}

/** The numbers of the texts that a person can read on the page. */
async function shown(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return [...text.matchAll(/127\.0\.0\.1:\d+\/\?(\d+)/g)].map(([, number]) => number!);
}
