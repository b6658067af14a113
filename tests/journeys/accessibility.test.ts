import { expect, test, type Browser, type Page } from '@playwright/test';
import { findSampleIds, type SampleIds } from '../../scripts/look/sample-ids.ts';
import { allScreens, type Screen, type State } from '../../scripts/look/screens.ts';
import type { Who } from '../../scripts/look/options.ts';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { openVisit, signIn, visit, walk, type Visit } from '../../scripts/look/visits.ts';
import { findAxeViolations } from '../support/axe.ts';
import { findSideways } from '../support/screen-checks.ts';
import { findFaults } from '../support/screen-overlaps.ts';
import { doubleTextSize, expectDoubleText } from '../support/text-size.ts';
import { readDictionary, findUntranslated, writtenTexts, type Dictionary } from '../support/untranslated.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let shop: Shop;
let facts: SampleIds;
let arabic: Dictionary;

// The longest takes five minutes; the limit ends only one that hangs.
test.describe.configure({ mode: 'parallel', timeout: 1_800_000 });
test.beforeAll(async () => {
  shop = await openShop();
  facts = await findSampleIds(shop);
  arabic = await readDictionary('ar');
});
test.afterAll(() => shop.close());

for (const width of [360, 1280] as const) {
  for (const who of width === 360
    ? (['guest', 'customer', 'newcomer', 'admin', 'agent'] as const)
    : (['guest', 'customer', 'admin', 'agent'] as const)) {
    test(`OF-35 ${who}: every screen at ${width} px is accessible`, async ({ browser }) => {
      const { page, browserErrors } = await openAs(browser, who, width);
      expect(await findBarriers(page, browserErrors, who, width)).toEqual([]);
      await page.context().close();
    });
  }
}

for (const [who, width] of [
  ['admin', 360],
  ['admin', 1280],
  ['customer', 360],
  ['guest', 360],
] as const)
  test(`OF-35 E4 ${who}: with text of 200 %, no screen at ${width} px scrolls sideways, cuts or covers text`, async ({
    browser,
  }) => {
    const { page } = await openAs(browser, who, width);
    expect(await findFaultsOfLargeText(page, who, width)).toEqual([]);
    await page.context().close();
  });

/** Opens a page of a user in a new browser context; a guest's on the login page. */
async function openAs(browser: Browser, who: Who, width: 360 | 1280): Promise<Visit> {
  const opened = await openVisit(browser, width);
  if (who === 'guest') await opened.page.goto(`${shop.url}/auth/login`);
  else await signIn(opened.page, shop.url, shop.accounts[who]);
  return opened;
}

/** The faults on a user's screens, in English with the light theme and in Arabic with the dark one. */
async function findBarriers(page: Page, browserErrors: () => string[], who: Who, width: 360 | 1280): Promise<string[]> {
  const written = await writtenTexts(page);
  const found: string[] = [];
  for (const language of languagesOf(who, width)) {
    const theme = language === 'en' ? 'light' : 'dark';
    await walk({ page, url: shop.url, language, theme }, screensOf(who, width), async ({ state, name }) => {
      const note = (what: string) => found.push(`${language} ${width} ${state} ${name}: ${what}`);
      for (const what of [...(await axeFaults(page)), ...(await sidewaysFaults(page)), ...browserErrors()]) note(what);
      if (language === 'en') return;
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      for (const text of await findUntranslated(page, 'ar', arabic, written)) note(`not translated: ${text}`);
    });
  }
  return found;
}

/** The faults on a user's screens in English with text of 200 %; on the small width also those of dialogs in French and Arabic. */
async function findFaultsOfLargeText(page: Page, who: Who, width: 360 | 1280): Promise<string[]> {
  await doubleTextSize(page);
  const found: string[] = [];
  const look = async (language: 'en' | 'fr' | 'ar', screens: readonly Pick<Screen, 'name' | 'path'>[]) => {
    await visit(page, shop.url, language, 'light');
    await expectDoubleText(page);
    found.push(...(await findFaults(page, screens)).map((fault) => `${language} ${width} 200 % ${fault}`));
  };
  await look('en', screensWithData(who));
  if (width === 360 && who !== 'guest')
    for (const language of ['fr', 'ar'] as const) await look(language, dialogsOf(who));
  return found;
}

/** The screens with data; of the customer also the dialogs of orders, which are opened by their addresses. */
const screensWithData = (who: Who): Screen[] =>
  allScreens(facts).filter(
    (screen) => screen.who === who && (screen.state === 'filled' || (who === 'customer' && isOpenDialog(screen))),
  );

const isOpenDialog = ({ state, act }: Screen): boolean => state === 'open' && !act;

/** The dialogs with forms and figures that their addresses open. */
const dialogsOf = (who: Who): Pick<Screen, 'name' | 'path'>[] =>
  (who === 'customer'
    ? [`/user/catalogue?buy=${facts.productWithVariants}`, `/user/orders?order=${facts.order}`]
    : [
        `/admin/orders?order=${facts.order}`,
        `/admin/orders?deliver=${facts.order}`,
        `/admin/orders?delete=${facts.order}`,
        '/admin/users?create=1',
        `/admin/users?adjust=${facts.customer}`,
        `/admin/users?history=${facts.customer}`,
        `/admin/categories?edit=${facts.category}`,
      ]
  ).map((path) => ({ name: path, path }));

/** The many screens of customers, admins and agents are each visited in English and wide, and in Arabic and narrow. */
function languagesOf(who: Who, width: number): ('en' | 'ar')[] {
  if (!['admin', 'agent', 'customer'].includes(who)) return ['en', 'ar'];
  return width === 1280 ? ['en'] : ['ar'];
}

/** A user's screens without faults of the network or the server; empty lists only on the small width. */
function screensOf(who: Who, width: number): Screen[] {
  const states: State[] = width === 360 ? ['filled', 'empty', 'open'] : ['filled', 'open'];
  const isOther = ({ name, isVariant }: Screen) => isVariant || /page-2|by-status|filtered/.test(name);
  return allScreens(facts).filter(
    (screen) =>
      screen.who === who && states.includes(screen.state) && (screen.width ?? width) === width && !isOther(screen),
  );
}

async function axeFaults(page: Page): Promise<string[]> {
  // A conversation opens at its end, where the head of the page covers a part of what has been scrolled below it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const violations = await findAxeViolations(page, rules);
  // An open menu covers controls below it until it closes.
  const hasMenu = await page.evaluate(() => document.querySelector(':popover-open') !== null);
  return violations
    .filter(({ message }) => !(hasMenu && /partially obscured/.test(message)))
    .map(({ rule, html, message }) => `${rule} ${html.slice(0, 160)} ${message.slice(0, 160)}`);
}

async function sidewaysFaults(page: Page): Promise<string[]> {
  const { sideways: px, wide } = await page.evaluate(findSideways);
  return px > 0 ? [`scrolls sideways by ${px} px: ${wide.join(', ')}`] : [];
}
