import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { countDrafts } from '../../src/client/local/drafts.ts';
import { performForm } from '../../src/client/sync/perform.ts';
import { openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { accept, aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, anOrder, sara, toastTexts } from '../support/storefront.tsx';

const aFile = (name: string) => new File([new Uint8Array([1, 2, 3])], name);
const choose = async (...names: string[]) => {
  const input = await screen.findByLabelText<HTMLInputElement>('Attach files', { selector: 'input' });
  fireEvent.change(input, { target: { files: names.map(aFile) } });
};
const attachedNames = () =>
  within(screen.getByRole('list', { name: 'Attached files' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const isAttached = (...names: string[]) => waitFor(() => expect(attachedNames()).toEqual(names));
const nothingAttached = () => expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();

test('OF-25 offline, files chosen for a reply stay with their ticket, also after a reload, and leave with the reply', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1), aTicket(2)] });
  await server.goOffline();
  const first = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  await choose('screen.png', 'bill.pdf');
  await isAttached('screen.png', 'bill.pdf');

  await first.go(`/admin/tickets/${uuid(2)}`);
  await screen.findByRole('heading', { name: /Subject 2/ });
  nothingAttached();
  await first.go(`/admin/tickets/${uuid(1)}`);
  await isAttached('screen.png', 'bill.pdf');
  await first.user.click(screen.getByRole('button', { name: 'Remove bill.pdf' }));
  first.close();

  const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  await isAttached('screen.png');
  expect(await countDrafts(db)).toBe(1);
  await user.type(screen.getByRole('textbox', { name: 'Your reply' }), 'See here');
  await user.click(screen.getByRole('button', { name: 'Send' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.reply' }]));
  await waitFor(nothingAttached);
  const [stored] = await db.blobs.toArray();
  expect([stored?.name, [...new Uint8Array(stored!.bytes)]]).toEqual(['screen.png', [1, 2, 3]]);
  expect(await db.drafts.toArray()).toEqual([]);
});

test('OF-25 a file that is added while the reply is being stored stays in the form and its draft', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await user.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'See here');
  await choose('first.png');
  await isAttached('first.png');
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  void db.transaction('rw', db.outbox, () => Dexie.waitFor(released));

  await user.click(screen.getByRole('button', { name: 'Send' }));
  await choose('second.png');
  await isAttached('first.png', 'second.png');
  letGo();

  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  await isAttached('second.png');
  await waitFor(async () => expect(await countDrafts(db)).toBe(1));
  expect((await db.blobs.toArray()).map(({ name }) => name)).toEqual(['first.png']);
});

test('OF-25 the files of a new ticket are kept with its text', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  const first = visitHelpDesk('/user/tickets/create');
  await choose('photo.png');
  await isAttached('photo.png');
  first.close();

  const { user } = visitHelpDesk('/user/tickets/create');
  await isAttached('photo.png');
  await user.type(screen.getByRole('textbox', { name: /Subject/ }), 'No code');
  await user.click(screen.getByRole('radio', { name: 'General' }));
  await user.type(screen.getByRole('textbox', { name: 'What happened?' }), 'See the photo');
  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  expect(await screen.findByRole('button', { name: 'Open photo.png' })).toBeTruthy();
  expect(await db.drafts.toArray()).toEqual([]);
});

test('S2K-08 OF-25 the proof of a delivery is kept until the order is delivered', async () => {
  const { db, server } = await openOrderDevice([anOrder(41)]);
  await server.goOffline();
  const { user } = visitOrders('/admin/orders?deliver=41');
  const openedDialog = async () => within(await screen.findByRole('dialog', { name: 'Deliver order #41' }));
  const before = await openedDialog();
  fireEvent.change(before.getByLabelText('Choose a file', { selector: 'input' }), {
    target: { files: [aFile('receipt.pdf')] },
  });
  await before.findByText('receipt.pdf');
  await user.click(before.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Actions for order 41' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deliver' }));
  const dialog = await openedDialog();
  expect(await dialog.findByText('receipt.pdf')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Deliver' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ kind: 'order.deliver' }]));
  expect((await db.blobs.toArray()).map(({ name }) => name)).toEqual(['receipt.pdf']);
  expect(await db.drafts.toArray()).toEqual([]);
});

