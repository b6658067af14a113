import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { findSampleIds, type SampleIds } from '../../scripts/look/sample-ids.ts';
import { openShop, type Shop } from '../../scripts/look/shop.ts';
import { navigateTo, openVisit, signIn } from '../../scripts/look/visits.ts';
import { noteFonts } from '../support/screen-checks.ts';
import { untilStill } from '../support/until-still.ts';

/** The lists of the back office. */
const lists = [
  '/admin/tickets',
  '/admin/orders',
  '/admin/top-ups?status=waiting',
  '/admin/users',
  '/admin/products',
  '/admin/categories',
  '/admin/help',
];

let shop: Shop;
let samples: SampleIds;

test.beforeAll(async () => {
  shop = await openShop();
  samples = await findSampleIds(shop);
});
test.afterAll(() => shop.close());

/** The admin's pages, one for each width, which the tests share: the first load takes as long as the tests. */
const offices: Partial<Record<360 | 1280, Page>> = {};
const heights = { 360: 780, 1280: 800 };

for (const { width, firstRowMax, ticketsMin, subjectMin, titleMin, messageMax } of [
  { width: 1280, firstRowMax: 190, ticketsMin: 14, subjectMin: 210, titleMin: 280, messageMax: 240 },
  { width: 360, firstRowMax: 210, ticketsMin: 6, subjectMin: 240, titleMin: 250, messageMax: 280 },
] as const) {
  test(`E4 every list of the back office and the messages of a ticket begin near the top at ${width} px, and no row moves when one is selected`, async ({
    browser,
  }) => {
    const page = await openOffice(browser, width);
    for (const path of lists) {
      await navigateTo(page, path);
      await showLongestTimes(page);
      const before = await measureRows(page);
      expect.soft(before[0], `first row of ${path}`).toBeLessThanOrEqual(firstRowMax);
      if (path === '/admin/tickets') {
        expect.soft(before.length, 'tickets in view').toBeGreaterThanOrEqual(ticketsMin);
        const subject = await page.locator('tbody [data-opener]').first().boundingBox();
        expect.soft(subject?.width, 'width of a subject').toBeGreaterThanOrEqual(subjectMin);
        expect.soft(await badgesOverText(page), 'statuses that cover the time beside them').toBe(0);
        await expect
          .soft(page.locator('nav [aria-pressed=true]').first(), 'chosen view')
          .toBeInViewport({ ratio: 0.99 });
      }
      if (['/admin/categories', '/admin/help'].includes(path)) {
        const { title, height } = await measureTitles(page);
        expect.soft(title, `width of a title of ${path}`).toBeGreaterThanOrEqual(titleMin);
        expect.soft(height, `height of a row of ${path}`).toBeLessThanOrEqual(116);
      }
      const checkbox = page.locator('tbody td:first-of-type input[type=checkbox]').nth(1);
      if ((await checkbox.count()) === 0) continue;
      await checkbox.check();
      await untilStill(page);
      const after = await measureRows(page);
      expect.soft(after.slice(0, 3), `rows of ${path} with a selection`).toEqual(before.slice(0, 3));
      await checkbox.uncheck();
    }
    await navigateTo(page, `/admin/tickets/${samples.adminTicket}`);
    await page.evaluate(() => scrollTo(0, 0));
    const conversation = await page.locator('main article').first().boundingBox();
    expect.soft(conversation?.y, 'first message of a ticket').toBeLessThanOrEqual(messageMax);
  });
}

test('E4 menu, page and views show one number for one thing, charts use the font of the page, the head of a table stays in view, and a list is shown again as it was left', async ({
  browser,
}) => {
  const page = await openOffice(browser, 1280);
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: 60_000 });

  await test.step('numbers', async () => {
    await navigateTo(page, '/dashboard/admin');
    const waiting = numberIn(await page.locator('section:has(#waiting-title)').innerText());
    const openOrders = await countIn(page.locator('nav a[href="/admin/orders"]').first());
    await navigateTo(page, '/admin/tickets');
    const views = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
    expect(await countIn(views.first())).toBe(waiting);
    await views.last().click();
    await untilStill(page);
    expect(await countIn(page.locator('h1'))).toBe(await countIn(views.last()));
    await navigateTo(page, '/admin/orders');
    expect(await countIn(views.first())).toBe(openOrders);
    const category = page.locator('nav a[href^="/admin/categories/"]').first();
    const products = numberIn((await category.locator('[role=img]').getAttribute('aria-label')) ?? '');
    await category.click();
    await untilStill(page);
    expect(await page.locator('main').innerText()).toContain(`${products} products`);
  });

  await test.step('head of a table', async () => {
    await navigateTo(page, '/admin/orders?per_page=50');
    const openers = page.locator('tbody [data-opener]');
    await openers.nth(40).focus();
    await openers.nth(12).focus();
    const head = (await page.locator('thead th').nth(1).boundingBox())!;
    expect(head.y).toBeGreaterThan(0);
    expect((await openers.nth(12).boundingBox())!.y).toBeGreaterThanOrEqual(head.y + head.height);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });

  await test.step('fonts of charts', async () => {
    await page.addInitScript(noteFonts);
    await page.goto(`${shop.url}/dashboard/admin`);
    await expect(page.locator('main canvas').first()).toBeVisible();
    await untilStill(page);
    const fonts = await page.evaluate(() => [...((globalThis as { fonts?: Set<string> }).fonts ?? [])]);
    expect(fonts.filter((font) => !font.includes('Inter Variable'))).toEqual([]);
    expect(fonts.length).toBeGreaterThan(0);
  });

  await test.step('back from a page', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await navigateTo(page, '/admin/products');
    const row = page.locator('[role=table] tbody [role=row]:not([aria-hidden])').nth(9);
    await expect(row).toBeVisible();
    await page.evaluate(() => scrollTo(0, 500));
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(500);
    await page.waitForTimeout(300);
    await row.locator('[data-opener]').evaluate((opener: HTMLElement) => opener.click());
    await expect(page).toHaveURL(/\/admin\/products\/\d+/);
    await untilStill(page);
    await page.goBack();
    await untilStill(page);
    // The page can be less high by the lines under the rows while it is restored.
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBeGreaterThan(440);
    await expect(row).toHaveAttribute('data-left', '');
  });
});

