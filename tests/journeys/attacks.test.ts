import { expect, test, type Browser, type Page } from '@playwright/test';
import { findSampleIds, type SampleIds } from '../../scripts/look/sample-ids.ts';
import { allScreens, type Screen } from '../../scripts/look/screens.ts';
import type { Who } from '../../scripts/look/options.ts';
import { openVisit, signIn, walk } from '../../scripts/look/visits.ts';
import { attacks, poison } from '../support/attacks.ts';
import { isNightly } from '../support/commit.ts';
import { startCanary, type Canary } from '../support/canary.ts';
import { findUnisolated } from '../support/isolation.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { adminAccount, agentAccount, customerAccount, type Account, type Language } from './sign-in.ts';

let server: RunningServer;
let canary: Canary;
let texts: string[];
let facts: SampleIds;
let accounts: Record<'customer' | 'admin' | 'agent', Account>;

// Texts of users do not depend on the language; Arabic sets them from right to left.
const languages: readonly Language[] = isNightly ? ['en', 'fr', 'ar'] : ['en', 'ar'];

test.describe.configure({ mode: 'parallel', timeout: 1_200_000 });
test.beforeAll(async () => {
  server = await startServer();
  canary = await startCanary();
  texts = attacks(canary.url);
  accounts = {
    customer: await customerAccount(server),
    admin: await adminAccount(server),
    agent: await agentAccount(server),
  };
  await poison(
    server.dataFolder,
    texts,
    Object.values(accounts).map(({ email }) => email),
  );
  facts = await findSampleIds({ url: server.url, accounts });
});
test.afterAll(async () => {
  await canary.stop();
  await server.remove();
});

for (const who of ['customer', 'admin', 'agent'] as const) {
  test(`S2N-03 S1-17 ${who}: forty attacks in texts are shown as text, isolated from the texts beside them, and do not run, on every screen`, async ({
    browser,
  }) => {
    const { page, browserErrors } = await openSignedIn(browser, who);
    const seen = new Set<string>();
    const found: string[] = [];

    // The screens of agents are parts of those of admins.
    for (const language of who === 'agent' ? (['ar'] as const) : languages) {
      const way = { page, url: server.url, language, theme: 'light' } as const;
      await walk(way, screensOf(who, language), async ({ name }) => {
        for (const what of [...browserErrors(), ...canary.hits.splice(0), ...(await findUnisolated(page, texts))])
          found.push(`${language} ${name}: ${what}`);
        for (const number of await shownNumbers(page)) seen.add(number);
      });
    }

    expect(found).toEqual([]);
    expect(seen.size).toBe(texts.length);
    await page.context().close();
  });
}

test('the tests above can fail: a page made of these texts runs most of them, and the policy of the app blocks and reports one', async ({
  browser,
}) => {
  const { page, browserErrors } = await openVisit(browser, 1280);
  const ran: number[] = [];
  for (const [index, text] of texts.entries()) {
    // A page of its own, because a text that navigates could stop the next navigation.
    const attacked = await page.context().newPage();
    await attacked.goto(`${canary.url}/echo?text=${encodeURIComponent(text)}`, { waitUntil: 'load' });
    await attacked.close();
    if (canary.hits.splice(0).length > 0) ran.push(index + 1);
  }
  await page.goto(`${server.url}/auth/login`);
  // Drops the errors so far.
  browserErrors();
  await page.evaluate(
    (html) => document.body.append(Object.assign(document.createElement('p'), { innerHTML: html })),
    texts[8]!,
  );

  expect(ran.length).toBeGreaterThanOrEqual(25);
  await expect.poll(() => browserErrors().join(' ')).toContain('policy: script-src-attr');
  expect(canary.hits).toEqual([]);
  await page.context().close();
});

test('the check of directions can fail: it finds each text that is not isolated, and no other', async ({ browser }) => {
  const { page } = await openVisit(browser, 1280);
  await page.goto(`${server.url}/auth/login`);
  const [text = '', other = ''] = texts.filter((one) => !/[<>"&]/.test(one));
  const isolated = `\u2068${text}\u2069`;
  const parts = {
    'alone in a cell': `<table><td>${text}</td></table>`,
    'beside a word': `<p dir="auto">${text} · 3</p>`,
    'beside another text': `<bdi>${text} ${other}</bdi>`,
    'between characters that hold two texts': `Open \u2068${text} ${other}\u2069`,
    'in a label': `<button aria-label="Open ${text}"></button>`,
    'in an option': `<select><option>Of ${text}</option></select>`,
    'in bdi': `3 · <bdi>${text}</bdi>`,
    'in a paragraph of its own': `<p dir="auto">${text}</p>`,
    'between characters': `Open ${isolated}, ${isolated}`,
    'in a label between characters': `<button aria-label="Open ${isolated}" title="${text}"></button>`,
    'alone in an option': `<select><option>${text}</option></select>`,
  };
  const found: string[] = [];
  for (const [name, html] of Object.entries(parts)) {
    await page.evaluate((inner) => {
      document.body.innerHTML = inner;
    }, `<p>Comptoir</p>${html}`);
    if ((await findUnisolated(page, texts)).length > 0) found.push(name);
  }

  expect(found).toEqual(Object.keys(parts).slice(0, 6));
  await page.context().close();
});

/** A user's screens, and the lists with 100 rows a page; the menus and dialogs of the screens only in Arabic. */
function screensOf(who: Who, language: Language): Screen[] {
  const lists = who === 'customer' ? ['/user/orders', '/user/tickets'] : ['/admin/tickets', '/admin/orders'];
  const longLists = lists.map((path): Screen => ({ name: path, who, state: 'filled', path: `${path}?per_page=100` }));
  const screens = allScreens(facts).filter(
    ({ state, width = 1280 }) => (state === 'filled' || (state === 'open' && language === 'ar')) && width === 1280,
  );
  const isOther = ({ name, isVariant }: Screen) => isVariant || /page-2|by-status|filtered/.test(name);
  const own = screens.filter((screen) => screen.who === who && !isOther(screen));
  return [...own, ...(who === 'agent' ? agentScreens() : []), ...longLists];
}

/** What an agent reads beside tickets and orders, and has less on it than for an admin. */
const agentScreens = (): Screen[] =>
  [
    '/dashboard/admin',
    `/admin/orders?order=${facts.order}`,
    '/admin/products',
    `/admin/products/${facts.productWithVariants}`,
    '/admin/categories',
    `/admin/categories/${facts.category}`,
    '/dashboard/help',
    `/dashboard/help/${facts.article}`,
    '/dashboard/settings',
  ].map((path) => ({ name: path, who: 'agent', state: 'filled', path }));

async function openSignedIn(browser: Browser, who: 'customer' | 'admin' | 'agent') {
  const opened = await openVisit(browser, 1280);
  await signIn(opened.page, server.url, accounts[who]);
  return opened;
}

/** The numbers of the texts that a person can read on the page. */
async function shownNumbers(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return [...text.matchAll(/127\.0\.0\.1:\d+\/\?(\d+)/g)].map(([, number]) => number!);
}
