import { expect, test, type Page } from '@playwright/test';
import { answerNothing } from '../../scripts/look/answers.ts';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { untilStill } from '../support/until-still.ts';
import { fillLogin, navigateTo, openVisit, untilLoaded } from '../../scripts/look/visits.ts';

const lists = ['/admin/tickets', '/admin/orders', '/admin/users', '/admin/products', '/admin/help'];

let shop: Shop;
test.beforeAll(async () => void (shop = await openShop()));
test.afterAll(() => shop.close());

test('E4 on phones the placeholders of a list stand inside their card without touching each other, and the cards that follow are as high', async ({
  browser,
}) => {
  const { page } = await openVisit(browser, 360, { serviceWorkers: 'block' });
  await answerNothing(page.context());
  await fillLogin(page, shop.url, shop.accounts.admin);
  const placeholders = new Map<string, number>();
  for (const path of lists) {
    await navigateTo(page, path, true);
    await page.locator('tbody tr[aria-hidden] [data-skeleton]').first().waitFor({ state: 'attached' });
    const { height, outside, touching } = await measurePlaceholder(page);
    expect.soft(outside, `placeholders of ${path} outside of the space of their card`).toBe(0);
    expect.soft(touching, `placeholders of ${path} that touch another one`).toBe(0);
    placeholders.set(path, height);
  }

  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await untilLoaded(page);
  await untilStill(page); // a navigation before the app has drawn is lost
  for (const path of lists) {
    await navigateTo(page, path);
    await page.locator('tbody tr [data-opener]').first().waitFor();
    const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
    const usual = heights.toSorted((one, other) => one - other)[Math.floor(heights.length / 2)]!;
    expect.soft(Math.abs(usual - placeholders.get(path)!), `change of height of a card of ${path}`).toBeLessThan(20);
  }
  await page.context().close();
});

/** Returns the height of the first placeholder of a card, and how many of its blocks are in the wrong place. */
const measurePlaceholder = (page: Page): Promise<{ height: number; outside: number; touching: number }> =>
  page.evaluate(() => {
    const card = document.querySelector<HTMLElement>('tbody tr[aria-hidden]:has([data-skeleton])')!;
    const edges = card.getBoundingClientRect();
    const blocks = [...card.querySelectorAll('[data-skeleton]')]
      .map((block) => block.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const outside = blocks.filter((block) => block.left < edges.left + 12 || block.right > edges.right - 12);
    const touching = blocks.filter((one, at) =>
      blocks.some(
        (other, otherAt) =>
          at !== otherAt &&
          one.left <= other.right &&
          other.left <= one.right &&
          one.top <= other.bottom &&
          other.top <= one.bottom,
      ),
    );
    return { height: card.clientHeight, outside: outside.length, touching: touching.length };
  });
