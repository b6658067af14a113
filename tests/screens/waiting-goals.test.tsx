import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { answerDueAt, goalsOf } from '../../src/contract/waiting-goals.ts';
import { setShop } from '../../src/client/text/shop.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { sara } from '../support/storefront.tsx';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const waiting = (n: number, minutes: number, more: object) =>
  aTicket(n, { last_response_by: 'user', last_response_at: ago(minutes), ...more });

test('S2R-14 rows mark answers that are late or due within the hour, and the ticket shows how much time is left', async () => {
  await openHelpDesk(sara, {
    tickets: [
      waiting(1, 34.5, { priority: 'high' }),
      waiting(2, 7 * 60 - 0.5, { priority: 'medium' }),
      aTicket(3, { status: 'new', priority: 'low', created_at: ago(90.5) }),
      aTicket(4, { last_response_by: 'admin', last_response_at: ago(9_000) }),
    ],
  });
  const { go } = visitHelpDesk('/admin/tickets');

  expect(await screen.findByRole('img', { name: 'due in 25 min' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'late by 2 hr' })).toBeTruthy();
  expect(screen.getAllByRole('img', { name: /^(?:due in|late by)/ })).toHaveLength(2);
  await go(`/admin/tickets/${uuid(2)}`);
  expect((await screen.findAllByText('late by 2 hr'))[0]?.getAttribute('data-state')).toBe('late');
  await go(`/admin/tickets/${uuid(3)}`);

  expect((await screen.findAllByText('due in 22 hr'))[0]).toBeTruthy();
});

test('S2R-14 the time left counts the opening hours of the shop only', async () => {
  const dayAfter = (days: number) => (new Date(Date.now() + days * 86_400_000).getDay() + 6) % 7;
  const hours = Array.from({ length: 7 }, (_one, day) => (day === dayAfter(3) ? { from: '00:00', to: '23:59' } : null));
  onTestFinished(() => setShop({ name: 'Comptoir', hours: [] }));
  await openHelpDesk(sara, { tickets: [waiting(1, 5, { priority: 'high' })] });
  setShop({ name: 'Comptoir', hours });
  visitHelpDesk(`/admin/tickets/${uuid(1)}`);

  expect(await screen.findByText(/^due in [23] days$/)).toBeTruthy();
});

test('S2R-14 opening hours are those of the time zone of the shop, wherever the device is', async () => {
  const days = Array.from({ length: 7 }, () => ({ from: '09:00', to: '10:00' }));
  const ticket = waiting(1, 5, { priority: 'high' });
  onTestFinished(() => setShop({ name: 'Comptoir', hours: [] }));
  await openHelpDesk(sara, { tickets: [ticket] });
  const { go } = visitHelpDesk('/admin/tickets');

  for (const time_zone of ['Pacific/Kiritimati', 'America/Bogota']) {
    setShop({ name: 'Comptoir', hours: days, time_zone });
    await go(`/admin/tickets/${uuid(1)}`);
    const due = answerDueAt(ticket, { days, timeZone: time_zone }, goalsOf({}))!;
    const [mark] = await screen.findAllByText(/^due in /);
    await waitFor(() => expect(Math.abs(Date.parse(mark!.title) - due)).toBeLessThan(60_000));
  }
});

test('S2R-17 the time left and the order of the list follow the goals of the shop as soon as they change', async () => {
  onTestFinished(() => setShop({ name: 'Comptoir', hours: [] }));
  await openHelpDesk(sara, {
    tickets: [waiting(1, 30.5, { priority: 'high' }), waiting(2, 3 * 60 + 0.5, { priority: 'medium' })],
  });
  const { go } = visitHelpDesk('/admin/tickets?waiting=us');
  const dots = () =>
    screen.queryAllByRole('img', { name: /^(?:due in|late by)/ }).map((dot) => dot.getAttribute('aria-label'));
  const numbers = () =>
    screen
      .queryAllByRole('button', { name: /^Open .*:/ })
      .map((one) => /10\d\d/.exec(one.getAttribute('aria-label')!)?.[0]);
  await waitFor(() => expect(dots()).toEqual(['due in 29 min', 'due in 59 min']));
  expect(numbers()).toEqual(['1001', '1002']);

  act(() => setShop({ name: 'Comptoir', hours: [], goals: { high: 6, medium: 2, low: 24 } }));

  await waitFor(() => expect(dots()).toEqual(['late by 1 hr']));
  await waitFor(() => expect(numbers()).toEqual(['1002', '1001']));
  await go(`/admin/tickets/${uuid(1)}`);
  expect((await screen.findAllByText('due in 5 hr'))[0]).toBeTruthy();
});
