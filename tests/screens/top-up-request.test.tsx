import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { openHelpDesk, park, uuid, waitingIn } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { amina, anAccount } from '../support/storefront.tsx';
import { aTopup, aTopupMethod } from '../support/topups.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

beforeEach(() => activateLocale('en'));

const path = `/user/top-ups/${uuid(31)}`;

async function openRequest(more: object, rows: object = {}) {
  const device = await openHelpDesk(amina, {
    account: [anAccount(40)],
    topups: [aTopup(31, more)],
    topup_methods: [aTopupMethod(1)],
    ...rows,
  });
  await device.db.setFact('lastSyncAt', Date.now());
  const router = await openRoute(path);
  await screen.findByRole('heading', { level: 1 });
  return { ...device, user: userEvent.setup(), address: () => decodeURIComponent(router.state.location.href) };
}

const main = () => within(screen.getByRole('main'));

test('TU-27 an approved request says what was added, the other amount with the shop’s note, and leads to the movement', async () => {
  const movement = {
    id: 5,
    kind: 'add',
    amount: 45,
    balance_before: 0,
    balance_after: 45,
    order_id: null,
    topup_id: uuid(31),
    note: null,
    created_at: '2026-10-03T10:00:00.000Z',
    rev: 1,
  };
  const { user } = await openRequest(
    { status: 'approved', credited: 45, decision_note: 'The bank kept 5', decided_at: movement.created_at },
    { ledger: [movement] },
  );
  expect(await main().findByRole('heading', { level: 1, name: 'Top-up #31' })).toBeTruthy();
  expect((await main().findByText(/^Approved: /)).textContent).toContain('€45.00');
  expect(main().getByText(/^You asked for/).textContent).toContain('€50.00');
  expect(main().getByText('The bank kept 5')).toBeTruthy();

  await user.click(main().getByRole('link', { name: 'See the movement' }));

  const link = await main().findByRole('link', { name: 'Top-up #31' });
  expect(link.getAttribute('href')).toBe(path);
});

test('TU-27 a refused request says why, and is sent again as a new one with its fields', async () => {
  const { user, address } = await openRequest({
    status: 'refused',
    reason: 'not_received',
    decision_note: 'Wait a day',
  });
  expect(await main().findByText('Refused: The payment has not arrived')).toBeTruthy();
  expect(main().getByText('Wait a day')).toBeTruthy();

  await user.click(main().getByRole('link', { name: 'Send again' }));

  await waitFor(() => expect(address()).toBe(`/user/top-up?again=${uuid(31)}`));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('50.00'));
  expect(screen.getByLabelText<HTMLInputElement>('Number of the transfer').value).toBe('TRX-31');
});

test('TU-28 a waiting request is cancelled after a question, also offline', async () => {
  const { db, server, user } = await openRequest({});
  await server.goOffline();
  expect(await main().findByText(/^Received .*, the shop looks at it$/)).toBeTruthy();
  await user.click(main().getByRole('button', { name: 'Cancel the request' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancel the request' }));

  expect(await main().findByText('Cancelled by you')).toBeTruthy();
  expect(await waitingIn(db)).toMatchObject([{ kind: 'topup.cancel', args: { topup_id: uuid(31) }, state: 'queued' }]);
});

test('TU-28 a cancellation after the approval says that it came too late, and goes at a press', async () => {
  const { db, server, user, receive } = await openRequest({});
  await server.goOffline();
  await act(() => perform(db, 'topup.cancel', { topup_id: uuid(31) }));
  const details = { current: 'approved', by: null, at: '2026-10-03T10:00:00.000Z' };
  await receive('topups', aTopup(31, { status: 'approved', credited: 50, rev: 2 }));
  await park(db, 'topup.cancel', 'conflict', { status: 409, code: 'CONFLICT', details });

  expect(await main().findByText('The shop has approved this in the meantime.')).toBeTruthy();
  await user.click(main().getByRole('button', { name: 'Close' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
  await waitFor(() => expect(main().queryByText('The cancellation came too late.')).toBeNull());
});

test('TU-28 a request that the server did not take is changed and sent again under the same id', async () => {
  const { db, server, user } = await openRequest({});
  await server.goOffline();
  const args = { id: uuid(32), method_id: 1, amount: 5, slip_number: 'TRX-1', paid_on: null, note: null };
  await act(() => perform(db, 'topup.open', args));
  await park(db, 'topup.open', 'failed', {
    status: 422,
    code: 'INVALID_FIELDS',
    errors: { amount: ['number-min:10'] },
  });
  document.body.replaceChildren();
  await openRoute(`/user/top-ups/${uuid(32)}`);
  expect(await screen.findByText('Needs you')).toBeTruthy();
  expect(await screen.findByText('Amount must be at least 10.')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Change and send again' }));
  const dialog = within(await screen.findByRole('dialog'));
  const amount = await dialog.findByLabelText(/^Amount/);
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  await user.clear(amount);
  await user.type(amount, '15');
  await user.click(dialog.getByRole('button', { name: 'Send' }));

  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ args: { id: uuid(32), amount: 15 }, state: 'queued' }]),
  );
  expect(await screen.findByText('Waiting on this device')).toBeTruthy();
});

test('TU-29 the bell names the request and leads to it, and the open request is marked as read', async () => {
  const about = { topup_id: uuid(31), topup_number: 31, reason: 'unreadable' };
  const note = { id: uuid(70), kind: 'topup.refused', about, read_at: null, created_at: '2026-10-03T10:00:00.000Z' };
  const { db, receive } = await openRequest({ status: 'refused', reason: 'unreadable' });
  await receive('notifications', note);
  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ kind: 'notification.read' }]));
});
