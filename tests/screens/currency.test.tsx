import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPersonalDatabase } from '../../src/client/app/open-personal-database.ts';
import { signInWith } from '../../src/client/features/auth/sign-in.ts';
import { readAmount } from '../../src/client/forms/use-money-form.ts';
import { currentDatabase } from '../../src/client/local/current.ts';
import { stopSync } from '../../src/client/sync/triggers.ts';
import { currentCurrency, setCurrency } from '../../src/client/text/currency.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { useMoney } from '../../src/client/text/money.ts';
import { MoneyText } from '../../src/client/ui/money-text.tsx';
import { drawnCharts, lastChart, openDashboard } from '../support/dashboard.tsx';
import { renderHook, renderPiece } from '../support/show-piece.tsx';
import { aCategory, amina, anAccount, aProduct, openDevice, visit } from '../support/storefront.tsx';

vi.mock('react-chartjs-2', async () => (await import('../support/dashboard.tsx')).chartModule);

beforeEach(() => activateLocale('en'));
afterEach(() => {
  cleanup();
  setCurrency('EUR');
  drawnCharts.length = 0;
});

test.each([
  ['LYD', 'en', 'LYD\u00a01,234.50', '+LYD\u00a03.00'],
  ['TND', 'fr', '1\u202f234,50\u00a0TND', '+3,00\u00a0TND'],
  ['LYD', 'ar', '\u200f1.234,50\u00a0د.ل.\u200f', '\u200f\u200e+3,00\u00a0د.ل.\u200f'],
  ['XOF', 'fr', '1\u202f234,50\u00a0F\u202fCFA', '+3,00\u00a0F\u202fCFA'],
] as const)(
  'S1-14 S9-01 D-18 amounts in %s have two decimals and the symbol in %s',
  async (code, locale, full, gain) => {
    await activateLocale(locale);
    setCurrency(code);

    const { format, change, currency } = await renderHook(useMoney);

    expect([format(1234.5), change(3), currency]).toEqual([full, gain, code]);
  },
);

test('S1-15 S9-01 in a shop in LYD prices and the fields for prices show LYD', async () => {
  setCurrency('LYD');
  await openDevice(amina, {
    account: [anAccount(120)],
    categories: [aCategory(1, 'Streaming')],
    products: [aProduct(2, 'Netflix', { price: 12.5 })],
  });
  const { user } = visit('/user/categories/1');

  expect(await screen.findByText('LYD\u00a012.50', { normalizer: (text) => text })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  expect(screen.getByLabelText('Lowest price (LYD)')).toBeTruthy();
  expect(document.body.textContent).not.toContain('€');
});

test('S1-15 S2D-05 the axis, the sums, the description and the CSV file of the money chart are in the currency of the shop', async () => {
  setCurrency('TND');
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await openDashboard();
  await waitFor(() => expect(lastChart('bars')).toBeTruthy());

  const { scales } = lastChart('bars')!.options as unknown as {
    scales: { y: { ticks: { callback(value: number): string } } };
  };
  expect(scales.y.ticks.callback(1200)).toBe('TND\u00a01.2K');
  expect(await screen.findByRole('img', { name: 'Profit and added balance in TND' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Download “Profit and added balance”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Table (CSV)' }));

  await waitFor(() => expect(files).toHaveLength(1));
  expect((await files[0]!.text()).split('\r\n')[0]).toMatch(/Profit \(TND\),Added balance \(TND\)/);
  expect(document.body.textContent).not.toContain('€');
  for (const spy of [made, pressed]) spy.mockRestore();
});

test('a typed amount may have the code or the symbol of the currency of the shop, and of no other', () => {
  expect([readAmount('€12.50'), readAmount('12,5 EUR'), readAmount('LYD 12')]).toEqual([12.5, 12.5, null]);
  setCurrency('LYD');
  expect([readAmount('LYD 12'), readAmount('12 lyd'), readAmount('€12')]).toEqual([12, 12, null]);
});

test('D-18 the sign-in brings the currency, which is known at the next start without a connection', async () => {
  const user = { ...amina, balance: 0 };
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'SUCCESS', data: { user: { ...fullUser, ...user }, token: 'token' }, currency: 'LYD' }),
  );

  expect(await signInWith({ email: amina.email, password: 'password' })).toBeNull();

  expect([currentCurrency(), localStorage.getItem('cod_currency')]).toEqual(['LYD', 'LYD']);
  vi.resetModules();
  const { currentCurrency: atNextStart } = await import('../../src/client/text/currency.ts');
  expect(atNextStart()).toBe('LYD');
});

test('D-18 amounts on screen change when a pass has stored another currency', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await openPersonalDatabase(amina);
  renderPiece(() => <MoneyText amount={5} />);
  expect(await screen.findByText('€5.00')).toBeTruthy();

  await act(() => currentDatabase().setFact('currency', 'TND'));

  expect(await screen.findByText('TND 5.00')).toBeTruthy();
  stopSync();
});

const at = '2026-10-01T08:00:00.000Z';
const fullUser = {
  fullname: amina.name,
  username: null,
  role_id: 2,
  is_active: true,
  order_count: 1,
  login_times: 1,
  last_login_at: at,
  last_action_at: at,
  created_at: at,
  updated_at: at,
};
