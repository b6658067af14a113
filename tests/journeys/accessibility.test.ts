import { expect, test, type Browser, type Page } from '@playwright/test';
import { findSampleIds, type SampleIds } from '../../scripts/look/sample-ids.ts';
import { allScreens, type Screen, type State, type Who } from '../../scripts/look/screens.ts';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { navigateTo, openVisit, signIn, visit } from '../../scripts/look/visits.ts';
import { findAxeViolations } from '../support/axe.ts';
import { findSideways, untilStill } from '../support/screen-checks.ts';
import { readDictionary, findUntranslated, writtenTexts, type Dictionary } from '../support/untranslated.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let shop: Shop;
let facts: SampleIds;
let arabic: Dictionary;

test.describe.configure({ mode: 'parallel', timeout: 600_000 });
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
      expect(await findFaults(browser, who, width)).toEqual([]);
    });
  }
}

/** The faults on a user's screens, in English with the light theme and in Arabic with the dark one. */
async function findFaults(browser: Browser, who: Who, width: 360 | 1280): Promise<string[]> {
  const { page, browserErrors } = await openVisit(browser, width);
  if (who === 'guest') await page.goto(`${shop.url}/auth/login`);
  else await signIn(page, shop.url, shop.accounts[who]);
  const written = await writtenTexts(page);
  const found: string[] = [];
  for (const language of languagesOf(who, width)) {
    let mustLoad = true;
    for (const screen of screensOf(who, width)) {
      const note = (what: string) => found.push(`${language} ${width} ${screen.state} ${screen.name}: ${what}`);
      await reach(page, screen, language, mustLoad);
      mustLoad = screen.act !== undefined;
      for (const what of [...(await axeFaults(page)), ...(await sidewaysFaults(page)), ...browserErrors()]) note(what);
      if (language === 'en') continue;
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      for (const text of await findUntranslated(page, 'ar', arabic, written)) note(`not translated: ${text}`);
    }
  }
  await page.context().close();
  return found;
}

/** The many screens of customers, admins and agents are each visited in English and wide, and in Arabic and narrow. */
function languagesOf(who: Who, width: number): ('en' | 'ar')[] {
  if (!['admin', 'agent', 'customer'].includes(who)) return ['en', 'ar'];
  return width === 1280 ? ['en'] : ['ar'];
}

/** A user's screens without faults of the network or the server; empty lists only on the small width. */
function screensOf(who: Who, width: number): Screen[] {
  const states: State[] = width === 360 ? ['filled', 'empty', 'open'] : ['filled', 'open'];
  const isVariant = ({ name }: Screen) => /page-2|by-status|filtered/.test(name);
  return allScreens(facts).filter(
    (screen) =>
      screen.who === who && states.includes(screen.state) && (screen.width ?? width) === width && !isVariant(screen),
  );
}

async function reach(page: Page, screen: Screen, language: 'en' | 'ar', mustLoad: boolean): Promise<void> {
  if (mustLoad) await visit(page, shop.url + screen.path, language, language === 'en' ? 'light' : 'dark');
  else await navigateTo(page, screen.path);
  await screen.act?.(page);
  if (screen.act) await untilStill(page);
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
