import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { readDraft } from '../support/drafts.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { currentToasts } from '../../src/client/ui/toast.ts';
import { openOrderDevice, rowOf, visitOrders } from '../support/admin-orders.tsx';
import { aTicket, openHelpDesk, park, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct, openDevice, sara, visit } from '../support/storefront.tsx';

const notSaved = 'Not saved: this device’s storage does not answer. Reload the page.';
const titles = () => currentToasts().map(({ title }) => title);

/** Makes every insert into the outbox and every update of it fail until `isRepaired` is set. */
function breakStorage(db: LocalDatabase): { isRepaired: boolean } {
  const state = { isRepaired: false };
  const fail = () => {
    if (!state.isRepaired) throw new DOMException('The storage failed', 'UnknownError');
  };
  db.outbox.hook('creating', fail);
  db.outbox.hook('updating', fail);
  return state;
}

/** Delays all writes of the outbox until `letGo`, as a slow disk does. */
function holdStorage(db: LocalDatabase): { letGo: () => void } {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  void db.transaction('rw', db.outbox, () => Dexie.waitFor(released));
  return { letGo };
}

test('OF-25 a reply that the storage fails to store stays in its form, and the button can be pressed again', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const storage = breakStorage(db);
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await user.type(await screen.findByLabelText('Your reply'), 'Any news?');

  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(titles()).toContain(notSaved));

  expect(screen.getByLabelText('Your reply')).toHaveProperty('value', 'Any news?');
  await waitFor(async () => expect(await readDraft(db, `ticket.reply.${uuid(1)}`)).toBe('Any news?'));
  storage.isRepaired = true;
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  expect(await readDraft(db, `ticket.reply.${uuid(1)}`)).toBeUndefined();
  await waitFor(() => expect(screen.getByLabelText('Your reply')).toHaveProperty('value', ''));
});

test('OF-25 text that is typed while a reply is being stored stays in the form and is kept as a draft', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  const field = await screen.findByLabelText('Your reply');
  await user.type(field, 'Any news?');
  const storage = holdStorage(db);

  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.clear(field);
  await user.type(field, 'And one more thing');
  storage.letGo();
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));

  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false));
  expect(field).toHaveProperty('value', 'And one more thing');
  await waitFor(async () => expect(await readDraft(db, `ticket.reply.${uuid(1)}`)).toBe('And one more thing'));
});

test('when the storage fails, “Try again” shows a message and can be pressed again', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.reply', { id: uuid(9001), ticket_id: uuid(1), content: 'Hello' });
  await park(db, 'ticket.reply', 'failed', { status: 410, code: 'GONE' });
  const { user } = visitHelpDesk('/dashboard/outbox');
  const button = await screen.findByRole('button', { name: 'Try again' });
  const storage = breakStorage(db);

  await user.click(button);
  await waitFor(() => expect(titles()).toContain(notSaved));

  storage.isRepaired = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued' }]));
});

test('an order that the storage fails to record is not sent, and the popup offers to check', async () => {
  const { db, server } = await openDevice(amina, {
    account: [anAccount(100)],
    categories: [aCategory(1, 'Streaming')],
    products: [aProduct(2, 'Gift card', { price: 40 })],
  });
  server.respondWith(() => [200, { code: 'SUCCESS', status: 'ok' }]);
  db.pledges.hook('creating', () => {
    throw new DOMException('The storage failed', 'UnknownError');
  });
  const { user } = visit('/user/catalogue?buy=2');
  await screen.findByRole('dialog', { name: 'Place an order' });

  await user.click(screen.getByRole('button', { name: 'Confirm order' }));

  expect(await screen.findByRole('button', { name: 'Check now' })).toBeTruthy();
  expect(server.orders()).toEqual([]);
});

test('OF-12 when the storage fails to store the decision of a conflict, a message says so, and the user can decide again', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.status', { ticket_id: uuid(1), from: 'open', to: 'resolved' });
  const details = { current: 'closed', by: 'Root', at: null };
  await park(db, 'ticket.status', 'conflict', { status: 409, code: 'CONFLICT', details });
  const { user } = visitHelpDesk('/dashboard/outbox');
  const button = await screen.findByRole('button', { name: 'Set Resolved anyway' });
  const storage = breakStorage(db);

  await user.click(button);
  await waitFor(() => expect(titles()).toContain(notSaved));
  await waitFor(() => expect(button).toHaveProperty('disabled', false));

  storage.isRepaired = true;
  await user.click(button);
  await waitFor(async () => expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued' }]));
});

/** Makes the insert of each item after the first two into the outbox fail. */
function breakAfter(count: number, db: LocalDatabase): void {
  let inserts = 0;
  db.outbox.hook('creating', () => {
    inserts += 1;
    if (inserts > count) throw new DOMException('The storage failed', 'UnknownError');
  });
}

const selectAll = async (user: UserEvent) =>
  user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0]!);

test('OF-25 S2M-07 when the storage fails while a bulk change is stored, no ticket changes and the user reads so', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1), aTicket(2), aTicket(3)] });
  await server.goOffline();
  const { user } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Subject 3');
  await selectAll(user);
  breakAfter(2, db);

  await user.click(screen.getByRole('button', { name: 'Update status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Resolved' }));

  await waitFor(() => expect(titles()).toContain(notSaved));
  expect(screen.queryByText(/ of \d+ done/)).toBeNull();
  expect(await db.outbox.count()).toBe(0);
  expect((await db.tickets.toArray()).map(({ status }) => status)).toEqual(['open', 'open', 'open']);
});

test('OF-25 S2M-07 of a long bulk change that the storage ends, what was stored is counted and can be undone', async () => {
  const tickets = Array.from({ length: 120 }, (_, at) => aTicket(at + 1));
  const { db, server } = await openHelpDesk(sara, { tickets });
  await server.goOffline();
  const { user } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Showing 1–20 of 120');
  await selectAll(user);
  await user.click(await screen.findByText('Select all 120 that match'));
  await screen.findByText('120 selected');
  breakAfter(110, db);

  await user.click(screen.getByText('Update status'));
  await user.click(await screen.findByRole('menuitem', { name: 'Resolved' }));

  expect(await screen.findByText('0 of 100 done, 100 waiting to be sent')).toBeTruthy();
  expect(titles()).toContain(notSaved);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(await db.outbox.count()).toBe(100);
});

test('OF-25 S2K-06 when the storage fails while a bulk change of a page is stored, no order changes and the user reads so', async () => {
  const { db, server } = await openOrderDevice([anOrder(1), anOrder(2), anOrder(3)]);
  await server.goOffline();
  const { user } = visitOrders();
  await rowOf(3);
  await selectAll(user);
  breakAfter(2, db);

  await user.click(screen.getByRole('button', { name: 'Update status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Processing' }));

  await waitFor(() => expect(titles()).toContain(notSaved));
  expect(titles().filter((title) => title.includes('set to'))).toEqual([]);
  expect(await db.outbox.count()).toBe(0);
  expect((await db.orders.toArray()).map(({ status }) => status)).toEqual(['new', 'new', 'new']);
});
