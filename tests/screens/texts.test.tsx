import { i18n } from '@lingui/core';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { orderStatuses } from '../../src/contract/order-rules.ts';
import type { NotificationRow } from '../../src/contract/notifications.ts';
import { ticketStatuses } from '../../src/contract/ticket-rules.ts';
import { activateLocale, storedLocale } from '../../src/client/text/locales.ts';
import { isolated, withoutIsolation } from '../../src/client/text/isolated.ts';
import { useDates } from '../../src/client/text/dates.ts';
import { useMoney } from '../../src/client/text/money.ts';
import { useRefusalText } from '../../src/client/text/refusals.ts';
import { useStatuses } from '../../src/client/text/statuses.ts';
import { useUnreadLabel } from '../../src/client/app/layout/bell-menu.tsx';
import { NotificationText } from '../../src/client/app/layout/notification-text.tsx';
import { LanguageSelect } from '../../src/client/app/layout/language-select.tsx';
import { renderHook, renderPiece } from '../support/show-piece.tsx';

beforeEach(() => activateLocale('en'));

test('S1-17 a text in a message can neither end its isolation, nor leave its own open, nor be decoded', () => {
  const message = (text: string) => i18n._('{name} is active', { name: isolated(text) });

  expect(message('Élan')).toBe('\u2068Élan\u2069 is active');
  expect(message('a\u2069b')).toBe('\u2068ab\u2069 is active');
  expect(message('\u2067a')).toBe('\u2068\u2067a\u2069\u2069 is active');
  expect(message(`${isolated('a')}, ${isolated('b')}`)).toBe('\u2068\u2068a\u2069, \u2068b\u2069\u2069 is active');
  for (const typed of ['a\\u2069b', 'C:\\x64\\u1']) expect(withoutIsolation(message(typed))).toBe(`${typed} is active`);
  expect([isolated(''), isolated(7)]).toEqual(['', '\u20687\u2069']);
});

test('S8-11 a missing date reads "No date", a broken one "Invalid date"', async () => {
  const dates = await renderHook(useDates);

  expect([dates.long(null), dates.short(undefined), dates.stamp('')]).toEqual(['No date', 'No date', 'No date']);
  expect([dates.long('soon'), dates.relative('?'), dates.stamp(Number.NaN)]).toEqual([
    'Invalid date',
    'Invalid date',
    'Invalid date',
  ]);
});

test('S9-18 C-14 dates have a long form, MMM DD, YYYY, YYYY-MM-DD HH:mm, and the time that has passed', async () => {
  const dates = await renderHook(useDates);
  const moment = new Date(2026, 10, 5, 9, 7);

  expect(dates.long(moment)).toBe('November 5, 2026');
  expect(dates.short(moment)).toBe('Nov 05, 2026');
  expect(dates.stamp(moment)).toBe('2026-11-05 09:07');
  const later = (minutes: number) => dates.relative(moment, moment.getTime() + minutes * 60_000);
  expect([later(0.5), later(5), later(60 * 3), later(60 * 24), later(60 * 24 * 21)]).toEqual([
    'now',
    '5 minutes ago',
    '3 hours ago',
    'yesterday',
    '3 weeks ago',
  ]);
});

test.each([
  ['fr', '5 nov. 2026'],
  ['ar', '5 نوفمبر 2026'],
] as const)('S9-18 in %s, where the day comes before the name of its month, it has no zero', async (locale, day) => {
  await activateLocale(locale);
  const dates = await renderHook(useDates);
  const moment = new Date(2026, 10, 5, 9, 7);

  expect(dates.short(moment)).toBe(day);
  expect(dates.full(moment)).toMatch(new RegExp(`^${day}`));
});

