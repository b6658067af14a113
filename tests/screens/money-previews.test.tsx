import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reportUserChange } from '../../src/client/features/users/loads.ts';
import { addButton, adjusting, done, openAdjustment, refused, unanswered } from '../support/adjustments.tsx';
import { confirmStatus, onlyOrders, openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { anAccountOf, saraAccount, serverOf } from '../support/people-office.tsx';
import { amina, anAccount, anOrder, aProduct, openDevice, visit, type Script } from '../support/storefront.tsx';

test('S2F-11 while the outcome is not known, the resulting balance is that of the moment of sending', async () => {
  let balance = 10;
  const { user, form, server } = await openAdjustment((asked) => {
    if (asked.path === '/api/outcomes/cancel') return unanswered(asked);
    if (!asked.path.includes('/balance/')) return serverOf([anAccountOf({ balance }), saraAccount])(asked);
    balance = 35;
    return unanswered(asked);
  });
  const amounts = () => form.getByText('Balance').parentElement!.textContent;
  await waitFor(() => expect(amounts()).toBe('Balance€10.00after the adjustment€35.00'));
  await user.click(addButton());
  await form.findByText('We do not know yet whether the balance was changed.');
  const reads = () => server.requests.filter(({ method, path }) => method === 'GET' && path === '/api/users/7');
  const before = reads().length;

  // Another adjustment has the page request its data again, which contain the one in doubt.
  reportUserChange();

  await waitFor(() => expect(within(list()).getAllByText('€35.00')).not.toEqual([]));
  await waitFor(() => expect(reads()).toHaveLength(before + 1));
  const checks = () => server.requests.filter(({ path }) => path === '/api/outcomes/cancel').length;
  const checked = checks();
  await user.click(form.getByRole('button', { name: 'Check now' }));
  await waitFor(() => expect(checks()).toBe(checked + 1));
  await form.findByText('We do not know yet whether the balance was changed.');
  expect(amounts()).toBe('Balance€10.00after the adjustment€35.00');
});

const list = () =>
  screen.getByRole('button', { name: 'Open Amina Haddad', hidden: true }).closest<HTMLElement>('[role=row]')!;

test('S5-05 an amount above the maximum is not sent', async () => {
  const { user, form, sent } = await openAdjustment(adjusting(done(35)), '1000000.01');

  await user.click(addButton());

  expect(await form.findByText('Please enter a valid amount greater than zero.')).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('S2J-01 while the outcome is not known, the resulting balance is that of the moment of sending', async () => {
  const { server, receive } = await openDevice(amina, {
    account: [anAccount(100)],
    products: [aProduct(2, 'Gift card', { price: 40 })],
  });
  let isUnanswered = true;
  const script: Script = (asked) =>
    isUnanswered ? unanswered(asked) : [200, { code: 'SUCCESS', state: 'applied', touched: ['orders:501'] }];
  server.respondWith(script, 100);
  const { user } = visit('/user/catalogue?buy=2');
  const form = within(await screen.findByRole('dialog', { name: 'Place an order' }));
  const amounts = () => form.getByText('Your balance').parentElement!.textContent;
  await waitFor(() => expect(amounts()).toMatch(/after this order/));
  const sentWith = amounts();
  await user.click(screen.getByRole('button', { name: 'Confirm order' }));
  await screen.findByText('We do not know yet whether your order was placed.');

  await receive('account', anAccount(30));

  const checkAgain = () => form.getAllByRole('button', { name: /^Check/ }).at(-1)!;
  const checks = () => server.requests.filter(({ path }) => path === '/api/outcomes/cancel').length;
  const checked = checks();
  await user.click(checkAgain());
  await waitFor(() => expect(checks()).toBe(checked + 1));
  await screen.findByText('We do not know yet whether your order was placed.');
  expect(amounts()).toBe(sentWith);
  isUnanswered = false;
  await user.click(checkAgain());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('D-8 while the outcome of a refund is not known, the question still says what was sent', async () => {
  const { server, receive } = await openOrderDevice([anOrder(41)]);
  server.respondWith(onlyOrders(unanswered));
  const { user } = visitOrders();
  await user.click(await screen.findByRole('button', { name: /^Status of order 41/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Refunded' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(await confirmStatus('Refunded'));
  await dialog.findByText('We do not know yet whether the status was changed.');

  await receive('orders', anOrder(41, { status: 'refunded', rev: 2 }));

  await waitFor(() => expect(within(screen.getByRole('table', { hidden: true })).getByText('Refunded')).toBeTruthy());
  expect(dialog.getByText(/the balance of/).textContent).toBe('€25.00 goes back to the balance of Amina Haddad.');
});

test('D-7 the sentence about a locked PIN has the time of the shop at which the lock ends', async () => {
  const { user, form } = await openAdjustment(adjusting(refused('locked', { retry_after: 600 })));
  const before = Date.now();

  await user.click(addButton());

  const said = await form.findByText(/^Your PIN is locked after five wrong attempts, until/);
  const ends = [before, Date.now()].map((now) => timeOf(now + 600_000));
  expect(ends.some((time) => said.textContent.includes(time))).toBe(true);
});

const timeOf = (at: number) =>
  new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone: 'Africa/Tripoli' }).format(at);