test('E4 in landscape a dialog keeps 60 % of its height for its content, with its first focus on a field or the title', async ({
  browser,
}) => {
  const office = await openOffice(browser, 360);
  await office.setViewportSize({ width: 780, height: 360 });
  for (const path of [
    '/admin/users?create=1',
    `/admin/users?adjust=${samples.customer}`,
    `/admin/orders?order=${samples.order}`,
    `/admin/orders?deliver=${samples.order}`,
  ]) {
    await navigateTo(office, path);
    // The dialog grows with its content, which comes from this device and from the server.
    await expect
      .poll(async () => (await measureDialog(office)).share, `content of ${path}`)
      .toBeGreaterThanOrEqual(0.6);
    const { focus } = await measureDialog(office);
    expect.soft(focus, `first focus of ${path}`).toMatch(/INPUT|TEXTAREA|SELECT|H2/);
  }

  const { page } = await openVisit(browser, 360);
  await signIn(page, shop.url, shop.accounts.customer);
  await page.setViewportSize({ width: 780, height: 360 });
  await navigateTo(page, `/user/catalogue?buy=${samples.productWithVariants}`);
  await expect.poll(async () => (await measureDialog(page)).share).toBeGreaterThanOrEqual(0.6);
  const dialog = await measureDialog(page);
  expect(dialog.variants).toBeGreaterThanOrEqual(2);

  // The content is higher than the window: a press focuses the field where its first line is seen.
  await page.setViewportSize({ width: 1280, height: 480 });
  const message = page.locator('dialog[open] textarea');
  await message.focus();
  const [field, footer] = [
    (await message.boundingBox())!,
    (await page.locator('dialog[open] button').last().boundingBox())!,
  ];
  expect(field.y + field.height, 'the focused message ends above the footer').toBeLessThan(footer.y);
  await page.context().close();
});

/** The page of the admin who is signed in at this width, in the window of a phone or a laptop. */
async function openOffice(browser: Browser, width: 360 | 1280): Promise<Page> {
  const page = offices[width] ?? (await openVisit(browser, width)).page;
  if (!offices[width]) await signIn(page, shop.url, shop.accounts.admin);
  offices[width] = page;
  await page.setViewportSize({ width, height: heights[width] });
  return page;
}

/** Shows every time of a list as the longest one that it becomes in the course of a day, whatever the time is now. */
const showLongestTimes = (page: Page) =>
  page.evaluate(() => {
    for (const time of document.querySelectorAll('[role=table] time')) time.textContent = 'yesterday 10:58 PM';
  });

/** The upper edges of the rows that are wholly in view, above the tabs of a phone. */
const measureRows = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const tabs = [...document.querySelectorAll('nav')].find(
      (nav) => getComputedStyle(nav).position === 'fixed' && nav.checkVisibility(),
    );
    const end = tabs?.getBoundingClientRect().top ?? innerHeight;
    return [...document.querySelectorAll('[role=table] tbody [role=row]')]
      .map((row) => row.getBoundingClientRect())
      .filter(({ bottom }) => bottom <= end)
      .map(({ top }) => Math.round(top));
  });

/** How many statuses of tickets cover a part of the time of the same ticket. */
const badgesOverText = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('tbody [role=row]')].filter((row) => {
        const badge = row.querySelector('td button[aria-haspopup=menu]')?.getBoundingClientRect();
        const time = [...row.querySelectorAll('time')].find((one) => one.checkVisibility())?.getBoundingClientRect();
        if (!badge || !time) return false;
        const isBeside = badge.right <= time.left || time.right <= badge.left;
        return !isBeside && badge.bottom > time.top && time.bottom > badge.top;
      }).length,
  );

/** The width of the titles of a list, and the height of its highest row. */
const measureTitles = (page: Page) =>
  page.evaluate(() => {
    const sizesOf = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    return {
      title: Math.min(...sizesOf('tbody [data-opener]').map(({ width }) => width)),
      height: Math.max(...sizesOf('tbody [role=row]').map(({ height }) => height)),
    };
  });

/** The part of the open dialog that scrolls, the variants wholly in it, and the element that has the focus. */
const measureDialog = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')!;
    const body = [...dialog.querySelectorAll('*')].find((one) => getComputedStyle(one).overflowY === 'auto')!;
    const { top, bottom, height } = body.getBoundingClientRect();
    const variants = [...dialog.querySelectorAll('label:has(input[type=radio])')]
      .map((variant) => variant.getBoundingClientRect())
      .filter((box) => box.top >= top && box.bottom <= bottom);
    return { share: height / innerHeight, variants: variants.length, focus: document.activeElement?.tagName ?? '' };
  });

/** The number beside a label. */
const countIn = async (label: Locator): Promise<number> =>
  numberIn(await label.locator('.numbers').first().innerText());

/** The first number of a text: "1,650 orders" is 1650. */
const numberIn = (text: string): number => Number(/\d[\d,]*/.exec(text)?.[0].replaceAll(',', ''));
