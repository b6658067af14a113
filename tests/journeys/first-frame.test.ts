import { expect, test, type Browser, type BrowserContext } from '@playwright/test';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { shiftOf, watchShifts } from './layout-shifts.ts';

let shop: Shop;

test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

test('the first frame of the page does not move while the browser still receives the page', async ({ browser }) => {
  await withWindow(browser, async (context) => {
    await context.addInitScript(watchShifts);
    await context.route('**/assets/**', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(`${shop.url}/auth/login`);

    // As if a slow network had delivered the page up to this element.
    await page.locator('.boot-form').evaluate(async (form) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      const [first, ...others] = form.children;
      form.replaceChildren(first!);
      await nextFrame();
      form.append(...others);
      await nextFrame();
    });

    expect((await shiftOf(page)).moves).toEqual([]);
  });
});

const firstLoadNotes = {
  en: 'Your shop is being loaded onto this device.',
  fr: 'Votre boutique se charge sur cet appareil.',
  ar: 'يجري تحميل متجرك على هذا الجهاز.',
};

test('OF-45 until a device has loaded the shop once, the first frame says so, in three languages', async ({
  browser,
}) => {
  await withWindow(browser, async (context) => {
    await context.route('**/assets/**', (route) => route.abort());
    const page = await context.newPage();
    const open = async (stored: Record<string, string>): Promise<string> => {
      await page.goto(`${shop.url}/auth/login`);
      await page.evaluate((values) => {
        localStorage.clear();
        for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
      }, stored);
      await page.reload();
      return page.locator('body').innerText();
    };

    for (const [locale, note] of Object.entries(firstLoadNotes)) {
      const signedIn = { cod_isLoggedIn: 'true', cod_locale: locale };
      expect(await open(signedIn)).toContain(note);
      expect(await open({ ...signedIn, cod_loaded: 'true' })).not.toContain(note);
      expect(await open({ cod_locale: locale })).not.toContain(note);
    }
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
