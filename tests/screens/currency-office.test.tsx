import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setCurrency } from '../../src/client/text/currency.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { drawnCharts, lastChart, shop } from '../support/dashboard.tsx';
import { aTicket, openHelpDesk, uuid } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { anAccountOf, saraAccount, serverOf } from '../support/people-office.tsx';
import { aCostedProduct, aCostedVariant, answerOf } from '../support/product-pages.tsx';
import { aCategory, amina, anOrder, sara, type Script } from '../support/storefront.tsx';

vi.mock('react-chartjs-2', async () => (await import('../support/dashboard.tsx')).chartModule);
// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

beforeEach(() => activateLocale('en'));
afterEach(() => {
  cleanup();
  setCurrency('EUR');
});

const netflix = aCostedProduct(2, 'Netflix', {
  price: 1_234.5,
  cost: 7.25,
  has_variants: true,
  product_variants: [aCostedVariant(11, '1 month', 1_234.5, 7.25)],
});

const movement = {
  id: 100,
  kind: 'subtract',
  amount: -1_234.5,
  balance_before: 2_469,
  balance_after: 1_234.5,
  previous_balance: 2_469,
  new_balance: 1_234.5,
  operation_type: 'subtract',
  fields: [],
  order_id: null,
  note: null,
  created_at: '2026-11-20T14:23:00.000Z',
  rev: 1,
  action_by: 'Sara',
};
const meta = { current_page: 1, per_page: 20, total: 1, next_page_url: null, prev_page_url: null };

/** A server where every amount is 1,234.50. */
const office: Script = (asked) => {
  const { path } = asked;
  if (path.endsWith('/balance/history')) return [200, { code: 'SUCCESS', history: [movement], meta, ...meta }];
  if (path === '/api/products/2') return [200, answerOf(netflix)];
  if (path.startsWith('/api/dashboard/admin')) return shop(asked);
  return serverOf([anAccountOf({ balance: 1_234.5 }), saraAccount])(asked);
};

/** Opens an admin's device in a shop with a currency, online, at an address. */
async function openOffice(currency: string, address: string): Promise<void> {
  setCurrency(currency);
  const { db, server } = await openHelpDesk(sara, {
    people: [amina, sara].map((person) => ({ ...person, is_active: true })),
    categories: [aCategory(1, 'Streaming')],
    products: [netflix],
    orders: [
      anOrder(41, { total_price: 1_234.5, items: [{ ...anOrder(41).items[0]!, product_id: 2, price: 1_234.5 }] }),
    ],
    tickets: [aTicket(1, { order_id: 41 })],
  });
  await db.setFact('lastSyncAt', Date.now());
  await server.goOnline(office);
  await openRoute(address);
}

/** The texts, values and names of the page, without the spaces that do not break. */
const wholeText = () =>
  [
    document.body.textContent,
    ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((one) =>
      ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
    ),
  ]
    .join('\n')
    .replaceAll('\u00a0', ' ');

test.each([
  ['/admin/orders', 'LYD', 'LYD 1,234.50'],
  ['/admin/orders?order=41', 'TND', 'TND 1,234.50'],
  ['/admin/orders?delete=41', 'LYD', 'LYD 1,234.50'],
  ['/admin/users', 'TND', 'TND 1,234.50'],
  ['/admin/users/7', 'LYD', '−LYD 1,234.50'],
  ['/admin/users?adjust=7', 'TND', 'TND 1,234.50'],
  ['/admin/users?history=7', 'LYD', 'LYD 2,469.00'],
  ['/admin/users?create=1', 'TND', 'In TND.'],
  ['/admin/products', 'LYD', 'LYD 1,234.50'],
  ['/admin/products/2', 'TND', 'TND 7.25'],
  ['/admin/products/2/edit', 'LYD', '(LYD)'],
  ['/admin/categories/1', 'TND', 'TND 1,234.50'],
  [`/admin/tickets/${uuid(1)}`, 'TND', 'TND 1,234.50'],
  ['/dashboard/admin', 'LYD', 'LYD 500.00'],
])('S1-14 D-18 every amount on %s of a shop in %s is in this currency', async (address, currency, amount) => {
  await openOffice(currency, address);

  await waitFor(() => expect(wholeText()).toContain(amount));
  expect(wholeText()).not.toMatch(/[€$£]|\b(EUR|USD)\b/);
});

test('S2D-05 D-18 the charts of a shop in TND and their file are in TND', async () => {
  drawnCharts.length = 0;
  const saved = savedFiles();
  await openOffice('TND', '/dashboard/admin');
  await waitFor(() => expect(lastChart('bars')).toBeDefined());
  const user = userEvent.setup();

  await user.click(await screen.findByRole('button', { name: 'Download “Profit and added balance”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Table (CSV)' }));

  const [head] = (await saved()).split('\r\n');
  expect(head).toContain('Profit (TND),Added balance (TND)');
  expect(head).not.toContain('EUR');
  expect(JSON.stringify(lastChart('bars')!.options)).not.toMatch(/€|EUR/);
});

test('S2F-12 D-18 the CSV file of a customer’s movements in a shop in LYD has LYD in every row', async () => {
  const saved = savedFiles();
  await openOffice('LYD', '/admin/users?history=7');

  await userEvent.setup().click(await screen.findByRole('button', { name: 'Export CSV' }));

  const [head, ...rows] = (await saved()).trim().split('\r\n');
  const column = head!.split(',').indexOf('Currency');
  expect(rows.map((row) => row.split(',')[column])).toEqual(['LYD']);
});

/** Keeps the files that the page saves; returns a function that waits for the text of the first one. */
function savedFiles(): () => Promise<string> {
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return async () => {
    await waitFor(() => expect(files).toHaveLength(1));
    for (const spy of [made, pressed]) spy.mockRestore();
    return files[0]!.text();
  };
}