test('in lists a time is as short as it can be, by days of the calendar', async () => {
  const { brief } = await renderHook(useDates);
  const now = new Date(2026, 10, 23, 0, 30);
  const at = (...[month, day, hour, minute, year = 2026]: number[]) =>
    brief(new Date(year, month!, day, hour, minute), now.getTime());
  const evening = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12
    ? '9:42 PM'
    : '21:42';

  expect([at(10, 23, 0, 30), at(10, 23, 0, 18), at(10, 22, 23, 45)]).toEqual(['now', '12 min', '45 min']);
  expect([at(10, 22, 21, 42), at(10, 21, 21, 42)]).toEqual([`yesterday ${evening}`, '21 Nov']);
  expect([at(0, 2, 9, 0), at(10, 14, 9, 0, 2025)]).toEqual(['2 Jan', '14 Nov 2025']);
});

test('an evening is “yesterday” on the next morning, also after less than 24 hours', async () => {
  const { relative } = await renderHook(useDates);

  expect(relative(new Date(2026, 10, 22, 20), new Date(2026, 10, 23, 8).getTime())).toBe('yesterday');
});

const languages = ['en', 'fr', 'ar'] as const;
test.each(languages.flatMap((locale) => [1, 2, 3, 11, 100].map((unread) => [locale, unread] as const)))(
  'in %s the label of a bell with %i unread contains the number that the bell shows',
  async (locale, unread) => {
    await activateLocale(locale);

    const { shown, label } = await renderHook(() => useUnreadLabel(unread));

    expect(label).toContain(shown);
  },
);

test('S1-14 money always has the euro sign and two decimals', async () => {
  const { format, change } = await renderHook(useMoney);

  expect([0, 5, 19.9, 1234567.89, -0].map(format)).toEqual(['€0.00', '€5.00', '€19.90', '€1,234,567.89', '€0.00']);
  expect([format(null), format(Number.NaN)]).toEqual(['—', '—']);
  expect([change(-5.2), change(51), change(0)]).toEqual(['−€5.20', '+€51.00', '€0.00']);
});

test('S1-14 in Arabic amounts are written with the same digits as ids', async () => {
  await activateLocale('ar');
  const { format } = await renderHook(useMoney);

  expect(format(1234.5)).toContain('1.234,50');
  expect(format(1234.5)).toContain('€');
});

test.each([
  ['new', 'New', 'amber', 'amber'],
  ['pending', 'Pending', 'amber', 'amber'],
  ['confirmed', 'Confirmed', 'blue', 'blue'],
  ['processing', 'Processing', 'blue', 'blue'],
  ['preparing', 'Preparing', 'blue', 'blue'],
  ['ready', 'Ready', 'brand', 'brand'],
  ['delivered', 'Delivered', 'brand', 'brand'],
  ['completed', 'Completed', 'green', 'green'],
  ['refunded', 'Refunded', 'neutral', 'neutral'],
  ['canceled', 'Canceled', 'red', 'red'],
  ['cancelled', 'Canceled', 'red', 'red'],
  ['constructor', 'Pending', 'amber', 'neutral'],
  ['', 'Pending', 'amber', 'neutral'],
])('S4-04 the order status "%s" shows as %s', async (status, label, forAdmins, forCustomers) => {
  const statuses = await renderHook(useStatuses);

  expect(statuses.order(status, 'admin')).toEqual({ label, tone: forAdmins });
  expect(statuses.order(status, 'user')).toEqual({ label, tone: forCustomers });
});

test.each([
  ['en', ['New', 'Processing', 'Delivered', 'Refunded', 'Canceled', 'Completed']],
  ['fr', ['Nouvelle', 'En traitement', 'Livrée', 'Remboursée', 'Annulée', 'Terminée']],
  ['ar', ['جديد', 'قيد التنفيذ', 'تم التسليم', 'تم الاسترداد', 'ملغى', 'مكتمل']],
] as const)(
  'S4-04 in %s every status that an admin can choose has one label, for admins and customers',
  async (locale, labels) => {
    await activateLocale(locale);
    const statuses = await renderHook(useStatuses);

    expect(orderStatuses.map((status) => statuses.order(status, 'admin').label)).toEqual(labels);
    expect(orderStatuses.map((status) => statuses.order(status, 'user').label)).toEqual(labels);
  },
);

