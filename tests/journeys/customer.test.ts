import { expect, test, type Locator } from '@playwright/test';
import { fileSizeMax } from '../../src/contract/limits.ts';
import { apiOf } from './api.ts';
import {
  addBalance,
  amountIn,
  confirmOrder,
  openProduct,
  openTicket,
  photo,
  setStatus,
  signOf,
  waitingPhoto,
} from './customer-steps.ts';
import { untilLoaded } from '../../scripts/look/visits.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import {
  adminAccount,
  browserOf,
  goTo,
  linkInEmail,
  waitForServiceWorker,
  expectNoSidewaysScroll,
  signIn,
} from './sign-in.ts';
import { translatorTo } from './texts.ts';

for (const { language, currency } of [
  { language: 'en', currency: 'EUR' },
  { language: 'ar', currency: 'LYD' },
] as const) {
  test.describe(`${language}, ${currency}`, () => {
    let server: RunningServer;
    let network: FaultProxy;

    test.beforeAll(async () => {
      server = await startServer({ CURRENCY: currency });
      network = await startFaultProxy(server.url);
    });
    test.afterAll(async () => {
      await network.stop();
      await server.remove();
    });

    test(`S1-02 S1-07 S1-08 S2E-04 S2R-11 S4-18 D-18 a customer registers, orders from the balance twice, receives a proof, writes a ticket with a photo offline, gets an answer and prints a statement (${language}, ${currency})`, async ({
      browser,
    }) => {
      const translate = translatorTo(language);
      const amina = { name: 'Amina Ben Salah', email: 'amina@example.org', password: 'a long enough one' };
      const subject = 'Code refused';
      const shop = openShopDatabase(server.dataFolder, currency);
      const phone = await browserOf(browser, 'phone', language);
      const adminDevice = await browserOf(browser, 'laptop', language);
      const { page } = phone;
      const admin = adminDevice.page;
      const product = await shop.productWithVariants();
      const balance = page.getByRole('banner');
      const paid = [50_000, 50_000 - product.cents, 50_000 - 2 * product.cents] as const;

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
        await signIn(page, network.url, amina);
        await expect(page.getByRole('heading', { name: translate('Add balance') })).toBeVisible();
        await expectNoSidewaysScroll(page);
      });

      await test.step('without balance an order is refused, and the popup says what is missing', async () => {
        await openProduct(page, product);
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByText(translate('Your balance is not enough for this order.'))).toBeVisible();
        const sentence = new RegExp(translate('{missing} is missing.').replace('{missing}', '.+'));
        const missing = dialog.getByText(amountIn(language, product.cents)).filter({ hasText: sentence });
        await expect(missing).toBeVisible();
        const wide = page.viewportSize()!;
        await page.setViewportSize({ width: 360, height: 780 });
        await dialog.getByRole('button', { name: translate('Confirm order') }).click();
        // In the popup, which stays open, and in a toast, which on a phone covers none of the popup.
        await expect(page.getByText(translate('Your balance is not enough for this order.'))).toHaveCount(2);
        const toasts = page.getByRole('region', { name: translate('Messages') });
        await expect.poll(async () => (await gapBetween(toasts, dialog)) >= 0).toBe(true);
        await page.setViewportSize(wide);
        await expect(dialog).toBeVisible();
        expect(await shop.ledger(amina.email)).toEqual([]);
        await expectNoSidewaysScroll(page);
      });

      await test.step('an admin adds balance, which the customer sees', async () => {
        const account = await adminAccount(server);
        await addBalance(await apiOf(server.url, account), amina.email, account.password);
        await expect(balance.getByText(amountIn(language, paid[0]))).toBeVisible();
        await expect(balance.getByText(signOf(language, currency))).toBeVisible();
      });

      await test.step('orders a variant: the list has it, the balance is lower, and the ledger has the charge', async () => {
        await confirmOrder(page, translate);
        await goTo(page, '/user/orders');
        await expect(page.getByRole('table').getByText(product.title).first()).toBeVisible();
        await expect(balance.getByText(amountIn(language, paid[1]))).toBeVisible();
        await expectNoSidewaysScroll(page);
      });

      await test.step('orders it again from the dashboard', async () => {
        await goTo(page, '/dashboard/user');
        const panel = page.locator('section').filter({ hasText: translate('Order again') });
        await panel.getByRole('button', { name: product.title }).click();
        await confirmOrder(page, translate);
        await expect(balance.getByText(amountIn(language, paid[2]))).toBeVisible();
        expect(await shop.ledger(amina.email)).toEqual([
          { kind: 'add', amount_cents: paid[0], after_cents: paid[0] },
          { kind: 'charge', amount_cents: -product.cents, after_cents: paid[1] },
          { kind: 'charge', amount_cents: -product.cents, after_cents: paid[2] },
        ]);
      });

      await test.step('an admin delivers the order with a proof, which the customer opens', async () => {
        await signIn(admin, server.url, await adminAccount(server));
        const orderId = await shop.newestOrderIdOf(amina.email);
        await goTo(admin, `/admin/orders?deliver=${orderId}`);
        const dialog = admin.getByRole('dialog');
        await dialog
          .locator('input[type=file]')
          .first()
          .setInputFiles(await photo('proof.png'));
        await dialog.getByRole('button', { name: translate('Deliver'), exact: true }).click();
        await expect(dialog).toBeHidden();
        await goTo(page, `/user/orders?order=${orderId}`);
        const details = page.getByRole('dialog');
        const name = translate('Attachment of order {id}').replace('{id}', String(orderId));
        const proof = details.getByRole('button', { name });
        await expect(proof).toBeVisible();
        await proof.click();
        const picture = page.locator('dialog img[src^="/api/files/"]');
        await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(600);
        await page.keyboard.press('Escape');
        await expect(picture).toHaveCount(0);
        await expect(details).toBeVisible();
      });

      await test.step('without a network opens a ticket with a photo, replies to it and reads a help article; after a reload both still wait', async () => {
        await waitForServiceWorker(page);
        network.setDown(true);
        await phone.context.setOffline(true);
        await openTicket(page, translate, subject);
        const waiting = await waitingPhoto(page);
        expect(waiting).toMatchObject({ name: 'broken-code.jpg', width: 1_920, height: 2_560, hasMetadata: false });
        expect(waiting.size).toBeLessThanOrEqual(fileSizeMax);
        await page.getByLabel(translate('Your reply')).fill('سؤال آخر: متى يصل؟ / One more thing');
        await page.getByRole('button', { name: translate('Send') }).click();
        // In the conversation: in the field the reply is not stored yet.
        const reply = page.getByRole('article').getByText('One more thing');
        await expect(reply).toBeVisible();
        await page.reload();
        await expect(page.getByText('My code does not work')).toBeVisible();
        await expect(reply).toBeVisible();
        await goTo(page, '/dashboard/help');
        await page.getByRole('main').locator('a[href^="/dashboard/help/"]').first().click();
        await page.getByRole('button', { name: translate('Yes'), exact: true }).click();
        await expect(page.getByText(translate('Thank you for your answer.'))).toBeVisible();
        await goTo(page, '/user/tickets');
        await expect(page.getByRole('table').getByText(subject)).toBeVisible();
        await expect(page.getByText(translate('Waiting to be sent')).first()).toBeAttached();
        await expectNoSidewaysScroll(page);
      });

      await test.step('when the network is back, an admin sees the ticket, answers and sets its status; the customer sees both without reloading', async () => {
        await goTo(admin, '/admin/tickets');
        await untilLoaded(admin);
        await expect(admin.getByRole('table')).toBeVisible();
        network.setDown(false);
        await phone.context.setOffline(false);
        await expect(admin.getByText(subject).first()).toBeVisible();
        await page.getByRole('table').getByText(subject).click();
        await admin.getByText(subject).first().click();
        await expect(admin.getByRole('article').getByText('One more thing')).toBeVisible();
        await expect(admin.getByRole('button', { name: /broken-code\.jpg/ })).toBeVisible();
        await admin.getByLabel(translate('Your reply')).fill('We have sent you a new code.');
        await admin.getByRole('button', { name: translate('Send'), exact: true }).click();
        await expect(page.getByText('We have sent you a new code.')).toBeVisible();
        await setStatus(admin, translate('Resolved'));
        await expect(page.getByText(translate('Resolved'), { exact: true }).first()).toBeVisible();
        await expect(page.getByText(translate('Waiting to be sent'))).toHaveCount(0);
      });

      await test.step('prints a statement with every movement and the balance at the end', async () => {
        await goTo(page, '/user/balance');
        await goTo(page, '/user/balance/statement');
        const paper = page.locator('[data-paper]');
        await expect(paper.getByRole('row').last()).toContainText(amountIn(language, paid[2]));
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByRole('banner')).toBeHidden();
        await expect(paper.getByRole('row')).toHaveCount(6);
        expect((await page.pdf()).byteLength).toBeGreaterThan(1_000);
      });

      await shop.close();
      await phone.context.close();
      await adminDevice.context.close();
    });
  });
}

/** Returns the distance in px from the lower edge of one element to the upper edge of another. */
async function gapBetween(above: Locator, below: Locator): Promise<number> {
  const [upper, lower] = await Promise.all([above.boundingBox(), below.boundingBox()]);
  return upper && lower ? lower.y - (upper.y + upper.height) : Number.NaN;
}
