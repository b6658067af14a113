import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { findFacts, type Facts } from '../../scripts/look/facts.ts';
import { allScreens, type Screen, type State, type Who } from '../../scripts/look/screens.ts';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { goOn, openVisit, signIn, visit } from '../../scripts/look/visits.ts';
import { findSideways, settled } from '../support/screen-checks.ts';
import { readDictionary, untranslated, writtenTexts, type Dictionary } from '../support/untranslated.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let shop: Shop;
let facts: Facts;
let arabic: Dictionary;

test.describe.configure({ mode: 'parallel', timeout: 600_000 });
test.beforeAll(async () => {
  shop = await openShop();
  facts = await findFacts(shop);
  arabic = await readDictionary('ar');
});
test.afterAll(() => shop.close());

for (const width of [360, 1280] as const) {
  for (const who of width === 360
    ? (['guest', 'customer', 'newcomer', 'admin'] as const)
    : (['guest', 'customer', 'admin'] as const)) {
    test(`${who}: every screen at ${width} px is for everybody`, async ({ browser }) => {
      expect(await walk(browser, who, width)).toEqual([]);
    });
  }
}

/** What is wrong on a person's screens, in English by day and in Arabic by night: colours know nothing of languages. */
async function walk(browser: Browser, who: Who, width: 360 | 1280): Promise<string[]> {
  const { page, complaints } = await openVisit(browser, width);
  if (who === 'guest') await page.goto(`${shop.url}/auth/login`);
  else await signIn(page, shop.url, shop.accounts[who]);
  const written = await writtenTexts(page);
  const found: string[] = [];
  for (const language of ['en', 'ar'] as const) {
    let isFresh = true;
    for (const screen of screensOf(who, width)) {
      const note = (what: string) => found.push(`${language} ${width} ${screen.state} ${screen.name}: ${what}`);
      await reach(page, screen, language, isFresh);
      isFresh = screen.state === 'open';
      for (const what of [...(await axeFaults(page)), ...(await sideways(page)), ...complaints()]) note(what);
      if (language === 'en') continue;
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      for (const text of await untranslated(page, 'ar', arabic, written)) note(`not translated: ${text}`);
    }
  }
  await page.context().close();
  return found;
}

/** What needs no trouble to be reached; empty lists only where there is least room. */
function screensOf(who: Who, width: number): Screen[] {
  const states: State[] = width === 360 ? ['filled', 'empty', 'open'] : ['filled', 'open'];
  const isTwin = ({ name }: Screen) => /page-2|by-status|filtered/.test(name);
  return allScreens(facts).filter(
    (screen) =>
      screen.who === who && states.includes(screen.state) && (screen.width ?? width) === width && !isTwin(screen),
  );
}

async function reach(page: Page, screen: Screen, language: 'en' | 'ar', isFresh: boolean): Promise<void> {
  if (isFresh) await visit(page, shop.url + screen.path, language, language === 'en' ? 'light' : 'dark');
  else await goOn(page, screen.path);
  await screen.act?.(page);
  if (screen.act) await settled(page);
}

async function axeFaults(page: Page): Promise<string[]> {
  // What is right is not worked out in detail: that would take half as long again.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id} ${html.slice(0, 160)} ${any[0]?.message.slice(0, 160) ?? ''}`),
  );
}

async function sideways(page: Page): Promise<string[]> {
  const { sideways: px, wide } = await page.evaluate(findSideways);
  return px > 0 ? [`scrolls sideways by ${px} px: ${wide.join(', ')}`] : [];
}
