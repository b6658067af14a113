import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openHelpDesk, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, anOrder, toastTexts } from '../support/storefront.tsx';

const path = '/user/tickets/create';
const field = (name: string) => screen.getByLabelText(name);
const type = (name: string) => screen.getByRole('radio', { name });
const subject = () => (field('Subject') as HTMLInputElement).value;

test('S2O-04 S4-10 subject, one of four types and content are required, and each field says so', async () => {
  const { db } = await openHelpDesk(amina);
  const { user, address } = visitHelpDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Create ticket' }));

  expect(await screen.findByText('Subject is required.')).toBeTruthy();
  expect(screen.getByText('Type is required.')).toBeTruthy();
  expect(screen.getByText('Content is required.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('What happened?')));
  const group = screen.getByRole('radiogroup', { name: 'Type' });
  expect(group.getAttribute('aria-invalid')).toBe('true');
  const types = within(group).getAllByRole<HTMLInputElement>('radio');
  expect(types.map(({ value, checked }) => checked || value)).toEqual(['general', 'order', 'technical', 'billing']);
  expect(await db.outbox.count()).toBe(0);
  expect(address()).toBe(path);
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/user/tickets');
});

test('S2O-04 S2O-07 offline a ticket is saved, opens at once, and is marked as not sent; a message says that it will be sent', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  const { user, address } = visitHelpDesk(path);
  await user.type(await screen.findByLabelText('Subject'), '  Code refused ');
  await user.click(type('Technical'));
  await user.type(field('What happened?'), 'It says: already used');

  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Code refused' })).toBeTruthy();
  expect(screen.getByText('Not sent yet')).toBeTruthy();
  expect(address()).toMatch(/^\/user\/tickets\/[0-9a-f-]{36}$/);
  await waitFor(() => expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']));
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.open', args: { subject: 'Code refused', type: 'technical', order_id: null }, state: 'queued' },
  ]);
  expect(await db.drafts.count()).toBe(0);
});

test('S8-17 online the success message appears only when the server has accepted the ticket', async () => {
  const { db, receive } = await openHelpDesk(amina);
  const { user } = visitHelpDesk(path);
  await user.type(await screen.findByLabelText('Subject'), 'Hello');
  await user.click(type('General'));
  await user.type(field('What happened?'), 'World');
  await user.click(screen.getByRole('button', { name: 'Create ticket' }));
  await screen.findByRole('heading', { level: 1, name: 'Hello' });
  expect(toastTexts()).toEqual([]);

  const [ticket] = await db.tickets.toArray();
  await receive('tickets', { ...ticket, number: 1043, rev: 2 });
  await db.outbox.clear();

  await waitFor(() => expect(toastTexts()).toEqual(['Ticket created']));
  expect(await screen.findByText('#1043')).toBeTruthy();
});

