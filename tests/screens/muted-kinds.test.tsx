import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccountOf } from '../support/people-office.tsx';
import { openSettings } from '../support/settings.tsx';
import { amina, sara, toastTexts, type Script } from '../support/storefront.tsx';

const panelOf = (title: string) => within(screen.getByRole('heading', { name: title }).closest('section')!);

test('C-29 a customer switches a kind of e-mail off; a refused change goes back', async () => {
  const answers: Record<string, Script> = {
    'POST /api/auth/profile': ({ body }) => [
      200,
      { code: 'SUCCESS', user: anAccountOf(), profile: { locale: 'en', ...body } },
    ],
  };
  const { user, sent } = await openSettings(answers);
  const names = ['Answers to your tickets', 'Delivered orders', 'Changes of your balance'];
  await screen.findByRole('switch', { name: names[1]! });
  const panel = panelOf('E-mails');
  const isOn = () => names.map((name) => panel.getByRole<HTMLInputElement>('switch', { name }).checked);
  expect(isOn()).toEqual([true, true, false]);

  await user.click(panel.getByRole('switch', { name: names[1]! }));

  await waitFor(() => expect(isOn()).toEqual([true, false, false]));
  expect(sent('POST', '/api/auth/profile')[0]!.body).toEqual({ muted_mail: ['balance.changed', 'order.delivered'] });
  answers['POST /api/auth/profile'] = () => [500, { code: 'ERROR' }];
  await user.click(panel.getByRole('switch', { name: names[0]! }));
  await waitFor(() => expect(toastTexts()).toHaveLength(1));
  expect(isOn()).toEqual([true, false, false]);
});

test.each([
  {
    role: 'customer',
    person: amina,
    names: ['Answers to your tickets', 'Status of your tickets', 'Status of your orders', 'Changes of your balance'],
  },
  { role: 'admin', person: sara, names: ['New tickets', 'Answers from customers'] },
])('C-29 a $role switches a kind of notification off', async ({ person, names }) => {
  const answers: Record<string, Script> = {
    'POST /api/auth/profile': ({ body }) => [
      200,
      { code: 'SUCCESS', user: anAccountOf(), profile: { locale: 'en', muted_mail: [], ...body } },
    ],
  };
  const { user, sent } = await openSettings(answers, person);
  await waitFor(() => expect(panelOf('Notifications').getAllByRole('switch')).toHaveLength(names.length));
  const panel = panelOf('Notifications');
  const switches = () => panel.getAllByRole<HTMLInputElement>('switch');
  expect(switches().map((one) => [one.closest('label')?.textContent, one.checked])).toEqual(
    names.map((name) => [name, true]),
  );

  await user.click(panel.getByRole('switch', { name: names[1]! }));

  await waitFor(() => expect(switches()[1]!.checked).toBe(false));
  expect(sent('POST', '/api/auth/profile')[0]!.body).toEqual({
    muted_notifications: [person === amina ? 'ticket.status' : 'ticket.response'],
  });
});
