import { expect, test, type Page } from '@playwright/test';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { apiOf, type Api } from './api.ts';
import { confirmOrder } from './customer-steps.ts';
import { readDevice } from './device-contents.ts';
import {
  adminAccount,
  browserOf,
  customerAccount,
  expectNoSidewaysScroll,
  goTo,
  otherCustomerAccount,
  signIn,
} from './sign-in.ts';
import { translatorTo } from './texts.ts';

const pin = '294817';
const textOf = (at: number) => `QX7K-${String(at).padStart(4, '0')}-ZT`;

interface Placed {
  order: { id: number; items: { codes: { count: number } }[] };
}

for (const { language, device } of [
  { language: 'ar', device: 'phone' },
  { language: 'en', device: 'laptop' },
] as const) {
  test.describe(`${language}, ${device}`, () => {
    let server: RunningServer;
    test.beforeAll(async () => {
      server = await startServer();
    });
    test.afterAll(() => server.remove());

    test(`ST-03 ST-05 ST-06 ST-08 ST-10 50 codes are imported, bought by two customers at once, opened, one is replaced, sold out and back (${language}, ${device})`, async ({
      browser,
    }) => {
      const translate = translatorTo(language);
      const [amina, karim, sara] = [
        await customerAccount(server),
        await otherCustomerAccount(server),
        await adminAccount(server),
      ];
      const shop = openShopDatabase(server.dataFolder);
      const product = await shop.plainProduct();
      await shop.close();
      const admin = await apiOf(server.url, sara);
      const other = await apiOf(server.url, karim);
      await admin.post('/api/auth/pin', { password: sara.password, pin });
      await admin.post(`/api/products/${product.id}`, { sells_codes: true, quantity_max: 50 });
      for (const { email } of [amina, karim]) await pay(admin, email, (product.cents * 30) / 100);
      const office = await browserOf(browser, device, language);
      const { page, context } = await browserOf(browser, device, language);
      const press = (name: string, within: Page = page) =>
        within.getByRole('button', { name: translate(name), exact: true }).click();

      const addCodes = async (texts: readonly string[]) => {
        await goTo(office.page, `/admin/products/${product.id}`);
        await press('Add codes', office.page);
        const sheet = office.page.getByRole('dialog');
        await sheet.getByRole('textbox').first().fill(texts.join('\n'));
        await expectNoSidewaysScroll(office.page);
        await sheet.getByRole('button', { name: translate('Check the codes') }).click();
        await expect(sheet.getByRole('status').first()).toBeVisible();
        await sheet.locator('button').last().click();
        await expect(sheet).toBeHidden();
      };

      await test.step('an admin adds 50 codes after a check', async () => {
        await signIn(office.page, server.url, sara);
        await addCodes(Array.from({ length: 50 }, (_, at) => textOf(at)));
        await expectNoSidewaysScroll(office.page);
      });

      const orders = await test.step('two customers buy all of them at once', async () => {
        await signIn(page, server.url, amina);
        await goTo(page, `/user/catalogue?buy=${product.id}`);
        await page.getByRole('dialog').getByRole('spinbutton').fill('28');
        const [placed] = await Promise.all([
          other.post<Placed>('/api/orders', { product_id: product.id, quantity: 22 }),
          confirmOrder(page, translate),
        ]);
        return { karims: placed.order.id, aminas: await newestOrder(await apiOf(server.url, amina)) };
      });

      await test.step('each opens the own codes, and no code is in both orders', async () => {
        await goTo(page, `/user/orders?order=${orders.aminas}`);
        await press('Show codes');
        await expect(page.getByRole('dialog').locator('bdi', { hasText: 'QX7K-' })).toHaveCount(28);
        await expectNoSidewaysScroll(page);
        const shown = await page.getByRole('dialog').locator('bdi', { hasText: 'QX7K-' }).allTextContents();
        const { codes } = await other.post<{ codes: { code: string }[] }>(
          `/api/orders/${orders.karims}/codes/reveal`,
          {},
        );
        expect(new Set([...shown, ...codes.map(({ code }) => code)]).size).toBe(50);
      });

      await test.step('the product is sold out, and the customer waits for it', async () => {
        await goTo(page, `/user/catalogue?buy=${product.id}`);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: translate('Notify me when it is back') })
          .click();
        await expect(
          page.getByRole('dialog').getByRole('button', { name: translate('Do not notify me') }),
        ).toBeVisible();
        await expectNoSidewaysScroll(page);
      });

      await test.step('new codes bring it back, and the customer is notified', async () => {
        await addCodes(['QX7K-9001-ZT', 'QX7K-9002-ZT']);
        const bell = page.locator('header').getByRole('button', { name: language === 'en' ? /unread/ : /غير مقروء/ });
        await expect(page.getByRole('dialog').getByRole('button', { name: translate('Confirm order') })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(bell.first()).toBeVisible();
      });

      await test.step('an admin replaces a code, and the customer opens the replacement', async () => {
        await goTo(office.page, `/admin/orders?order=${orders.aminas}`);
        await office.page
          .getByRole('button', { name: translate('Replace…') })
          .first()
          .click();
        const question = office.page.getByRole('dialog', { name: translate('Replace a code') });
        await question.getByRole('textbox').first().fill('already used');
        await question.locator('input[type=password]').fill(pin);
        await expectNoSidewaysScroll(office.page);
        await question.getByRole('button', { name: translate('Replace'), exact: true }).click();
        await expect(question).toBeHidden();
        await goTo(page, `/user/orders?order=${orders.aminas}`);
        await press('Show codes');
        await expect(page.getByRole('dialog').getByText('QX7K-9001-ZT')).toBeVisible();
        await expect(page.getByRole('dialog').getByText(translate('This code was replaced.'))).toHaveCount(1);
      });

      await test.step('opened codes are on the customer’s device alone, and gone after the sign-out', async () => {
        const stored = await readDevice(page);
        expect(JSON.stringify(stored.databases)).toContain('QX7K-');
        expect(JSON.stringify({ ...(await readDevice(office.page)), dom: '' })).not.toContain('QX7K-');
        const elsewhere = Object.values(stored.databases).map((tables) => ({ ...tables, opened_codes: [] }));
        expect(JSON.stringify([elsewhere, stored.caches, stored.localStorage, stored.sessionStorage])).not.toContain(
          'QX7K-',
        );

        await goTo(page, '/dashboard/settings');
        await page
          .getByRole('main')
          .getByRole('button', { name: translate('Log out'), exact: true })
          .click();
        await expect(page.locator('input[name=email]')).toBeVisible();
        expect(JSON.stringify(await readDevice(page))).not.toContain('QX7K-');
      });

      await context.close();
      await office.context.close();
    });
  });
}

async function pay(admin: Api, email: string, amount: number): Promise<void> {
  const { data } = (await (await admin.get(`/api/users?search=${email}`)).json()) as {
    data: { data: { id: number }[] };
  };
  await admin.post(`/api/users/${data.data[0]!.id}/balance/add`, { amount, pin });
}

async function newestOrder(api: Api): Promise<number> {
  const { data } = (await (await api.get('/api/orders?per_page=1')).json()) as { data: { id: number }[] };
  return data[0]!.id;
}
