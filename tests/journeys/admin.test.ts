import { expect, test, type Locator, type Page } from '@playwright/test';
import { picture } from '../support/uploads.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startEmptyShop } from './empty-shop.ts';
import { browserOf, goTo, signIn, type Account } from './sign-in.ts';

const root: Account = { email: 'samira@shop.example', password: 'the first of all phrases' };
const customer: Account = { email: 'yasmine@example.test', password: 'une bonne phrase' };
const pin = '294817';
/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: RunningServer;

test.beforeAll(async () => {
  server = await startEmptyShop(root);
});
test.afterAll(() => server.remove());

test('E3 S1-02 S2G-11 an admin sets a shop up from nothing: PIN, category, product, customer and balance; then an order is delivered with a proof and refunded', async ({
  browser,
}) => {
  const laptop = await browserOf(browser, 'laptop');
  const phone = await browserOf(browser, 'phone');
  const admin = laptop.page;
  for (const { page } of [laptop, phone]) page.setDefaultTimeout(15_000);
  await signIn(admin, server.url, root);

  await test.step('every page says that the shop is empty, and leads to the first product', async () => {
    for (const text of ['No orders yet', 'No tickets yet', 'Everyone has an answer'])
      await expect(admin.getByText(text, { exact: true })).toBeVisible();
    await expect(admin.getByText('€0.00').first()).toBeVisible();
    for (const [list, text] of [
      ['Orders', 'There are no orders yet.'],
      ['Support', 'There are no tickets yet.'],
      ['Categories', 'There are no categories yet.'],
      ['Products', 'There are no products yet.'],
    ] as const) {
      await admin.getByRole('navigation').first().getByRole('link', { name: list, exact: true }).click();
      await expect(admin.getByText(text)).toBeVisible();
    }
    await admin.getByRole('main').getByRole('link', { name: 'New product' }).last().click();
    await expect(admin.getByText('There are no categories yet.')).toBeVisible();
    await admin.getByRole('navigation').first().getByRole('link', { name: 'Users', exact: true }).click();
    await expect(admin.getByRole('row').filter({ hasText: root.email })).toBeVisible();
    await expect(admin.getByRole('row')).toHaveCount(2);
  });

  await test.step('a PIN', async () => {
    await goTo(admin, '/dashboard/settings');
    await admin.getByLabel('Current password').fill(root.password);
    await admin.getByLabel('New PIN').fill(pin);
    await admin.getByRole('button', { name: 'Save PIN' }).click();
    await expect(admin.getByText('PIN saved')).toBeVisible();
  });

  await test.step('a category, and a product with a picture and two variants', async () => {
    await goTo(admin, '/admin/categories/create');
    await admin.getByLabel('Title').fill('Night passes');
    await admin.getByRole('button', { name: 'Create category' }).click();
    await expect(admin.getByText('Category created')).toBeVisible();

    await goTo(admin, '/admin/products/create');
    await admin.getByLabel('Title').first().fill('Night bus pass');
    await admin
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'bus.png', mimeType: 'image/png', buffer: await picture('png', 2_000) });
    await cropToSquare(admin.getByRole('dialog', { name: 'Crop the picture' }));
    await admin.getByRole('checkbox', { name: 'Night passes' }).check();
    await admin.getByLabel('Has variants').check();
    const variants = admin.getByRole('group', { name: /^Variant/ });
    for (const [at, [title, price]] of [
      ['One week', '10'],
      ['One month', '30'],
    ].entries()) {
      if ((await variants.count()) <= at) await admin.getByRole('button', { name: 'Add a variant' }).click();
      await variants.nth(at).getByLabel('Title').fill(title!);
      await variants.nth(at).getByLabel('Price').fill(price!);
    }
    await admin.getByRole('button', { name: 'Create product' }).click();
    await expect(admin.getByRole('heading', { name: 'Night bus pass' })).toBeVisible();
    expect(await sizeOf(admin.getByRole('img', { name: 'Picture of the product' }))).toEqual([1_000, 1_000, 'webp']);
  });

  await test.step('a customer with balance', async () => {
    await goTo(admin, '/admin/users');
    await admin
      .getByRole('button', { name: 'New user' })
      .or(admin.getByRole('link', { name: 'New user' }))
      .click();
    await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Yasmine K.');
    await admin.getByLabel('E-mail', { exact: true }).fill(customer.email);
    await admin.getByLabel('Password', { exact: true }).fill(customer.password);
    await admin.getByRole('button', { name: 'Create user' }).click();
    await expect(admin.getByText(customer.email).first()).toBeVisible();
    await openMenuItem(admin, 'Yasmine K.', 'Adjust balance');
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('50');
    await dialog.getByLabel('Your PIN').fill(pin);
    await dialog.getByRole('button', { name: 'Add to the balance' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(admin, customer.email).getByText('€50.00')).toBeVisible();
  });

  await test.step('the customer orders', async () => {
    await signIn(phone.page, server.url, customer);
    await goTo(phone.page, '/user/catalogue?search=night');
    await phone.page.getByRole('button', { name: 'Night bus pass' }).first().click();
    const dialog = phone.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'One week' }).check();
    await dialog.getByRole('button', { name: 'Confirm order' }).click();
    await expect(dialog).toBeHidden();
    await expect(phone.page.getByRole('banner').getByText('€40.00')).toBeVisible();
  });

  await test.step('the admin delivers it with a proof, which the customer sees', async () => {
    await goTo(admin, '/admin/orders');
    await admin
      .getByRole('button', { name: /^Open order/ })
      .first()
      .click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
    const deliver = admin.getByRole('dialog').last();
    await deliver.getByLabel('Delivery notes (optional)').fill('Code NB-7781');
    await deliver
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: png });
    await deliver.getByRole('button', { name: 'Deliver', exact: true }).click();
    await goTo(phone.page, '/user/orders');
    await phone.page
      .getByRole('button', { name: /^Open order/ })
      .first()
      .click();
    await expect(phone.page.getByRole('dialog').getByText('Code NB-7781')).toBeVisible();
  });

  await test.step('the admin refunds it; the ledger has every movement once', async () => {
    await goTo(admin, '/admin/orders');
    await admin
      .getByRole('button', { name: /^Status of order/ })
      .first()
      .click();
    await admin.getByRole('menuitemradio', { name: 'Refunded' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Set “Refunded”' }).click();
    await expect(phone.page.getByRole('banner').getByText('€50.00')).toBeVisible();
    const shop = openShopDatabase(server.dataFolder);
    expect(await shop.ledger(customer.email)).toEqual([
      { kind: 'add', amount_cents: 5_000, after_cents: 5_000 },
      { kind: 'charge', amount_cents: -1_000, after_cents: 4_000 },
      { kind: 'return', amount_cents: 1_000, after_cents: 5_000 },
    ]);
  });
});

/** Halves the shown part with the keyboard, moves it to a corner, and takes it as a square. */
async function cropToSquare(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Square' }).click();
  await dialog.getByLabel('Zoom').fill('2');
  await dialog.getByRole('group', { name: 'Part of the picture' }).press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  await expect(dialog).toBeHidden();
}

/** The width, height and ending of a shown picture. */
const sizeOf = (image: Locator): Promise<unknown[]> =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    return [element.naturalWidth, element.naturalHeight, element.src.split('.').at(-1)];
  });

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

async function openMenuItem(page: Page, name: string, item: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /actions/i })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}
