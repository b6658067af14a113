import { expect, test } from '@playwright/test';
import type { Order } from '../../src/contract/orders.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { apiOf, type Api } from './api.ts';
import { confirmOrder } from './customer-steps.ts';
import {
  adminAccount,
  browserOf,
  customerAccount,
  expectNoSidewaysScroll,
  goTo,
  signIn,
  waitForServiceWorker,
} from './sign-in.ts';
import { translatorTo } from './texts.ts';

for (const { language, device } of [
  { language: 'ar', device: 'phone' },
  { language: 'en', device: 'laptop' },
] as const) {
  test.describe(`${language}, ${device}`, () => {
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

    test(`AN-04 AN-11 AN-15 QT-11 QT-13 RF-11 units at a price for 1,000 are ordered with answers, corrected offline, and returned in part (${language}, ${device})`, async ({
      browser,
    }) => {
      const translate = translatorTo(language);
      const [amina, sara] = [await customerAccount(server), await adminAccount(server)];
      const shop = openShopDatabase(server.dataFolder);
      const product = await shop.productSoldByThousands();
      await shop.close();
      const api = await apiOf(server.url, amina);
      const { page, context } = await browserOf(browser, device, language);
      const totalOf = (quantity: number) => Math.ceil((product.cents * quantity) / 1000) / 100;

      const order =
        await test.step('the customer orders 2,500 units, after a wrong quantity and a missing answer were refused', async () => {
          await signIn(page, network.url, amina);
          await waitForServiceWorker(page);
          await goTo(page, `/user/categories?buy=${product.id}&variant=${product.variantId}`);
          const dialog = page.getByRole('dialog');
          const quantity = dialog.getByRole('spinbutton');
          await quantity.fill('٢٤٠٠');
          await dialog.getByRole('button', { name: translate('Confirm order') }).click();
          await expect(quantity).toHaveAttribute('aria-invalid', 'true');
          await expect(dialog.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
          await expectNoSidewaysScroll(page);
          await quantity.press('ArrowUp');
          await expect(quantity).toHaveValue('2500');
          await dialog.getByRole('textbox').first().fill('Souk');
          await confirmOrder(page, translate);
          return newestOrder(api);
        });
      expect(order).toMatchObject({
        total_price: totalOf(2500),
        items: [{ quantity: 2500, price_per: 1000, unit_price: product.cents / 100, answers: [{ value: 'Souk' }] }],
      });

      const office = await browserOf(browser, 'laptop');
      await test.step('an admin asks for another name', async () => {
        await signIn(office.page, server.url, sara);
        await goTo(office.page, `/admin/orders?order=${order.id}`);
        await office.page.getByRole('button', { name: 'Ask to correct…' }).click();
        const dialog = office.page.getByRole('dialog', { name: `Ask to correct order #${order.id}` });
        await dialog.getByRole('checkbox', { name: 'Name of the sender' }).check();
        await dialog.getByLabel('What is wrong').fill('This name is taken.');
        await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
        await expect(office.page.getByText('The customer is asked to correct')).toBeVisible();
      });

      await test.step('the customer corrects it without a connection', async () => {
        await goTo(page, `/user/orders?order=${order.id}`);
        await expect(page.getByText('This name is taken.')).toBeVisible();
        network.setDown(true);
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').first().fill('Souk 7');
        await expectNoSidewaysScroll(page);
        await dialog.getByRole('button', { name: translate('Send correction') }).click();
        await expect(dialog.getByText(translate('Waiting to be sent'), { exact: true })).toBeVisible();
        expect((await orderOf(api, order.id)).items[0]!.answers).toMatchObject([{ value: 'Souk' }]);
        network.setDown(false);
        await expect.poll(async () => (await orderOf(api, order.id)).items[0]!.answers?.[0]?.value).toBe('Souk 7');
        await expect(dialog.getByText('This name is taken.')).toBeHidden();
      });

      await test.step('the admin reads the answer, and returns what was not delivered', async () => {
        await expect(office.page.getByText('Souk 7').first()).toBeVisible();
        await office.page.getByRole('button', { name: 'Return a part…' }).click();
        const dialog = office.page.getByRole('dialog', { name: /^Return a part of order/ });
        await dialog.getByLabel('Units delivered (optional)').fill('2000');
        const part = (Math.round((totalOf(2500) - totalOf(2000)) * 100) / 100).toFixed(2);
        await expect(dialog.getByLabel('Amount')).toHaveValue(part);
        await dialog.getByLabel('Reason').fill('500 not delivered');
        await dialog.getByRole('button', { name: 'Return this part' }).click();
        await expect(dialog).toBeHidden();
        await expect.poll(async () => (await orderOf(api, order.id)).refunded).toBe(Number(part));
      });

      await expect(page.getByRole('dialog').getByText('500 not delivered')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await context.close();
      await office.context.close();
    });
  });
}

async function newestOrders(api: Api): Promise<Order[]> {
  return ((await (await api.get('/api/orders')).json()) as { data: Order[] }).data;
}

const newestOrder = async (api: Api): Promise<Order> => (await newestOrders(api))[0]!;

const orderOf = async (api: Api, id: number): Promise<Order> =>
  (await newestOrders(api)).find((order) => order.id === id)!;
