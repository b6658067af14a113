import { expect, type Page } from '@playwright/test';

/** The size of text in px in the usual settings of Chromium, and that of text with a fixed width. */
const usual = { standard: 16, fixed: 13 };

/** Doubles the size of text in the settings of the browser, which also changes the widths at which layouts change. */
export async function doubleTextSize(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const fontSizes = { standard: 2 * usual.standard, fixed: 2 * usual.fixed };
  await devtools.send('Page.setFontSizes', { fontSizes });
  await expectDoubleText(page);
}

/** Checks that the page has text of 200 %, and that its width is counted in text of this size. */
export async function expectDoubleText(page: Page): Promise<void> {
  const has = (px: number) =>
    page.evaluate(
      (size) =>
        getComputedStyle(document.documentElement).fontSize === `${size}px` &&
        matchMedia(`(width: ${innerWidth / size}em)`).matches,
      px,
    );
  await expect.poll(() => has(2 * usual.standard), 'the page has text of 200 %').toBe(true);
}
