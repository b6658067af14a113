import { expect, test, type Locator, type Page } from '@playwright/test';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { prepareShift } from './admin-shift.ts';
import { apiOf } from './api.ts';
import { messages } from './help-desk.ts';
import { browserOf, goTo, rootAccount, signIn } from './sign-in.ts';

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

test('E5 by keyboard alone an admin answers five tickets, with at most three keys each beside the typing', async ({
  browser,
}) => {
  const { page } = await browserOf(browser, 'laptop');
  await signIn(page, server.url, await rootAccount(server));
  await pressUntilFocused(page, page.getByRole('link', { name: 'Answer next' }));
  const reply = page.getByLabel('Your reply');
  const keys: number[] = [];
  const answered = new Set<string>();

  for (const at of [1, 2, 3, 4, 5]) {
    const press = counted(page);
    if (at === 1) await press.key('Enter');
    await expect(reply).toBeEditable();
    await expect(reply).toBeFocused();
    const ticket = page.url();
    answered.add(ticket);
    await page.keyboard.type(`Answer ${at}`);
    await expect(reply).toHaveValue(`Answer ${at}`);
    await press.key(at === 3 ? 'Control+Shift+Enter' : 'Control+Enter');
    await expect(page).not.toHaveURL(ticket);
    keys.push(press.count());
  }

  expect(keys).toEqual([2, 1, 1, 1, 1]);
  expect(answered.size).toBe(5);
  for (const [at, address] of [...answered].entries()) {
    await goTo(page, new URL(address).pathname);
    await expect(messages(page).last()).toContainText(`Answer ${at + 1}`);
  }
});

test('E5 by keyboard alone an admin delivers an order, adjusts a balance and creates a product', async ({
  browser,
}) => {
  const shop = openShopDatabase(server.dataFolder);
  const shift = await prepareShift(server, shop);
  const account = await rootAccount(server);
  const pin = '294817';
  const api = await apiOf(server.url, account);
  await api.post('/api/auth/pin', { password: account.password, pin });
  const { page } = await browserOf(browser, 'laptop');
  await signIn(page, server.url, account);
  const dialog = page.getByRole('dialog').last();

  await test.step('delivers an order', async () => {
    await goTo(page, '/admin/orders');
    await pressUntilFocused(page, page.getByRole('button', { name: `Open order ${shift.toDeliver}` }), 'j');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Deliver' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Close' })).not.toBeFocused();
    await pressUntilFocused(page, dialog.getByRole('button', { name: 'Deliver' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Status')).toBeFocused();
    await pressUntilFocused(page, dialog.getByLabel('Delivery notes (optional)'));
    await page.keyboard.type('Code ABCD');
    await pressUntilFocused(page, dialog.getByRole('button', { name: 'Deliver', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(dialog.getByText('Code ABCD')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Open order ${shift.toDeliver}` })).toBeFocused();
  });

  await test.step('adjusts a balance', async () => {
    await goTo(page, `/admin/users?search=${shift.customer.email}`);
    const row = page.getByRole('row').filter({ hasText: shift.customer.email });
    const menu = row.getByRole('button', { name: /actions/i }).first();
    await pressUntilFocused(page, menu);
    await page.keyboard.press('Enter');
    await pressUntilFocused(page, page.getByRole('menuitem', { name: 'Adjust balance' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Amount')).toBeFocused();
    await page.keyboard.type('12.5');
    await pressUntilFocused(page, dialog.getByLabel('Your PIN'));
    await page.keyboard.type(pin);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
    await expect(row.getByText('€92.50')).toBeVisible();
  });

  await test.step('creates a product', async () => {
    await goTo(page, '/admin/products/create');
    await pressUntilFocused(page, page.getByLabel('Title').first());
    await page.keyboard.type('Keyboard pass');
    await pressUntilFocused(page, page.getByLabel('Or its address on the web'));
    await page.keyboard.type('https://pictures.example/pass.png');
    await pressUntilFocused(page, page.getByRole('checkbox', { name: shift.category }));
    await page.keyboard.press('Space');
    await pressUntilFocused(page, page.getByLabel('Price').and(page.locator('input')));
    await page.keyboard.type('7.5');
    await pressUntilFocused(page, page.getByRole('button', { name: 'Create product' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Keyboard pass' })).toBeVisible();
  });
});

/** Presses a key until an element has the focus. */
async function pressUntilFocused(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible({ timeout: 40_000 });
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** A keyboard that counts the keys pressed; keys held together count as one. */
function counted(page: Page) {
  let pressed = 0;
  return {
    async key(name: string) {
      pressed += 1;
      await page.keyboard.press(name);
    },
    count: () => pressed,
  };
}
