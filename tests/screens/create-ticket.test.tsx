import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openHelpDesk, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, anOrder, toastTexts } from '../support/storefront.tsx';

const path = '/user/tickets/create';
const field = (name: string) => screen.getByLabelText(name);

test('S2O-04 S4-10 subject, one of four types and content are required, and each field says so', async () => {
  const { db } = await openHelpDesk(amina);
  const { user, address } = visitHelpDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Create ticket' }));

  expect(await screen.findByText('Subject is required.')).toBeTruthy();
  expect(screen.getByText('Type is required.')).toBeTruthy();
  expect(screen.getByText('Content is required.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Subject')));
  const types = [...(field('Type') as HTMLSelectElement).options].map(({ value }) => value).filter(Boolean);
  expect(types).toEqual(['general', 'order', 'technical', 'billing']);
  expect(await db.outbox.count()).toBe(0);
  expect(address()).toBe(path);
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/user/tickets');
});

test('S2O-04 S2O-07 offline a ticket is saved, opens at once, and is marked as not sent; a message says that it will be sent', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  const { user, address } = visitHelpDesk(path);
  await user.type(await screen.findByLabelText('Subject'), '  Code refused ');
  await user.selectOptions(field('Type'), 'technical');
  await user.type(field('Content'), 'It says: already used');

  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Code refused' })).toBeTruthy();
  expect(screen.getByText('Not sent yet')).toBeTruthy();
  expect(address()).toMatch(/^\/user\/tickets\/[0-9a-f-]{36}$/);
  expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']);
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.open', args: { subject: 'Code refused', type: 'technical', order_id: null }, state: 'queued' },
  ]);
  expect(await db.drafts.count()).toBe(0);
});

test('S8-17 online the success message appears only when the server has accepted the ticket', async () => {
  const { db, receive } = await openHelpDesk(amina);
  const { user } = visitHelpDesk(path);
  await user.type(await screen.findByLabelText('Subject'), 'Hello');
  await user.selectOptions(field('Type'), 'general');
  await user.type(field('Content'), 'World');
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
  await user.click(dialog.getByRole('button', { name: /Gift card/ }));
  expect(await screen.findByText(/#502/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove the order' }));
  expect(await screen.findByText('Choose an order')).toBeTruthy();

  await go(`${path}?order_id=501`);
  await screen.findByText(/#501/);
  expect(field('Type')).toHaveProperty('value', 'order');
  await user.type(field('Subject'), 'About it');
  await user.type(field('Content'), 'Where is it?');
  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  await screen.findByRole('heading', { level: 1, name: 'About it' });
  expect(await waitingIn(db)).toMatchObject([{ args: { order_id: 501, type: 'order' } }]);
});

test('OF-25 every field of a new ticket survives a reload', async () => {
  const { db } = await openHelpDesk(amina);
  const first = visitHelpDesk(path);
  await first.user.type(await screen.findByLabelText('Subject'), 'Half');
  await first.user.selectOptions(field('Type'), 'billing');
  await first.user.type(field('Content'), 'done');
  first.close();
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  visitHelpDesk(path);

  await waitFor(() => expect(field('Subject')).toHaveProperty('value', 'Half'));
  expect(field('Type')).toHaveProperty('value', 'billing');
  expect(field('Content')).toHaveProperty('value', 'done');
});
