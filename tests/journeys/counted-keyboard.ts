import { expect, type Locator, type Page } from '@playwright/test';

/** The keyboard of a page: counts the keys beside the typing, keys held together as one, and checks where the focus is. */
export function keyboardOf(page: Page) {
  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
    if (/Tab|Arrow/.test(key)) await checkFocus(key);
  };
  /** Checks that the page shows where the focus is. */
  const checkFocus = async (key: string) =>
    expect.soft(await page.evaluate(findHiddenFocus), `focus after ${key}`).toBeNull();
  return {
    press,
    checkFocus,
    /** Presses a key until an element has the focus. */
    async to(target: Locator, key = 'Tab') {
      await expect(target).toBeVisible();
      for (let presses = 0; presses < 20; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await press(key);
      }
      await expect(target).toBeFocused();
    },
    type: (text: string) => page.keyboard.type(text),
    /** Returns the number of keys since the last call. */
    takeCount() {
      const count = pressed;
      pressed = 0;
      return count;
    },
  };
}

/** In the page: the focused element when nothing shows that it has the focus, or when something covers it. */
function findHiddenFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing has the focus';
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const isSeenAt = (x: number, y: number) => focused.contains(document.elementFromPoint(x, y));
  const middle = (left + right) / 2;
  if (![top + 4, (top + bottom) / 2, bottom - 4].some((y) => isSeenAt(middle, y)))
    return `covered: ${focused.outerHTML}`;
  // A radio button or a card shows the focus around it.
  for (let part: Element | null = focused; part && !part.matches('main, dialog'); part = part.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
    if ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow.includes('inset')) return null;
  }
  return `without a mark: ${focused.outerHTML}`;
}
