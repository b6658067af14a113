import { expect, test, type Page } from '@playwright/test';
import { tagOf } from '../../src/client/text/locales.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import {
  adminAccount,
  browserOf,
  waitForServiceWorker,
  linkInEmail,
  expectNoSidewaysScroll,
  signIn,
  type Language,
} from './sign-in.ts';
import { translatorTo } from './texts.ts';

let server: RunningServer;
let network: FaultProxy;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
});

test.afterAll(async () => {
  await network.stop();
  await server.remove();
});

for (const language of ['en', 'ar'] as const) {
  test(`S1-07 S4-18 a customer registers, orders from the balance, writes a ticket offline, and support answers (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const translate = translatorTo(language);
    const amina = { name: 'Amina Ben Salah', email: `amina-${language}@example.org`, password: 'a long enough one' };
    // One subject for each language: the admin's list has the tickets of both.
    const subject = `Code refused (${language})`;
    const shop = openShopDatabase(server.dataFolder);
    const phone = await browserOf(browser, 'phone', language);
    const adminDevice = await browserOf(browser, 'laptop', language);
    const { page } = phone;

    await test.step('registers, and the link in the e-mail opens the account', async () => {
      await page.goto(`${network.url}/auth/register`);
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      await page.locator('input[name=name]').fill(amina.name);
      await page.locator('input[name=email]').fill(amina.email);
      await page.locator('input[name=password]').fill(amina.password);
      await page.getByRole('button', { name: translate('Create the account') }).click();
      await expect(page).toHaveURL(/\/auth\/email-confirmation/);
      const link = new URL(await linkInEmail(server, amina.email));
      await page.goto(`${network.url}${link.pathname}${link.search}`);
      await expect(page.getByText(translate('Your account is active'))).toBeVisible();
    });

    await test.step('signs in and finds the balance that root credited', async () => {
      await shop.credit(amina.email, 500);
      await signIn(page, network.url, amina);
      await expect(page.getByRole('banner').getByText(amountIn(language, 50_000))).toBeVisible();
      await expectNoSidewaysScroll(page);
    });

    await test.step('orders a variant: the list has it, the balance is lower, and the ledger has the charge', async () => {
      const product = await shop.productWithVariants();
      await page.goto(`${network.url}/user/categories/${product.categoryId}`);
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: product.title }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: product.variant, exact: false }).first().check();
      await dialog.getByRole('button', { name: translate('Confirm order') }).click();
      await expect(dialog).toBeHidden();
      await page.goto(`${network.url}/user/orders`);
      await expect(page.getByRole('table').getByText(product.title).first()).toBeVisible();
      await expect(page.getByRole('banner').getByText(amountIn(language, 50_000 - product.cents))).toBeVisible();
      expect(await shop.ledger(amina.email)).toEqual([
        { kind: 'add', amount_cents: 50_000, after_cents: 50_000 },
        { kind: 'charge', amount_cents: -product.cents, after_cents: 50_000 - product.cents },
      ]);
      await expectNoSidewaysScroll(page);
    });

    await test.step('opens a ticket and replies to it without a network; after a reload both still wait', async () => {
      await waitForServiceWorker(page);
      network.setDown(true);
      await phone.context.setOffline(true);
      await openTicket(page, network.url, language, subject);
      await page.getByLabel(translate('Your reply')).fill('سؤال آخر: متى يصل؟ / One more thing');
      await page.getByRole('button', { name: translate('Send') }).click();
      // In the conversation: in the field the reply is not stored yet.
      const reply = page.getByRole('article').getByText('One more thing');
      await expect(reply).toBeVisible();
      await page.reload();
      await expect(page.getByText('My code does not work')).toBeVisible();
      await expect(reply).toBeVisible();
      await page.goto(`${network.url}/user/tickets`);
      await expect(page.getByRole('table').getByText(subject)).toBeVisible();
      await expect(page.getByText(translate('Waiting to be sent')).first()).toBeAttached();
      await expectNoSidewaysScroll(page);
    });

    await test.step('when the network is back, an admin sees the ticket, answers and sets its status; the customer sees both without reloading', async () => {
      const admin = adminDevice.page;
      await signIn(admin, server.url, await adminAccount(server));
      await admin.goto(`${server.url}/admin/tickets`);
      await expect(admin.getByRole('table')).toBeVisible();
      network.setDown(false);
      await phone.context.setOffline(false);
      await expect(admin.getByText(subject).first()).toBeVisible({ timeout: 30_000 });
      await page.getByRole('table').getByText(subject).click();
      await admin.getByText(subject).first().click();
      await expect(admin.getByText('One more thing')).toBeVisible();
      await admin.getByLabel(translate('Your reply')).fill('We have sent you a new code.');
      await admin.getByRole('button', { name: translate('Send'), exact: true }).click();
      await expect(page.getByText('We have sent you a new code.')).toBeVisible({ timeout: 15_000 });
      await setStatus(admin, translate('Resolved'));
      await expect(page.getByText(translate('Resolved'), { exact: true }).first()).toBeVisible({ timeout: 15_000 });
      await expect(page.getByText(translate('Waiting to be sent'))).toHaveCount(0);
    });

    await shop.close();
    await phone.context.close();
    await adminDevice.context.close();
  });
}

/** Cents as the app writes an amount in a language, without the sign of the currency. */
const amountIn = (language: Language, cents: number): string =>
  new Intl.NumberFormat(tagOf(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

async function openTicket(page: Page, url: string, language: Language, subject: string): Promise<void> {
  const translate = translatorTo(language);
  await page.goto(`${url}/user/tickets/create`);
  await page.getByLabel(translate('Subject')).fill(subject);
  await page.getByLabel(translate('Type')).selectOption('technical');
  await page.getByLabel(translate('Content')).fill('My code does not work');
  await page.getByRole('button', { name: translate('Create ticket') }).click();
  await expect(page).toHaveURL(/\/user\/tickets\/[0-9a-f-]{36}$/);
  await expect(page.getByText('My code does not work')).toBeVisible();
}

async function setStatus(page: Page, status: string): Promise<void> {
  await page
    .getByRole('button', { name: /Code refused|#\d+/ })
    .and(page.locator('[aria-haspopup=menu]'))
    .first()
    .click();
  await page.getByRole('menuitemradio', { name: status }).click();
}
