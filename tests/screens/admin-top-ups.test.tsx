import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { uuid } from '../support/help-desk.tsx';
import { karim, openTopupOffice, visitTopups } from '../support/topup-office.tsx';
import { aTopup, aTopupMethod } from '../support/topups.tsx';

/** The numbers of the requests in the list, in order. */
const listed = () =>
  screen
    .queryAllByRole('button', { name: /^Open request/ })
    .map((one) => one.getAttribute('aria-label')!.replace('Open request ', ''));

const ofKarim = { user_id: karim.id, user_name: karim.name };

test('TU-31 the list shows first those that wait, the oldest first, with customer, method, amount, number and age', async () => {
  await openTopupOffice({
    topups: [aTopup(1, ofKarim), aTopup(2, { status: 'approved', credited: 50 }), aTopup(3)],
  });
  const { address } = visitTopups('/admin/top-ups');

  await waitFor(() => expect(listed()).toEqual(['#1', '#3']));
  expect(address()).toBe('/admin/top-ups?status=waiting');
  const row = within(screen.getByRole('button', { name: 'Open request #1' }).closest('tr')!);
  for (const text of ['كريم', 'Method 1', '€50.00', 'TRX-1', 'Waiting for the shop'])
    expect(row.getByText(text)).toBeTruthy();
});

test('TU-31 all others are newest first, and method and search filter on the device, also offline', async () => {
  const { server } = await openTopupOffice({
    topups: [
      aTopup(1, { status: 'approved', credited: 50, method_id: 2 }),
      aTopup(2, { status: 'refused', reason: 'unreadable', slip_number: 'ABX-77' }),
      aTopup(3, ofKarim),
    ],
    methods: [aTopupMethod(1), aTopupMethod(2)],
  });
  await server.goOffline();
  const { user, go } = visitTopups('/admin/top-ups');
  await waitFor(() => expect(listed()).toEqual(['#3']));

  await user.click(screen.getByRole('button', { name: /^All/ }));
  await waitFor(() => expect(listed()).toEqual(['#3', '#2', '#1']));
  await user.type(screen.getByRole('searchbox'), 'abx77{Enter}');
  await waitFor(() => expect(listed()).toEqual(['#2']));
  await go('/admin/top-ups?method=2');
  await waitFor(() => expect(listed()).toEqual(['#1']));
});

test('TU-32 a request that looks like another one says why, and the row opens by j and Enter', async () => {
  const alike = {
    id: uuid(31),
    number: 31,
    user_name: karim.name,
    status: 'approved' as const,
    cause: 'file' as const,
  };
  await openTopupOffice({
    topups: [
      aTopup(1, { alike: [alike, { ...alike, id: uuid(30), number: 30, cause: 'number' }] }),
      aTopup(2, { alike: [{ ...alike, cause: 'amount' }] }),
    ],
  });
  const { user, address } = visitTopups('/admin/top-ups');

  expect(await screen.findByText('Same file as #31 · 1 more')).toBeTruthy();
  expect(screen.getByText('Same amount and day as #31')).toBeTruthy();
  await user.keyboard('j{Enter}');
  await waitFor(() => expect(address()).toBe(`/admin/top-ups/${uuid(1)}`));
});

test('TU-31 without a request that waits the list says so', async () => {
  await openTopupOffice({ topups: [aTopup(1, { status: 'approved', credited: 50 })] });
  visitTopups('/admin/top-ups');

  expect(await screen.findByText('All done: no request is waiting.')).toBeTruthy();
});
