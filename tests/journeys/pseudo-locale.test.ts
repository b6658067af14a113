import { expect, test } from '@playwright/test';
import { findSampleIds } from '../../scripts/look/sample-ids.ts';
import { allScreens } from '../../scripts/look/screens.ts';
import { fillLogin, openVisit, untilLoaded } from '../../scripts/look/visits.ts';
import { usePseudoLocale, wordsOfDates } from '../support/pseudo-locale.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { findClipped } from '../support/screen-checks.ts';
import { findFaults } from '../support/screen-overlaps.ts';
import { findUntranslated, writtenTexts } from '../support/untranslated.ts';
import { adminAccount, customerAccount } from './sign-in.ts';

let server: RunningServer;

test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.remove());

const names = {
  customer: [
    'dashboard',
    'catalogue',
    'category',
    'orders',
    'balance',
    'tickets',
    'ticket-new',
    'ticket',
    'outbox',
    'settings',
    'order-dialog-variants',
    'order-details',
  ],
  admin: [
    'admin-dashboard',
    'admin-tickets',
    'admin-ticket',
    'admin-orders',
    'admin-order-details',
    'admin-products',
    'admin-product-new',
    'admin-categories',
    'admin-users',
    'admin-shop',
    'admin-settings',
  ],
};

for (const who of ['customer', 'admin'] as const) {
  test(`S9-20 every text on the screens of the ${who} is in the catalogues, and fits at 360 px when it is 40 % longer`, async ({
    browser,
  }) => {
    const accounts = { customer: await customerAccount(server), admin: await adminAccount(server) };
    const screens = allScreens(await findSampleIds({ url: server.url, accounts })).filter(
      (one) => one.who === who && ['filled', 'open'].includes(one.state) && names[who].includes(one.name),
    );
    const { page } = await openVisit(browser, 360, { serviceWorkers: 'block' });
    await usePseudoLocale(page.context());
    await fillLogin(page, server.url, accounts[who]);
    await untilLoaded(page);
    const written = await writtenTexts(page);
    const dates = wordsOfDates();

    for (const one of screens) {
      expect.soft(await findFaults(page, [one])).toEqual([]);
      // Arabic, because in no other language does every Latin word count.
      expect.soft(await findUntranslated(page, 'ar', dates, written), `on ${one.name}`).toEqual([]);
    }
    expect(screens.map(({ name }) => name).toSorted()).toEqual(names[who].toSorted());
    await page.context().close();
  });
}

test('the tests above can fail: words of codes, of keys and of articles are no texts of users, and a longer label does not fit', async ({
  browser,
}) => {
  const { page } = await openVisit(browser, 360, { serviceWorkers: 'block' });
  const setWidth = (width: string) =>
    page.locator('h1').evaluate((heading, value) => {
      Object.assign(heading.style, { width: value, whiteSpace: 'nowrap' });
      return `${heading.getBoundingClientRect().width}px`;
    }, width);
  const ticket = { subject: 'My card does not work', status: 'resolved', created_at: 1, tags: ['refund'], by: 'Karim' };
  const written = JSON.stringify([ticket, { title: 'Your profile', body: 'Write the new one, and press **Save**.' }]);
  const parts = {
    'a key': 'Created',
    'a code': 'Resolved',
    'a button in an article': 'Save',
    'the beginning of a word': 'Car',
    'a label': '<button aria-label="Send">→</button>',
    'words beside a name': 'Karim, your order',
    'a subject': 'My card does not work',
    'a subject that is cut': 'My card does no…',
    'a name': 'Karim',
    'a tag': 'refund',
    'a text of the catalogue': 'Ōřđēř',
    'a sentence of an article': 'Write the new one, and press',
    'a text in another language': '<p lang="en">Created</p>',
  };

  await page.goto(`${server.url}/auth/login`);
  const width = await setWidth('max-content');
  expect(await page.evaluate(findClipped)).toEqual([]);
  await usePseudoLocale(page.context());
  await page.reload();
  await setWidth(width);
  expect(await page.evaluate(findClipped)).toEqual([expect.stringMatching(/too wide for its box/)]);
  const found: string[] = [];
  for (const [name, html] of Object.entries(parts)) {
    await page.evaluate((inner) => {
      document.title = '';
      document.body.innerHTML = inner;
    }, html);
    if ((await findUntranslated(page, 'ar', wordsOfDates(), written)).length > 0) found.push(name);
  }

  expect(found).toEqual(Object.keys(parts).slice(0, 6));
  await page.context().close();
});