test.each([
  ['new', 'New', 'Open'],
  ['open', 'Open', 'Open'],
  ['in_progress', 'In progress', 'In progress'],
  ['pending', 'Pending', 'Pending'],
  ['waiting', 'Pending', 'Pending'],
  ['resolved', 'Resolved', 'Resolved'],
  ['closed', 'Closed', 'Closed'],
  ['toString', 'Open', 'Open'],
])('S4-06 the ticket status "%s" shows as %s, on the dashboard as %s', async (status, inLists, onDashboard) => {
  const statuses = await renderHook(useStatuses);

  expect(statuses.ticket(status).label).toBe(inLists);
  expect(statuses.ticket(status, 'dashboard').label).toBe(onDashboard);
});

test('S4-06 every ticket status of the contract has its own label', async () => {
  const statuses = await renderHook(useStatuses);

  expect(new Set(ticketStatuses.map((status) => statuses.ticket(status).label)).size).toBe(ticketStatuses.length);
});

test('S5-10 S8-28 a field code becomes a sentence with the name of the field; an unknown code becomes a general one', async () => {
  const { field } = await renderHook(useRefusalText);

  expect(field('required', 'E-mail')).toBe('E-mail is required.');
  expect(field('min:8', 'Password')).toBe('Password must have at least 8 characters.');
  expect(field('unique', 'E-mail')).toBe('E-mail is already taken.');
  expect(field('from_tomorrow', 'Name')).toBe('Name: please check this value.');
  expect(field('constructor', 'Name')).toBe('Name: please check this value.');
});

test('S8-04 the sentence for a busy server says after how many seconds to try again', async () => {
  const { failure } = await renderHook(useRefusalText);

  expect(failure({ kind: 'busy', retryAfter: 19_500 })).toBe('Too many requests. Try again in 20 s.');
  expect(failure({ kind: 'unreachable' })).toBe('You are offline, or the server cannot be reached.');
});

test('S1-12 S1-13 choosing Arabic makes the document right-to-left, and is stored on the device', async () => {
  const { user } = renderPiece(() => <LanguageSelect />);

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'ar');

  await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
  expect(document.documentElement.lang).toBe('ar');
  expect(i18n.locale).toBe('ar');
  expect(storedLocale()).toBe('ar');
  expect(localStorage.getItem('cod_locale')).toBe('ar');
});

test.each([
  ['en', /^$/],
  ['fr', /account|balance|order/],
  ['ar', /[a-z]{3}/],
] as const)(
  'D-17 in %s an admin reads why a deleted customer gets no money, and why a user cannot be deleted',
  async (locale, untranslated) => {
    await activateLocale(locale);
    const { failure, refusal } = await renderHook(useRefusalText);

    const gone = failure({ kind: 'refused', code: 'GONE', details: { reason: 'account' } });
    const reasons = ['balance', 'orders'].map((reason) => refusal('CONFLICT', { reason }));

    const sentences = [gone, ...reasons, refusal('GONE'), refusal('CONFLICT')];
    expect(new Set(sentences).size).toBe(5);
    expect(sentences).not.toContain('');
    expect(sentences.join(' ')).not.toMatch(untranslated);
  },
);

test.each([
  ['en', 'Order #12 was delivered: Netflix, 1 month'],
  ['fr', 'La commande n°\u00a012 a été livrée : Netflix, 1 month'],
  ['ar', 'تم تسليم الطلب رقم 12: Netflix, 1 month'],
] as const)('S2C-11 the bell says in %s which order was delivered, and its products', async (language, sentence) => {
  await activateLocale(language);
  const about = { order_id: 12, status: 'delivered', subject: 'Netflix, 1 month' };
  const row = { id: '1', kind: 'order.status', about, read_at: null, created_at: '2026-11-20T10:00:00.000Z', rev: 1 };

  renderPiece(() => (
    <p data-testid="said">
      <NotificationText row={row as NotificationRow} />
    </p>
  ));

  expect((await screen.findByTestId('said')).textContent).toBe(sentence);
});
