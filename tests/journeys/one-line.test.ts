import { expect, test, type Page } from '@playwright/test';
import { findSampleIds } from '../../scripts/look/sample-ids.ts';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { navigateTo, openVisit, signIn, visit } from '../../scripts/look/visits.ts';

let shop: Shop;

test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

test('E4 on a phone all lines of a card begin at its title, and the pager takes one line', async ({ browser }) => {
  const { page } = await openVisit(browser, 360);
  await signIn(page, shop.url, shop.accounts.admin);
  for (const path of ['/admin/orders', '/admin/tickets', '/admin/products']) {
    await navigateTo(page, path);
    const pager = page.getByRole('navigation', { name: 'Pages' });
    expect.soft((await pager.boundingBox())!.height, `height of the pager of ${path}`).toBeLessThanOrEqual(48);
  }

  await navigateTo(page, '/admin/orders');
  const [titles, customers] = [
    await startsOf(page, '[data-lead-picture] + *'),
    await startsOf(page, 'td:nth-of-type(3)'),
  ];
  expect(titles.length).toBeGreaterThan(5);
  expect.soft(customers, 'customers of orders').toEqual(titles);

  await navigateTo(page, '/admin/tickets');
  const subjects = await startsOf(page, '[data-opener]');
  expect(subjects.length).toBeGreaterThan(5);
  expect.soft(await startsOf(page, '[data-opener] + *'), 'previews of tickets').toEqual(subjects);
  expect.soft(await startsOf(page, 'td:nth-of-type(2)'), 'numbers of tickets').toEqual(subjects);
  await page.context().close();
});

test('E4 in French, on a laptop the titles of products have the width, and the controls of a ticket take one line', async ({
  browser,
}) => {
  const { adminTicket } = await findSampleIds(shop);
  const { page } = await openVisit(browser, 1280);
  await signIn(page, shop.url, shop.accounts.admin);
  await visit(page, `${shop.url}/admin/products`, 'fr', 'light');
  const title = await page.locator('tbody [data-opener]').first().boundingBox();
  expect.soft(title?.width, 'width of a title').toBeGreaterThanOrEqual(200);

  await navigateTo(page, `/admin/tickets/${adminTicket}`);
  const controls = page.locator('[data-ticket-key=p], [data-ticket-key=a], [data-ticket-key=d]');
  await expect(controls).toHaveCount(3);
  const middles = await controls.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
  );
  expect(Math.max(...middles) - Math.min(...middles), 'lines of controls').toBeLessThanOrEqual(2);
  await page.context().close();
});

test('E4 a menu ends where its button ends, also without motion', async ({ browser }) => {
  const { page } = await openVisit(browser, 1280);
  await signIn(page, shop.url, shop.accounts.admin);
  await navigateTo(page, '/admin/users');
  for (const motion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    const button = page.getByRole('button', { name: /^Actions for/ }).first();
    await button.click();
    const menu = page.locator('[popover]');
    await expect(menu).toBeVisible();
    const [ends, expected] = [await menu.boundingBox(), await button.boundingBox()].map((box) => box!.x + box!.width);
    expect.soft(Math.abs(ends! - expected!), `px between the ends, motion: ${motion}`).toBeLessThanOrEqual(1);
    await page.keyboard.press('Escape');
  }
  await page.context().close();
});

/** Where the texts of these parts of the rows begin, in px from the start of the page. */
const startsOf = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(
    (part) =>
      [...document.querySelectorAll(`[role=table] tbody [role=row] ${part}`)].map((one) => {
        const { left } = one.getBoundingClientRect();
        return Math.round(left + Number.parseFloat(getComputedStyle(one).paddingLeft));
      }),
    selector,
  );
