import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { performForm } from '../../src/client/sync/perform.ts';
import { reportEngineState } from '../../src/client/sync/status.ts';
import { openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, anOrder } from '../support/storefront.tsx';

const photo = { id: uuid(80), name: 'photo.png', type: 'image/png', bytes: new ArrayBuffer(4) };
const failure = 'The file does not get through';
const withNextTry = /^The file does not get through\. Next try at .*\d\d.*\.$/;

/** Marks the file of each item as one that does not get through and is tried again in a minute. */
async function holdFiles(db: LocalDatabase, until = Date.now() + 60_000): Promise<void> {
  await db.outbox.toCollection().modify({ upload: { file: photo.id, tries: 3, until } });
}

async function deviceWithReply() {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const args = { id: uuid(9001), ticket_id: uuid(1), content: 'See', file_ids: [photo.id] };
  await performForm(db, 'ticket.reply', { args, files: [photo] });
  await holdFiles(db);
  return { db, server };
}

const sentWithout = { args: { content: 'See', file_ids: [] }, state: 'queued' };

test('OF-41 the outbox says that a file does not get through and when it is tried again, and sends the reply without it', async () => {
  const { db } = await deviceWithReply();
  const { user } = visitHelpDesk('/dashboard/outbox');
  expect(await screen.findByText(withNextTry)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Send without the file' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([sentWithout]));
  expect(await screen.findByText('Waiting to be sent')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send without the file' })).toBeNull();
  expect(await db.blobs.count()).toBe(0);
});

test('OF-41 a reply whose file does not get through says so on its ticket, and can be sent without it', async () => {
  const { db } = await deviceWithReply();
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  expect(await screen.findByText(withNextTry)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Change before it is sent' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send without the file' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([sentWithout]));
  expect(await screen.findByText('Waiting to be sent')).toBeTruthy();
});

test('OF-41 a new ticket whose file does not get through says so above it, and can be sent without it', async () => {
  const { db } = await openHelpDesk(amina);
  const text = { subject: 'Code refused', type: 'technical' as const, content: 'Already used', order_id: null };
  const args = { id: uuid(9), ...text, file_ids: [photo.id] };
  await performForm(db, 'ticket.open', { args, files: [photo] });
  await holdFiles(db);
  const { user } = visitHelpDesk(`/user/tickets/${uuid(9)}`);
  expect((await screen.findAllByText(withNextTry)).length).toBeGreaterThan(0);

  await user.click(screen.getByRole('button', { name: 'Send without the file' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ args: { file_ids: [] }, state: 'queued' }]));
  await waitFor(() => expect(screen.queryByText(withNextTry)).toBeNull());
});

test('OF-41 a delivery whose proof does not get through says so in the list and on its order, and can be sent without it', async () => {
  const { db } = await openOrderDevice([anOrder(41)]);
  const args = { order_id: 41, status: 'completed' as const, notes: 'Code 1', file_id: photo.id };
  await performForm(db, 'order.deliver', { args, files: [photo] });
  await holdFiles(db);
  const { user } = visitOrders('/admin/orders?order=41');
  const without = await screen.findByRole('button', { name: 'Send without the file' });
  const dialog = within(screen.getByRole('dialog', { name: 'Order #41' }));
  expect(dialog.getByText(failure)).toBeTruthy();
  expect(screen.getByTitle(failure)).toBeTruthy();

  await user.click(without);

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ args: { notes: 'Code 1', file_id: null } }]));
  expect(await dialog.findByText('Waiting to be sent')).toBeTruthy();
});

test('OF-41 the list of tickets marks a ticket whose file does not get through', async () => {
  await deviceWithReply();

  visitHelpDesk('/user/tickets');

  expect((await screen.findAllByTitle(failure)).length).toBeGreaterThan(0);
});

test('OF-11 a file that does not get through is “uploading” only while it is tried', async () => {
  const { db, server } = await deviceWithReply();
  const exchange = { running: true, busy: false, pause: null, retryAt: null };
  act(() => reportEngineState(exchange));
  visitHelpDesk('/dashboard/outbox');
  // The running pass sends other changes.
  expect(await screen.findByText(withNextTry)).toBeTruthy();

  await act(() => holdFiles(db, Date.now() - 1));
  expect(await screen.findByText('Uploading files: 0 of 1')).toBeTruthy();
  act(() => reportEngineState({ ...exchange, running: false }));
  expect(await screen.findByText(failure)).toBeTruthy();
  await server.goOffline();

  expect(await screen.findByText('Waiting for a connection')).toBeTruthy();
});