test('S2O-04 the order of a ticket is chosen from the user’s orders on this device, or given in the URL', async () => {
  const item = anOrder(1).items[0]!;
  const { db } = await openHelpDesk(amina, {
    orders: [anOrder(501), anOrder(502, { items: [{ ...item, product_name: 'Gift card', variant_name: null }] })],
  });
  const { user, go } = visitHelpDesk(path);
  await user.click(await screen.findByRole('button', { name: /Choose an order/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('searchbox'), 'gift{Enter}');
  expect(screen.queryByText('Subject is required.')).toBeNull();
  await waitFor(() => expect(dialog.queryByText('#501')).toBeNull());
  await user.click(await dialog.findByRole('button', { name: /Gift card/ }));
  expect(await screen.findByText(/#502/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove the order' }));
  expect(await screen.findByText('Choose an order')).toBeTruthy();

  await go(`${path}?order_id=501`);
  await screen.findByText(/#501/);
  expect(type('Order')).toHaveProperty('checked', true);
  await user.type(field('Subject'), 'About it');
  await user.type(field('What happened?'), 'Where is it?');
  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  await screen.findByRole('heading', { level: 1, name: 'About it' });
  expect(await waitingIn(db)).toMatchObject([{ args: { order_id: 501, type: 'order' } }]);
});

test('OF-25 every field of a new ticket survives a reload', async () => {
  const { db } = await openHelpDesk(amina);
  const first = visitHelpDesk(path);
  await first.user.type(await screen.findByLabelText('Subject'), 'Half');
  await first.user.click(type('Billing'));
  await first.user.type(field('What happened?'), 'done');
  first.close();
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  visitHelpDesk(path);

  await waitFor(() => expect(field('Subject')).toHaveProperty('value', 'Half'));
  expect(type('Billing')).toHaveProperty('checked', true);
  expect(field('What happened?')).toHaveProperty('value', 'done');
});

test('S2O-04 S2O-09 the form asks for the order first, then what happened, the subject and the type', async () => {
  const { db } = await openHelpDesk(amina, { orders: [anOrder(501)] });
  const { user } = visitHelpDesk(`${path}?order_id=501`);
  await screen.findByText(/#501/);
  const order = screen.getByRole('button', { name: /Order #501/ });
  const controls = [order, field('What happened?'), field('Subject'), type('General'), field('Priority')];
  const inPage = [...document.querySelectorAll('form *')].filter((one) => controls.includes(one as HTMLElement));
  expect(inPage).toEqual(controls);
  expect(await within(order).findByText(/1 month/)).toBeTruthy();

  type('Order').focus();
  await user.keyboard('{ArrowDown}');
  expect(type('Technical')).toHaveProperty('checked', true);
  await user.type(field('What happened?'), 'Hi');
  await user.click(type('General'));
  await user.click(screen.getByRole('button', { name: 'Create ticket' }));
  await screen.findByRole('heading', { level: 1, name: 'Hi' });
  expect(await waitingIn(db)).toMatchObject([{ args: { order_id: 501, type: 'general', subject: 'Hi' } }]);
});

test('S4-10 S5-24 when only the type is missing, the focus goes to its first tile', async () => {
  await openHelpDesk(amina);
  const { user } = visitHelpDesk(path);
  await user.type(await screen.findByLabelText('What happened?'), 'It says: already used');

  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  expect(await screen.findByText('Type is required.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(type('General')));
});

test.each([
  ['The code is refused. I tried it twice.', 'The code is refused'],
  ['Hello,\nthe card is empty\nand I need it', 'Hello, the card is empty'],
  ['السلام عليكم، هل وصل الطلب؟ شكرا', 'السلام عليكم، هل وصل الطلب؟'],
  [`${'word '.repeat(30)}end`, `${'word '.repeat(12).trim()}…`],
  ['x'.repeat(90), `${'x'.repeat(60)}…`],
  ['  ', ''],
])('S2O-09 the subject of %j is suggested', async (content, suggested) => {
  await openHelpDesk(amina);
  const { user } = visitHelpDesk(path);
  await user.click(await screen.findByLabelText('What happened?'));

  await user.paste(content);

  expect(subject()).toBe(suggested);
});

test('S2O-09 OF-25 the suggested subject follows the text, also after a reload; one that the user wrote stays', async () => {
  const { db } = await openHelpDesk(amina);
  const first = visitHelpDesk(path);
  await first.user.type(await screen.findByLabelText('What happened?'), 'My code');
  first.close();
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  const { user } = visitHelpDesk(path);
  await waitFor(() => expect(subject()).toBe('My code'));
  await user.type(field('What happened?'), ' is');
  expect(subject()).toBe('My code is');
  await user.type(field('Subject'), ' gone');
  await user.type(field('What happened?'), ' gone and more');

  expect(subject()).toBe('My code is gone');
  await user.clear(field('Subject'));
  await user.clear(field('What happened?'));
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('S2O-09 OF-25 a draft of an earlier version of the app keeps its subject', async () => {
  const { db } = await openHelpDesk(amina);
  const value = { subject: 'My code', type: 'billing', content: 'My', order_id: null };
  await db.drafts.put({ k: 'ticket.new', value, updatedAt: 1 });
  const { user } = visitHelpDesk(path);
  await waitFor(() => expect(subject()).toBe('My code'));

  await user.type(field('What happened?'), ' code is gone');

  expect(subject()).toBe('My code');
  expect(type('Billing')).toHaveProperty('checked', true);
});
