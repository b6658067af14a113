import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  pin,
  dialog,
  pinField,
  addButton,
  adjusting,
  settledAs,
  done,
  refused,
  unanswered,
  openAdjustment,
} from '../support/adjustments.tsx';
import {
  anAccountOf,
  openPeopleOffice,
  saraAccount,
  serverOf,
  storedTexts,
  visitPeople,
} from '../support/people-office.tsx';
import { amina, toastTexts } from '../support/storefront.tsx';

test('S2F-11 the dialog shows the resulting balance, and sends amount, reason and PIN once with a key', async () => {
  const { user, form, sent, db } = await openAdjustment(adjusting(done(35)));
  expect(await form.findByText('€35.00')).toBeTruthy();
  expect(form.getByText('€10.00')).toBeTruthy();
  await user.type(form.getByLabelText('Reason (optional)'), 'Bank transfer');

  await user.dblClick(addButton());

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toMatchObject([
    { path: '/api/users/7/balance/add', body: { amount: 25, pin, note: 'Bank transfer' }, key: expect.any(String) },
  ]);
  expect(toastTexts()).toEqual(['Balance added · The balance of \u2068Amina Haddad\u2069 is now €35.00.']);
  expect(await db.pledges.count()).toBe(0);
});

test('S2F-11 the PIN is in no store of the device, neither while a call is under way nor while its outcome is not known', async () => {
  const answer = Promise.withResolvers<void>();
  const { user, db, address } = await openAdjustment(
    settledAs('cancelled', async (asked) => answer.promise.then(() => unanswered(asked))),
  );
  await user.click(addButton());
  await expect.poll(() => db.pledges.count()).toBe(1);
  expect(await storedTexts(db)).not.toContain(pin);
  answer.resolve();

  expect(await screen.findByText('The balance was not changed. You can try again.')).toBeTruthy();

  expect(await storedTexts(db)).not.toContain(pin);
  expect(address()).not.toContain(pin);
  expect(pinField().value).toBe('');
  expect(pinField().getAttribute('autocomplete')).toBe('off');
});

