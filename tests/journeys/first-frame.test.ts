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

test('the login page is drawn before the code behind it is requested', async ({ browser }) => {
  await withWindow(browser, async (context) => {
    await context.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('#root form input[type=password]')) return;
        observer.disconnect();
        performance.mark('drawn');
      }).observe(document, { subtree: true, childList: true });
    });
    const page = await context.newPage();
    await page.goto(`${shop.url}/auth/login`);
    await page.locator('input[type=password]').waitFor();
    const requested = () =>
      page.evaluate(() => {
        const drawn = performance.getEntriesByName('drawn')[0]!.startTime;
        const behind = performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/assets\/(signedIn|sync)-/.test(name));
        return { before: behind.filter(({ startTime }) => startTime < drawn).length, after: behind.length };
      });

    // A sign-in finds it here all the same.
    await expect.poll(async () => (await requested()).after).toBeGreaterThan(0);
    expect((await requested()).before).toBe(0);
  });
});

test('scripts that a first screen needs are requested at once, with a low priority, so that the first frame does not wait for them', async ({
  browser,
}) => {
  await withWindow(browser, async (context) => {
    // The app itself does not run, so that all requests are those of the page and of boot.js.
    await context.route('**/assets/**', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(`${shop.url}/auth/login`);
    await page.evaluate(() => localStorage.setItem('cod_isLoggedIn', 'true'));
    const browserLog = await context.newCDPSession(page);
    await browserLog.send('Network.enable');
    const priorities = new Map<string, string>();
    browserLog.on('Network.requestWillBeSent', ({ request }) => {
      priorities.set(new URL(request.url).pathname, request.initialPriority);
    });

    await page.goto(`${shop.url}/user/categories/1`);
    const early = JSON.parse((await page.locator('meta[name=early-files]').getAttribute('content'))!) as Record<
      string,
      string[]
    >;
    const wanted = [...early['en']!, ...early['signedIn']!, ...early['/user/categories/']!];
    expect(early['/user/categories/']!.length).toBeGreaterThan(0);
    await expect.poll(() => wanted.filter((file) => !priorities.has(file))).toEqual([]);
    const scripts = [...priorities].filter(([file]) => file.startsWith('/assets/') && file.endsWith('.js'));
    expect(scripts.filter(([, priority]) => priority !== 'Low')).toEqual([]);
    const others = early['/dashboard/admin']!.filter((file) => !wanted.includes(file));
    expect(others.filter((file) => priorities.has(file))).toEqual([]);
  });
});

test('a new style does not lay out the page again', async ({ browser }) => {
  await withWindow(browser, async (context) => {
    const page = await context.newPage();
    await page.goto(`${shop.url}/auth/login`);
    await page.locator('input[type=password]').waitFor();
    const sheets = await page.evaluate(() =>
      [...document.querySelectorAll('style')].map(({ sheet }) => [...sheet!.cssRules].map(({ cssText }) => cssText)),
    );

    // Layers in the style sheets of the app, and other than plain rules in the largest, made Chromium do that.
    const rules = sheets.flat().filter((rule) => !/^@layer [\w., ]+;$/.test(rule));
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter((rule) => rule.startsWith('@layer'))).toEqual([]);
    const largest = sheets.toSorted((a, b) => b.length - a.length)[0]!;
    expect(largest.filter((rule) => rule.startsWith('@'))).toEqual([]);
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
