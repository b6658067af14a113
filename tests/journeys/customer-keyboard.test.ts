import { expect, test } from '@playwright/test';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { keyboardOf } from './counted-keyboard.ts';
import { messages } from './help-desk.ts';
import { browserOf, customerAccount, goTo } from './sign-in.ts';

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

test('D5 by keyboard alone a customer does twelve jobs, each with few keys beside the typing', async ({ browser }) => {
  const account = await customerAccount(server);
  const shop = openShopDatabase(server.dataFolder);
  const product = await shop.productWithVariants();
  await shop.credit(account.email, Math.ceil((2 * product.cents) / 100));
  await shop.close();
  const { page } = await browserOf(browser, 'laptop');
  const { press, checkFocus, to, type, takeCount } = keyboardOf(page);
  const [main, banner] = [page.getByRole('main'), page.getByRole('banner')];
  const menu = page.getByRole('navigation', { name: 'Main' });
  const dialog = page.getByRole('dialog').last();
  const confirm = dialog.getByRole('button', { name: 'Confirm order' });
  const rows = page.getByRole('table').getByRole('button', { name: /^Open / });
  const question = 'A question by keyboard';
  const steps: Record<string, number> = {};

  /** Does a job with at most so many keys, from the start of the dashboard. */
  const job = async (name: string, most: number, work: () => Promise<void>) => {
    if (page.url().endsWith('/dashboard/user')) await main.focus();
    else await goTo(page, '/dashboard/user');
    await expect(main.getByRole('heading', { name: 'Order again' })).toBeVisible();
    await expect(main).toBeFocused();
    // The notice of unsent changes goes away by itself, with its button.
    await expect(main.getByText('Open the outbox')).toHaveCount(0);
    await nextJob(name, most, work);
  };
  /** Does a job from where the one before has ended. */
  const nextJob = (name: string, most: number, work: () => Promise<void>) =>
    test.step(name, async () => {
      await work();
      steps[name] = takeCount();
      expect.soft(steps[name], `keys to ${name}`).toBeLessThanOrEqual(most);
    });
  /** From the start of a page to the first entry of the menu. */
  const toMenu = async () => {
    await press('Shift+Tab');
    await press('Enter');
    await expect(menu.getByRole('link').first()).toBeFocused();
  };
  const toTickets = async () => {
    await to(menu.getByRole('link', { name: 'Tickets' }), 'Shift+Tab');
    await press('Enter');
  };
  const toSearch = async () => {
    await press('/');
    await expect(page.getByRole('combobox', { name: 'Search and go to' })).toBeFocused();
    await checkFocus('/');
    await press('Enter');
    await expect(main.getByRole('searchbox')).toBeFocused();
    await checkFocus('Enter in the palette');
  };
  const allSent = () => expect(page.getByText('Waiting to be sent')).toHaveCount(0);

  await page.goto(`${server.url}/auth/login`);
  await nextJob('log in', 4, async () => {
    await to(page.getByLabel('E-mail'));
    await type(account.email);
    await to(page.getByLabel('Password', { exact: true }));
    await type(account.password);
    await press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/user$/);
    await expect(main).toBeFocused();
  });

  // The shop's announcement is shown with the next visit after the articles have arrived, before what the jobs look for.
  await goTo(page, '/dashboard/help');
  await expect(main.getByRole('listitem').getByRole('link').first()).toBeVisible();
  await goTo(page, '/dashboard/user');
  const dismiss = main.getByRole('button', { name: /^Dismiss: / });
  await dismiss.focus({ timeout: 20_000 });
  await page.keyboard.press('Enter');
  await expect(dismiss).toHaveCount(0);

  const found = main.getByRole('button', { name: product.title, exact: true });
  await job('find a product', 5, async () => {
    await to(main.getByRole('link', { name: 'Browse the catalogue' }));
    await press('Enter');
    await expect(page.getByLabel('Search products')).toBeVisible();
    await expect(main).toBeFocused();
    await toSearch();
    await type(product.title);
    await expect(found).toHaveCount(1);
    await press('ArrowDown');
    await expect(found).toBeFocused();
  });

  await nextJob('order it with a variant', 9, async () => {
    await press('Enter');
    await to(dialog.getByRole('radio', { name: product.variant }));
    await press('Space');
    await to(confirm);
    await press('Enter');
    await expect(dialog).toBeHidden();
    await expect(found).toBeFocused();
  });

  await job('order it again from the dashboard', 17, async () => {
    const tile = main.getByRole('button', { name: product.title });
    await to(tile);
    await press('Enter');
    await expect(dialog.getByRole('radio', { name: product.variant })).toBeChecked();
    await to(confirm);
    await press('Enter');
    await expect(dialog).toBeHidden();
    await expect(tile).toBeFocused();
  });

  await job('filter the orders', 14, async () => {
    await toMenu();
    await to(menu.getByRole('link', { name: 'Orders' }));
    await press('Enter');
    await expect(rows.first()).toBeVisible();
    await expect(main).toBeFocused();
    await toSearch();
    const filter = main.getByRole('button', { name: /^Status/ });
    await to(filter);
    await press('Enter');
    await to(page.getByRole('checkbox', { name: 'New' }));
    await press('Space');
    await press('Escape');
    await expect(filter).toBeFocused();
    await expect(page).toHaveURL(/status=new/);
  });

  await nextJob('open an order and close it', 3, async () => {
    await press('ArrowDown');
    await expect(rows.first()).toBeFocused();
    await press('Enter');
    await expect(dialog.getByRole('heading', { name: /^Order #/ })).toBeFocused();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(rows.first()).toBeFocused();
  });

  await job('open a ticket', 15, async () => {
    await toTickets();
    await to(main.getByRole('link', { name: 'New ticket' }));
    await press('Enter');
    await to(page.getByLabel('What happened?'));
    await type('Does it work?');
    await to(page.getByLabel('Subject'));
    await page.keyboard.press('Control+A');
    await type(question);
    await to(page.getByRole('radio', { name: 'General' }));
    await press('ArrowRight');
    await press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Technical' })).toBeChecked();
    await press('Control+Enter');
    await expect(messages(page)).toContainText(['Does it work?']);
    await expect(main).toBeFocused();
    await allSent();
  });

  await job('reply in a ticket', 10, async () => {
    await toTickets();
    const ticket = page.getByRole('table').getByRole('button', { name: question });
    await expect(ticket).toBeVisible();
    await press('ArrowDown');
    await expect(ticket).toBeFocused();
    await press('Enter');
    const reply = page.getByLabel('Your reply');
    await to(reply);
    await type('It does.');
    await press('Control+Enter');
    await expect(messages(page).last()).toContainText('It does.');
    await expect(reply).toBeFocused();
    await allSent();
  });

  await job('verify the balance', 11, async () => {
    await to(main.getByRole('link', { name: 'View all movements of your balance' }));
    await press('Enter');
    const verify = main.getByRole('button', { name: 'Verify' });
    await to(verify);
    await press('Enter');
    await expect(dialog.getByText(/^All \d+ movements fit/)).toBeVisible();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(verify).toBeFocused();
  });

  await job('change the language and back', 8, async () => {
    const language = banner.getByRole('combobox');
    await toMenu();
    await to(language, 'Shift+Tab');
    for (const [key, locale] of [
      ['ArrowDown', 'fr'],
      ['ArrowUp', 'en'],
    ] as const) {
      await press(key);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(language).toBeFocused();
    }
  });

  await job('find a help article and vote', 14, async () => {
    await to(menu.getByRole('link', { name: 'Help' }), 'Shift+Tab');
    await press('Enter');
    await expect(page.getByLabel('Search the help')).toBeVisible();
    await expect(main).toBeFocused();
    await toSearch();
    await type('balance');
    await expect(main.getByRole('status').filter({ hasText: /articles$/ })).toBeVisible();
    await press('ArrowDown');
    await expect(main.getByRole('listitem').getByRole('link').first()).toBeFocused();
    await press('Enter');
    const yes = page.getByRole('group', { name: 'Did this help?' }).getByRole('button', { name: 'Yes' });
    await to(yes);
    await press('Enter');
    await expect(yes).toHaveAttribute('aria-pressed', 'true');
    await expect(yes).toBeFocused();
  });

  await job('log out', 6, async () => {
    await toMenu();
    await to(banner.getByRole('button', { name: 'Customer' }), 'Shift+Tab');
    await press('Enter');
    await to(page.getByRole('menuitem', { name: 'Log out' }), 'ArrowUp');
    await press('Enter');
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  expect(Object.keys(steps)).toHaveLength(12);
  const table = Object.entries(steps).map(([name, keys]) => `${String(keys).padStart(4)}  ${name}\n`);
  process.stdout.write(`Keys beside the typing:\n${table.join('')}`);
});
