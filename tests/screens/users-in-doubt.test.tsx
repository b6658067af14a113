import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SyncBadge } from '../../src/client/app/layout/sync-badge.tsx';
import { SignOutDialog } from '../../src/client/features/settings/sign-out-dialog.tsx';
import { SyncSummary } from '../../src/client/features/settings/sync-summary.tsx';
import { openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { renderPiece } from '../support/show-piece.tsx';
import { sara } from '../support/storefront.tsx';

const newUser = (more: object = {}) =>
  ({ key: uuid(2), state: 'asked', call: 'createUser', about: { user_name: 'Leïla', ...more }, createdAt: 1 }) as const;

test('S2C-13 a new user without an opening balance whose answer was lost is called no payment', async () => {
  const { db, server } = await openHelpDesk(sara);
  await db.pledges.put(newUser());

  renderPiece(() => (
    <>
      <SyncBadge />
      <SyncSummary />
    </>
  ));
  visitHelpDesk('/dashboard/outbox');

  expect(await screen.findAllByText('Creation of 1 user unconfirmed')).toHaveLength(3);
  await server.goOffline();
  expect(await screen.findByText('Offline – creation of 1 user unconfirmed')).toBeTruthy();
  expect(document.body.textContent).not.toContain('payment');
});

test('S2C-13 a new user with an opening balance whose answer was lost is a payment, also beside one without', async () => {
  const { db } = await openHelpDesk(sara);
  await db.pledges.put(newUser({ amount: 20 }));
  await db.pledges.put({ ...newUser(), key: uuid(3) });

  renderPiece(() => (
    <>
      <SyncBadge />
      <SyncSummary />
    </>
  ));

  expect(await screen.findAllByText('1 payment unconfirmed')).toHaveLength(2);
  expect(await screen.findAllByText('Creation of 1 user unconfirmed')).toHaveLength(1);
});

const userInDoubt = 'This includes a new user of whom it is not known whether the account was created.';
const paymentInDoubt = 'This includes a payment whose outcome is not known.';

test.each([
  ['a new user', [newUser()], userInDoubt],
  ['a new user with an opening balance', [newUser({ amount: 20 })], paymentInDoubt],
  ['both', [newUser(), { ...newUser({ amount: 20 }), key: uuid(3) }], paymentInDoubt],
])('D-11 a sign-out names what is in doubt: %s', async (_, pledges, sentence) => {
  const { db, server } = await openHelpDesk(sara);
  await server.goOffline();
  await db.pledges.bulkPut(pledges);

  renderPiece(() => <SignOutDialog onStay={() => undefined} />);

  expect(await screen.findByText(sentence)).toBeTruthy();
  const others = [userInDoubt, paymentInDoubt, 'This exists on this device only.'].filter((one) => one !== sentence);
  for (const other of others) expect(screen.queryByText(other)).toBeNull();
});