test('S5-05 S5-06 S5-07 S5-08 an amount, a PIN of four digits and enough balance are required before anything is sent', async () => {
  const { user, form, sent } = await openAdjustment(adjusting(done(35)), '0');
  await user.clear(pinField());
  await user.click(addButton());
  expect(await form.findByText('Please enter a valid amount greater than zero.')).toBeTruthy();
  expect(form.getByText('PIN is required for balance operations.')).toBeTruthy();

  await user.click(form.getByRole('radio', { name: 'Subtract' }));
  await user.clear(form.getByLabelText('Amount'));
  await user.type(form.getByLabelText('Amount'), '10,01');
  await user.type(pinField(), '123');
  await user.click(screen.getByRole('button', { name: 'Subtract from the balance' }));

  expect(await form.findByText('Amount cannot exceed current balance.')).toBeTruthy();
  expect(form.getByText('PIN must be at least 4 characters.')).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('S8-06 a wrong PIN is said on its field, which is emptied; the next try has a new key', async () => {
  let tries = 0;
  const { user, form, sent } = await openAdjustment(
    adjusting((asked) => (tries++ === 0 ? refused('wrong')(asked) : done(35)(asked))),
  );
  await user.click(addButton());
  expect(await form.findByText('Invalid PIN.')).toBeTruthy();
  expect(pinField().getAttribute('aria-invalid')).toBe('true');
  expect(pinField().value).toBe('');
  expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('25');

  await user.type(pinField(), pin);
  await user.click(addButton());

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
});

const ways: [reason: string, more: object, said: RegExp, link: string][] = [
  [
    'locked',
    { retry_after: 600 },
    /^Your PIN is locked after five wrong attempts, until \d/,
    'Set a new PIN with your password in the settings',
  ],
  [
    'disabled',
    {},
    /^Your PIN is disabled after ten wrong attempts\.$/,
    'Set a new PIN with your password in the settings',
  ],
  ['pin_not_set', {}, /^You have not set a PIN yet\.$/, 'Set a PIN in the settings'],
];
test.each(ways)('D-7 C-13 a PIN that is %s says so, and leads to the settings', async (reason, more, said, link) => {
  const { user, form } = await openAdjustment(adjusting(refused(reason, more)));

  await user.click(addButton());

  expect(await form.findByText(said)).toBeTruthy();
  expect(form.getByRole('link', { name: link }).getAttribute('href')).toBe(`/dashboard/settings?pin=${reason}`);
});

test('S5-06 when the balance has become lower meanwhile, the refusal stands under the amount, beside the new balance', async () => {
  let balance = 10;
  const { user, form } = await openAdjustment((asked) => {
    if (!asked.path.includes('/balance/')) return serverOf([anAccountOf({ balance }), saraAccount])(asked);
    balance = 4;
    return [422, { code: 'BALANCE_NOT_ENOUGH' }];
  }, '8');
  await user.click(form.getByRole('radio', { name: 'Subtract' }));
  expect(await form.findByText('€2.00')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Subtract from the balance' }));

  expect(await form.findByText('Amount cannot exceed current balance.')).toBeTruthy();
  expect(await form.findByText('€4.00')).toBeTruthy();
});

test('the message after an adjustment has the balance of the server, which another admin has changed meanwhile', async () => {
  const { user, form } = await openAdjustment(adjusting(done(45)));
  expect(await form.findByText('€35.00')).toBeTruthy();

  await user.click(addButton());

  await waitFor(() =>
    expect(toastTexts()).toEqual(['Balance added · The balance of \u2068Amina Haddad\u2069 is now €45.00.']),
  );
});

test('S8-07 any other refusal says that the operation failed, and an account that is gone says so', async () => {
  let tries = 0;
  const { user, form } = await openAdjustment(
    adjusting(() =>
      tries++ === 0 ? [409, { code: 'CANCELLED' }] : [410, { code: 'GONE', details: { reason: 'account' } }],
    ),
  );
  await user.click(addButton());
  expect(await form.findByText('Operation failed. Please try again.')).toBeTruthy();

  await user.type(pinField(), pin);
  await user.click(addButton());

  expect(await form.findByText('This customer’s account was deleted, so its balance cannot change.')).toBeTruthy();
});

test('S8-07 after a lost answer the outcome is asked for: an adjustment that was made closes the dialog and is reported once', async () => {
  const { user, sent } = await openAdjustment(settledAs('applied', unanswered));

  await user.click(addButton());

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Balance added')).toBeTruthy();
  expect(screen.getByText('+€25.00')).toBeTruthy();
  expect(sent()).toHaveLength(1);
});

test('S8-07 an adjustment that was not made can be tried again, with a new key', async () => {
  let tries = 0;
  const { user, db, sent } = await openAdjustment(
    settledAs('cancelled', (asked) => (tries++ === 0 ? unanswered(asked) : done(35)(asked))),
  );
  await user.click(addButton());
  await screen.findByText('The balance was not changed. You can try again.');

  await user.type(pinField(), pin);
  await user.click(addButton());

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
  await waitFor(async () => expect(await db.pledges.count()).toBe(0));
});

test('S8-07 while the outcome is not known nothing can be sent, and “Check now” asks for it', async () => {
  let isSettled = false;
  const { user, form, sent } = await openAdjustment(
    serverOf([anAccountOf(), saraAccount], (asked) => {
      if (asked.path === '/api/outcomes/cancel')
        return isSettled ? [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }] : 'lost';
      return asked.path.includes('/balance/add') ? unanswered(asked) : null;
    }),
  );
  await user.click(addButton());
  expect(await form.findByText('We do not know yet whether the balance was changed.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add to the balance' })).toBeNull();

  isSettled = true;
  await user.click(screen.getByRole('button', { name: 'Check now' }));

  expect(await form.findByText('The balance was not changed. You can try again.')).toBeTruthy();
  expect(sent()).toHaveLength(1);
});

test('while an earlier adjustment of the customer is in doubt, it is settled before another can be sent', async () => {
  const { db } = await openPeopleOffice(undefined, { script: settledAs('cancelled', done(35)) });
  await db.pledges.add({
    key: '019a0000-0000-7000-8000-000000000001',
    state: 'asked',
    call: 'addToBalance',
    about: { user_id: amina.id, user_name: amina.name, amount: 25 },
    createdAt: Date.now(),
  });
  const { user } = visitPeople('/admin/users?adjust=7');
  const form = await dialog();
  const doubt = await form.findByText(/it is not known yet/);
  expect(doubt.textContent).toBe('Balance of Amina Haddad: it is not known yet whether it was changed.');
  expect(addButton()).toHaveProperty('disabled', true);

  await user.click(form.getByRole('button', { name: 'Check now' }));

  await waitFor(() => expect(addButton()).toHaveProperty('disabled', false));
});

test('S2F-11 OF-04 offline the balance cannot be changed, and the dialog says why', async () => {
  const { server, form } = await openAdjustment(adjusting(done(35)));

  await server.goOffline();

  expect(await form.findByText('You are offline. A balance is only changed with a connection.')).toBeTruthy();
  expect(addButton()).toHaveProperty('disabled', true);
});
