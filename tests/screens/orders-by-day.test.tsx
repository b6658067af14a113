import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { activateLocale } from '../../src/client/text/locales.ts';
import { showOnPhone } from '../support/help-desk.tsx';
import { amina, anOrder, openDevice, visit } from '../support/storefront.tsx';

const row = async (id: number) =>
  (await screen.findByRole('button', { name: `Open order ${id}` })).closest('tr') as HTMLElement;

/** What a phone shows of the list: the names of days, and the orders under them. */
const cards = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((line) => /#\d+/.exec(line.textContent ?? '')?.[0] ?? line.textContent);

/** Orders of these local times, of which the last is the newest. */
const ordersAt = (...times: string[]) =>
  times.map((time, at) => anOrder(at + 1, { created_at: new Date(time).toISOString() }));

test('S2L-06 on a phone the orders are grouped by day, with their times of day, while they are sorted by date', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00') });
  onTestFinished(() => void vi.useRealTimers());
  showOnPhone();
  await openDevice(amina, {
    orders: ordersAt(
      '2025-11-14T09:00',
      '2026-11-14T23:59',
      '2026-11-19T00:10',
      '2026-11-20T00:05',
      '2026-11-20T11:59',
    ),
  });

  const { user } = visit('/user/orders');

  await waitFor(() =>
    expect(cards()).toEqual(['Today', '#5', '#4', 'Yesterday', '#3', '14 November', '#2', '14 November 2025', '#1']),
  );
  expect(within(await row(2)).getByText(/^11:59\s/)).toBeTruthy();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Open order 3');

  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Total: high to low');

  await waitFor(() => expect(cards()).toEqual(['#5', '#4', '#3', '#2', '#1']));
});

test.each([
  ['fr', ['Aujourd’hui', '#3', 'Hier', '#2', '14 novembre', '#1']],
  ['ar', ['اليوم', '#3', 'أمس', '#2', '14 نوفمبر', '#1']],
] as const)('S2L-06 the days of orders are named in the language of the user: %s', async (locale, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00') });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => activateLocale('en'));
  showOnPhone();
  await openDevice(amina, { orders: ordersAt('2026-11-14T10:00', '2026-11-19T10:00', '2026-11-20T10:00') });
  await activateLocale(locale);

  visit('/user/orders');

  await waitFor(() => expect(cards()).toEqual(expected));
});

test('S2L-06 a table has no days', async () => {
  await openDevice(amina, { orders: ordersAt('2026-11-14T10:00', '2026-11-19T10:00') });

  visit('/user/orders');

  await waitFor(() => expect(cards()).toEqual(['#2', '#1']));
});
