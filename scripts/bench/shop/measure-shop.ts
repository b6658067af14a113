import type { Page } from '@playwright/test';
import { untilStill } from '../../../tests/support/until-still.ts';
import { timed, type ChangeTime } from '../screen/thread-clock.ts';
import { clickNext, clickView, goTo, measureChange, tableRows, type Samples } from '../screen/samples.ts';

/** Milliseconds from a key or a click to the painted result. */
export interface ShopTimes {
  typing: Samples;
  filters: Samples;
  categoryPages: Samples;
  popups: Samples;
  views: Samples;
  orderPages: Samples;
  tickets: Samples;
}

interface Plan {
  rounds: number;
  /** The category whose pages are turned. */
  category: number;
}

/** Makes each kind of change `rounds` times. The page shows the list of orders. */
export async function measureShop(page: Page, { rounds, category }: Plan): Promise<ShopTimes> {
  // The second view first: the newest orders may all be open, so that the first view would show the same rows.
  const views = await measureChange(page, { rounds, part: tableRows }, (round) => clickView(page, 1 - (round % 2)));
  const orderPages = await measurePages(page, rounds, '/user/orders');
  const tickets = await measureTickets(page, rounds);
  await show(page, '/user/catalogue', 'input[type=search]');
  const typing = await measureChange(page, { rounds, part: products }, (round) => typeCharacter(page, round));
  await clearSearch(page);
  const filters = await measureFilters(page, rounds);
  const path = `/user/categories/${category}`;
  const categoryPages = await measurePages(page, rounds, path);
  const popups = await measurePopups(page, rounds, path);
  return { typing, filters, categoryPages, popups, views, orderPages, tickets };
}

const products = { frame: 'ul[data-view]' };

/** Follows an address and waits for an element. */
async function show(page: Page, address: string, selector: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address);
  await page.locator(selector).first().waitFor();
}

/** Goes to the next page of a list again and again, and after its last one to the first. */
async function measurePages(page: Page, rounds: number, address: string): Promise<Samples> {
  await goTo(page, address);
  const isTable = (await page.locator('table').count()) > 0;
  const next = page.locator('nav[aria-label=Pages] button[aria-label="Next page"]');
  const takeBack = async () => ((await next.isDisabled()) ? goTo(page, address) : undefined);
  const part = isTable ? tableRows : products;
  return measureChange(page, { rounds, part, takeBack }, () => clickNext(page));
}

/** Opens one of the newest tickets from the list, and goes back to it. */
async function measureTickets(page: Page, rounds: number): Promise<Samples> {
  await goTo(page, '/user/tickets');
  const takeBack = async () => {
    await page.evaluate(() => history.back());
    await page.locator('table [data-opener]').first().waitFor();
  };
  return measureChange(page, { rounds, part: { frame: 'main' }, takeBack }, (round) =>
    openRow(page, round, 'main article'),
  );
}

/** Opens the order popup of one of the products of a page. */
async function measurePopups(page: Page, rounds: number, address: string): Promise<Samples> {
  await goTo(page, address);
  const takeBack = async () => {
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  };
  return measureChange(page, { rounds, part: { frame: 'dialog[open]' }, takeBack }, (round) =>
    openRow(page, round, 'dialog[open] h2'),
  );
}

/** Clicks one of the first ten rows or cards of a page that is still; returns the time until an element is painted. */
async function openRow(page: Page, round: number, result: string): Promise<ChangeTime> {
  await untilStill(page);
  return timed(page, () =>
    page.evaluate(
      ([at, selector]) =>
        window.screenBench.timeUntilPainted(
          () => document.querySelectorAll<HTMLElement>('main [data-opener]')[at]!.click(),
          window.screenBench.shown(selector),
        ),
      [round % 10, result] as const,
    ),
  );
}

/** Filters by promotion and by what is available, in turn. */
async function measureFilters(page: Page, rounds: number): Promise<Samples> {
  await page.locator('button[aria-label=Filters]').click();
  const [isPromoted, isAvailable] = [
    page.getByRole('checkbox', { name: 'On promotion' }),
    page.getByRole('checkbox', { name: 'Available now' }),
  ];
  return measureChange(page, { rounds, part: products }, async (round) => {
    await isPromoted.setChecked(round % 2 === 0);
    await isAvailable.setChecked(round % 2 === 1);
    return timed(page, () =>
      page.evaluate(() =>
        window.screenBench.timeUntilPainted(() =>
          document.querySelector<HTMLElement>('form:not([role=search]) button[type=submit]')!.click(),
        ),
      ),
    );
  });
}

const beginnings = ['ne', 'ps', 'am', 'st', 'wi', 'xb', 'go', 'sp', 'pu', 'ca', 'vi', 'mo', 'te', 'ro', 'fr'];

/** Types the first character of a search, or after that the second one; returns the time from the key to the cards. */
async function typeCharacter(page: Page, round: number): Promise<ChangeTime> {
  const place = round % 2;
  if (place === 0) await clearSearch(page);
  const character = beginnings[Math.floor(round / 2) % beginnings.length]![place]!;
  await page.locator('input[type=search]').focus();
  // The next character may leave the cards of the first page as they are, but not the number of products found.
  const cards = await page.evaluateHandle(() => ({
    painted: window.screenBench.timeAfterKey(window.screenBench.otherRows('[data-opener], nav[aria-label=Pages]')),
  }));
  return timed(page, async () => {
    await page.keyboard.press(character);
    return cards.evaluate(({ painted }) => painted);
  });
}

/** Empties the search of the catalogue, which then shows its categories. */
async function clearSearch(page: Page): Promise<void> {
  await page.locator('input[type=search]').fill('');
  await page.locator(products.frame).waitFor({ state: 'detached' });
}