async function openWaitingReply() {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  const photo = { id: uuid(80), name: 'photo.png', type: 'image/png', bytes: new ArrayBuffer(4) };
  const args = { id: uuid(81), ticket_id: uuid(1), content: 'See', file_ids: [photo.id] };
  await performForm(db, 'ticket.reply', { args, files: [photo] });
  return db;
}

/** Opens the menu of the waiting reply with this text. A reply that was just sent may keep its menu for a moment. */
async function chooseEdit(user: UserEvent, reply = 'See') {
  const message = (await screen.findByText(reply)).closest('article')!;
  await user.click(await within(message).findByRole('button', { name: 'Change before it is sent' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
}

/** Opens the dialog that edits the waiting reply with this text. */
async function openEdit(reply?: string) {
  const { user, close } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await chooseEdit(user, reply);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit reply' }));
  const names = () => dialog.getAllByRole('listitem').map((item) => item.textContent);
  return { user, close, dialog, names, text: dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reply/ }) };
}

test('OF-10 OF-25 the edit of a waiting reply is kept with its files until it is saved', async () => {
  const db = await openWaitingReply();
  const before = await openEdit();
  await before.user.type(before.text, ' both');
  await before.user.upload(before.dialog.getByLabelText<HTMLInputElement>('Attach files', { selector: 'input' }), [
    aFile('bill.pdf'),
  ]);
  await before.dialog.findByText('bill.pdf');
  before.close();

  const { user, dialog, names, text } = await openEdit();
  await waitFor(() => expect([text.value, names()]).toEqual(['See both', ['photo.png', 'bill.pdf']]));
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ args: { content: 'See both' } }]));
  expect(new Set((await db.blobs.toArray()).map(({ name }) => name))).toEqual(new Set(['photo.png', 'bill.pdf']));
  await waitFor(async () => expect(await db.drafts.toArray()).toEqual([]));
});

test('OF-25 a removed file of the edit of a waiting reply stays removed; a canceled edit leaves no draft', async () => {
  const db = await openWaitingReply();
  const before = await openEdit();
  await before.user.click(before.dialog.getByRole('button', { name: 'Remove photo.png' }));
  before.close();

  const { user, dialog } = await openEdit();
  await waitFor(() => expect(dialog.queryByText('photo.png')).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));

  await waitFor(async () => expect(await db.drafts.toArray()).toEqual([]));
  await chooseEdit(user);
  expect(await within(await screen.findByRole('dialog', { name: 'Edit reply' })).findByText('photo.png')).toBeTruthy();
});

test('D-11 the edit of a reply that was sent meanwhile counts as no unfinished text, and is deleted with the next edit', async () => {
  const db = await openWaitingReply();
  const before = await openEdit();
  await before.user.type(before.text, ' both');
  await waitFor(async () => expect(await countDrafts(db)).toBe(1));
  before.close();

  await accept(db, 'ticket.reply');
  expect(await countDrafts(db)).toBe(0);

  await performForm(db, 'ticket.reply', { args: { id: uuid(82), ticket_id: uuid(1), content: 'Next' } });
  await openEdit('Next');
  await waitFor(async () => expect(await db.drafts.toArray()).toEqual([]));
});

test('OF-20 OF-25 a message says that a full device does not keep the chosen files, which stay in the form', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  db.drafts.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  await choose('photo.png');

  await waitFor(() => expect(toastTexts()).toEqual(['Not saved on this device: it is full.']));
  await isAttached('photo.png');
  await user.type(screen.getByRole('textbox', { name: 'Your reply' }), 'See here');
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(toastTexts()).toHaveLength(1);
});
