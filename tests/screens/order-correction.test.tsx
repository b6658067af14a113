import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openHelpDesk, park, waitingIn } from '../support/help-desk.tsx';
import { anAnsweredOrder, diamonds } from '../support/order-fields.ts';
import { amina, toastTexts, visit } from '../support/storefront.tsx';

const ask = { round: 1, keys: ['player'], text: 'Not found in the game', by: 'Sara', at: '2026-11-21T08:00:00.000Z' };
const asked = anAnsweredOrder(501, { ask });
const corrected = anAnsweredOrder(501, { rev: 2 });
const args = { order_id: 501, round: 1, answers: { player: '7654321' } };

async function openAsked(order = asked) {
  const device = await openHelpDesk(amina, { products: [diamonds], orders: [order] });
  const page = visit('/user/orders?order=501');
  const dialog = within(await screen.findByRole('dialog'));
  const field = () => dialog.findByRole<HTMLInputElement>('textbox', { name: 'Player id' });
  const correct = async (text: string) => {
    await page.user.clear(await field());
    await page.user.type(await field(), text);
    await page.user.click(dialog.getByRole('button', { name: 'Send correction' }));
  };
  return { ...device, ...page, dialog, field, correct };
}

test('AN-15 the details say what to correct, with the field in place, and queue the correction offline', async () => {
  const { db, server, dialog, field, correct } = await openAsked();
  await server.goOffline();
  expect((await field()).value).toBe('5123456');
  expect(dialog.getByText(/^Please correct:/).textContent).toBe('Please correct: Player id');
  expect(dialog.getByText('Not found in the game')).toBeTruthy();
  expect(dialog.queryByRole('radio')).toBeNull();

  await correct('٧٦٥٤٣٢١');

  await waitFor(async () => expect(await waitingIn(db)).toEqual([{ kind: 'order.answers', args, state: 'queued' }]));
  await waitFor(() => expect(dialog.queryByText(/^Please correct:/)).toBeNull());
  expect(await dialog.findByText('Waiting to be sent')).toBeTruthy();
  expect(await dialog.findByText('7654321')).toBeTruthy();
  expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']);
  expect(await db.drafts.count()).toBe(0);
});

test('AN-15 a corrected choice that waits is shown by its label', async () => {
  const { server, user, dialog } = await openAsked(anAnsweredOrder(501, { ask: { ...ask, keys: ['region'] } }));
  await server.goOffline();

  await user.click(await dialog.findByRole('radio', { name: 'Middle East' }));
  await user.click(dialog.getByRole('button', { name: 'Send correction' }));

  expect(await dialog.findByText('Waiting to be sent')).toBeTruthy();
  expect(await dialog.findByText('Middle East', { selector: 'dd *' })).toBeTruthy();
  expect(dialog.queryByText('me')).toBeNull();
});

test('AN-15 a correction that breaks the rules of its field is not queued', async () => {
  const { db, dialog, correct } = await openAsked();

  await correct('12');

  expect(await dialog.findByText('\u2068Player id\u2069 must have at least 6 characters.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

test('AN-15 the list of orders marks an order that needs a correction', async () => {
  await openHelpDesk(amina, { orders: [asked, anAnsweredOrder(500)] });

  visit('/user/orders');

  const opener = await screen.findByRole('button', { name: 'Open order 501' });
  expect(within(opener.closest('tr')!).getByText('Please correct')).toBeTruthy();
  expect(screen.getAllByText('Please correct')).toHaveLength(1);
});

test('AN-15 what is typed stays as a draft', async () => {
  const { db, user, field, go } = await openAsked();
  await user.type(await field(), '9');
  await waitFor(async () => expect(await db.drafts.get('answers:501')).toBeTruthy());
  await go('/user/orders');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await go('/user/orders?order=501');

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Player id' })).toHaveProperty('value', '51234569'));
});

test('AN-15 a correction that was not accepted says why, is typed already, and goes with the next one', async () => {
  const { db, server, dialog, field, correct } = await openAsked();
  await server.goOffline();
  await correct('7654321');
  await dialog.findByText('Waiting to be sent');
  const errors = { 'answers.player': ['max:6'] };
  await park(db, 'order.answers', 'failed', { status: 422, code: 'INVALID_FIELDS', errors });

  expect(await dialog.findByText('Not accepted')).toBeTruthy();
  expect(dialog.getByText('Answer can have at most 6 characters.')).toBeTruthy();
  expect((await field()).value).toBe('7654321');
  await correct('765432');

  await waitFor(async () =>
    expect(await waitingIn(db)).toEqual([
      { kind: 'order.answers', args: { ...args, answers: { player: '765432' } }, state: 'queued' },
    ]),
  );
});

test('AN-15 a correction that came too late says so, and goes with a press', async () => {
  const { db, server, user, dialog, correct } = await openAsked();
  await server.goOffline();
  await correct('7654321');
  await dialog.findByText('Waiting to be sent');
  await park(db, 'order.answers', 'conflict', { status: 409, code: 'CONFLICT', details: { current: 2 } });

  expect(await dialog.findByText('Your correction came too late.')).toBeTruthy();
  const notice = dialog.getByText('Your correction came too late.').closest<HTMLElement>('[role=status]')!;
  await user.click(within(notice).getByRole('button', { name: 'Close' }));

  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
});

test('AN-15 an order that is not open, or of which nothing is asked, has nothing to correct', async () => {
  const { receive, dialog } = await openAsked(anAnsweredOrder(501, { ask, status: 'delivered' }));
  expect(await dialog.findByText('Player number')).toBeTruthy();
  expect(dialog.queryByText(/^Please correct:/)).toBeNull();

  await receive('orders', corrected);

  expect(dialog.queryByText(/^Please correct:/)).toBeNull();
});
