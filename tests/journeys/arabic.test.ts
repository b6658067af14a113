import { expect, test } from '@playwright/test';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { findSampleIds } from '../../scripts/look/sample-ids.ts';
import { openVisit, signIn, visit } from '../../scripts/look/visits.ts';

let shop: Shop;

test.beforeAll(async () => {
  shop = await openShop();
});

test.afterAll(() => shop.close());

test('S1-12 in Arabic the percentage follows its amount, and a medium text is heavier than a regular one', async ({
  browser,
}) => {
  const samples = await findSampleIds(shop);
  const { page } = await openVisit(browser, 1280);
  await signIn(page, shop.url, shop.accounts.admin);
  await visit(page, `${shop.url}/admin/products/${samples.productWithVariants}`, 'ar', 'light');

  const margin = page.locator('main td .numbers:has(bdi)').first();
  await expect(margin).toContainText('%');
  expect(await margin.evaluate(percentEnd), 'the percentage is on the left of the amount').toBeLessThanOrEqual(0);
  const [regular, medium, semibold] = await page.evaluate(widths);
  expect(medium).toBeGreaterThan(regular!);
  expect(medium).toBe(semibold);
  await page.context().close();
});

test('S1-12 in Arabic the decimals of the amounts in a column stand below each other', async ({ browser }) => {
  const { page } = await openVisit(browser, 1280);
  await signIn(page, shop.url, shop.accounts.customer);
  await visit(page, `${shop.url}/user/balance`, 'ar', 'light');
  const amounts = page.locator('tbody td:nth-child(4) bdi');
  await expect(amounts).toHaveCount(10);

  const ends = await amounts.evaluateAll((all) =>
    all.map((amount) => Math.round(amount.getBoundingClientRect().right)),
  );

  expect(new Set(ends).size).toBe(1);
  await page.context().close();
});

/** Returns by how many pixels the last "%" of an element ends after its amount begins. Runs in the page. */
function percentEnd(margin: Element): number {
  const amount = margin.querySelector('bdi')!.getBoundingClientRect();
  const range = document.createRange();
  range.setStartAfter(margin.querySelector('bdi')!);
  range.setEndAfter(margin.lastChild!);
  return Math.round(range.getBoundingClientRect().right - amount.left);
}

/** Returns the widths of an Arabic text in the weights of texts. Runs in the page. */
async function widths(): Promise<number[]> {
  const measured: number[] = [];
  for (const weight of [400, 500, 600]) {
    const text = document.createElement('span');
    text.textContent = 'لوحة التحكم والطلبات والمنتجات';
    text.style.cssText = `position: absolute; font: ${weight} 100px "IBM Plex Sans Arabic"`;
    document.body.append(text);
    await document.fonts.load(`${weight} 100px "IBM Plex Sans Arabic"`, text.textContent);
    measured.push(text.getBoundingClientRect().width);
    text.remove();
  }
  return measured;
}
