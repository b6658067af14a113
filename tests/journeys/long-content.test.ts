import { expect, test, type Browser } from '@playwright/test';
import { findSampleIds, type SampleIds } from '../../scripts/look/sample-ids.ts';
import { allScreens, type Screen } from '../../scripts/look/screens.ts';
import { navigateTo, openVisit, signIn, visit } from '../../scripts/look/visits.ts';
import { lengthen } from '../support/long-content.ts';
import { startServer } from '../support/running-server.ts';
import { findFaults } from '../support/screen-overlaps.ts';
import { adminAccount, customerAccount, type Account } from './sign-in.ts';

/** The screens of customers that show texts or amounts of users. */
const names = [
  'dashboard',
  'catalogue',
  'category',
  'category-parent',
  'orders',
  'balance',
  'statement',
  'tickets',
  'ticket-new',
  'ticket',
  'help',
  'settings',
  'order-dialog',
  'order-dialog-variants',
  'order-details',
];

/** The currency whose amounts are longest in English and French, and the screens of admins with most amounts. */
const longest = 'XOF';
const adminNames = ['admin-dashboard', 'admin-orders', 'admin-users', 'admin-order-details', 'admin-user-history'];
/** Those with most texts of users. */
const wordyNames = [
  'admin-tickets',
  'admin-ticket',
  'admin-products',
  'admin-product',
  'admin-product-edit',
  'admin-categories',
  'admin-category',
  'admin-category-edit',
  'admin-user',
  'admin-user-edit',
  'admin-help',
  'admin-audit',
  'admin-deliveries',
  'admin-order-history',
  'admin-merge',
];

for (const [currency, language] of [
  ['LYD', 'ar'],
  ['TND', 'fr'],
  ['XOF', 'en'],
] as const) {
  test(`E4 ${language}: texts of maximum length and amounts of seven digits in ${currency} fit ${currency === longest ? 'the customer’s and the admin’s' : 'the customer’s'} screens at 360 px`, async ({
    browser,
  }) => {
    const server = await startServer({ CURRENCY: currency });
    try {
      const [customer, admin] = [await customerAccount(server), await adminAccount(server)];
      const samples = await findSampleIds({ url: server.url, accounts: { customer, admin } });
      await lengthen(server.dataFolder, currency, customer.email);
      const { page } = await openVisit(browser, 360);
      await signIn(page, server.url, customer);
      await visit(page, `${server.url}/dashboard/user`, language, 'light');
      const balance = page.locator('header .numbers').first();
      await expect(balance).toHaveText(/2[\s.,]\d{3}[\s.,]\d{3}[.,]\d\d/);
      expect(await balance.evaluate(isWhollySeen), 'the balance in the header is wholly seen').toBe(true);
      const isShown = ({ who, name, state }: Screen) =>
        who === 'customer' && ['filled', 'open'].includes(state) && names.includes(name);
      expect(await findFaults(page, allScreens(samples).filter(isShown))).toEqual([]);
      for (const path of ['/user/orders', '/user/tickets']) {
        await navigateTo(page, path);
        const { highest, dots } = await page.getByRole('table').evaluate(measureCards);
        expect(highest, `height of the cards of ${path}`).toBeLessThanOrEqual(110);
        expect(dots, `facts of ${path} whose line begins with a dot`).toEqual([]);
      }
      await page.context().close();
      if (currency === longest) expect(await faultsOfAdmin(browser, server.url, admin, samples)).toEqual([]);
    } finally {
      await server.remove();
    }
  });
}

/** Visits the screens of an admin with most amounts and texts, and returns their texts that do not fit. */
async function faultsOfAdmin(browser: Browser, url: string, admin: Account, samples: SampleIds): Promise<string[]> {
  const { page } = await openVisit(browser, 360);
  await signIn(page, url, admin);
  const screens = allScreens(samples).filter(
    ({ name, state }) => ['filled', 'open'].includes(state) && [...adminNames, ...wordyNames].includes(name),
  );
  const found = await findFaults(page, screens);
  await page.context().close();
  return found;
}

/** Returns whether the text of an element is inside the element and its parent. Runs in the page. */
function isWhollySeen(element: Element): boolean {
  const text = document.createRange();
  text.selectNodeContents(element);
  const { left, right } = text.getBoundingClientRect();
  return [element, element.parentElement!]
    .map((box) => box.getBoundingClientRect())
    .every((box) => left >= box.left && right <= box.right);
}

/** Returns the height of the highest card of a list, and the facts whose line begins with a dot. Runs in the page. */
function measureCards(list: Element) {
  const rows = [...list.querySelectorAll('tbody [role=row]')];
  const beginsWithDot = (fact: Element) => {
    const before = [...fact.parentElement!.children].filter((one) => one !== fact && one.checkVisibility());
    const { top } = fact.getBoundingClientRect();
    const isFirst = before.every((one) => {
      const box = one.getBoundingClientRect();
      return box.bottom <= top || box.top > top;
    });
    return isFirst && getComputedStyle(fact, '::before').content.startsWith('"·');
  };
  return {
    highest: Math.max(...rows.map((row) => row.getBoundingClientRect().height)),
    dots: [...list.querySelectorAll('tbody td')].filter(beginsWithDot).map(({ textContent }) => textContent),
  };
}
