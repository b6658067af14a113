import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setCurrency } from '../../src/client/text/currency.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { openHelpDesk } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct, sara } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

/** Loads the code of the order popup, so that no test waits for it. */
beforeAll(() => import('../../src/client/features/orders/order-dialog.tsx'));
beforeEach(() => activateLocale('en'));
afterEach(() => {
  cleanup();
  setCurrency('EUR');
});

test.each([
  ['/dashboard/user', '−LYD 12.50'],
  ['/user/balance', '−LYD 12.50'],
  ['/user/balance/statement', '−LYD 12.50'],
  ['/user/categories/1', 'LYD 12.50'],
  ['/user/orders?order=41', 'LYD 25.00'],
  ['/user/catalogue?buy=2', 'LYD 12.50'],
])('S1-14 D-18 in a shop in LYD every amount on %s is in LYD', async (address, amount) => {
  setCurrency('LYD');
  const { db } = await openHelpDesk(amina, {
    account: [anAccount(1_234_567.89)],
    categories: [aCategory(1, 'Streaming')],
    products: [aProduct(2, 'Netflix', { price: 12.5, category_ids: [1] })],
    orders: [anOrder(41)],
    ledger: inLyd,
  });
  await db.setFact('lastSyncAt', Date.now());
  await db.setFact('ledgerTotal', inLyd.length);
  await openRoute(address);

  await waitFor(() => expect(plain(document.body.textContent)).toContain(amount));
  expect(document.body.textContent).not.toMatch(/[€$£]|\bEUR\b/);
});

test.each([
  ['/user/balance', amina, 3],
  ['/admin/orders', sara, 2],
])('S2B-24 D-18 in a shop in TND the CSV file of %s has TND in every row', async (address, person, rows) => {
  setCurrency('TND');
  const { db } = await openHelpDesk(person, {
    account: [anAccount(1_234_567.89)],
    people: [{ ...amina, is_active: true }],
    orders: [anOrder(41), anOrder(42)],
    ledger: inLyd,
  });
  await db.setFact('ledgerTotal', inLyd.length);
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await openRoute(address);

  const button = await screen.findByRole('button', { name: 'Export CSV' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.setup().click(button);

  await waitFor(() => expect(files).toHaveLength(1));
  const [head, ...lines] = (await files[0]!.text()).trim().split('\r\n');
  const column = head!.split(',').indexOf('Currency');
  expect(lines.map((line) => line.split(',')[column])).toEqual(Array.from({ length: rows }, () => 'TND'));
  for (const spy of [made, pressed]) spy.mockRestore();
});

const at = '2026-10-01T08:00:00.000Z';

/** Without the spaces that do not break, and the marks of direction. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const inLyd = [1_234_592.89, -12.5, -12.5].map((amount, index, amounts) => {
  const before = amounts.slice(0, index).reduce((sum, one) => sum + one, 0);
  return {
    id: index + 1,
    kind: index === 0 ? 'add' : 'charge',
    amount,
    balance_before: Math.round(before * 100) / 100,
    balance_after: Math.round((before + amount) * 100) / 100,
    order_id: index === 0 ? null : 41,
    note: null,
    currency: 'LYD',
    created_at: at,
    rev: 1,
  };
});
