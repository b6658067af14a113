import { expect, test } from '@playwright/test';
import { findSampleIds } from '../../scripts/look/sample-ids.ts';
import { allScreens } from '../../scripts/look/screens.ts';
import { fillLogin, openVisit, untilLoaded } from '../../scripts/look/visits.ts';
import { usePseudoLocale, wordsOfDates } from '../support/pseudo-locale.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
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
