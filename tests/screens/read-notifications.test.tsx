import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BellMenu } from '../../src/client/app/layout/bell-menu.tsx';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { renderPiece } from '../support/show-piece.tsx';
import { amina, sara } from '../support/storefront.tsx';

const aNotification = (n: number, kind: string, about: object) => ({
  id: uuid(n),
  kind,
  about,
  read_at: null,
  created_at: new Date(Date.UTC(2026, 9, 2, n)).toISOString(),
});

test('S2L-05 a customer who opens a ticket has read the notifications about it, and no others', async () => {
  const { db } = await openHelpDesk(amina, {
    tickets: [aTicket(1), aTicket(2)],
    notifications: [
      aNotification(1, 'ticket.response', { ticket_id: uuid(1), subject: 'Subject 1' }),
      aNotification(2, 'ticket.status', { ticket_id: uuid(1), subject: 'Subject 1', status: 'resolved' }),
      aNotification(3, 'ticket.response', { ticket_id: uuid(2), subject: 'Subject 2' }),
    ],
  });

  visitHelpDesk(`/user/tickets/${uuid(1)}`);

  await waitFor(async () => {
    const unread = await db.notifications.where('_unread').equals(1).toArray();
    expect(unread.map(({ about }) => about.ticket_id)).toEqual([uuid(2)]);
  });
});

test('S2L-05 a notification about an order opens the details of that order', async () => {
  await openHelpDesk(amina, {
    notifications: [aNotification(1, 'order.status', { order_id: 12, status: 'delivered', subject: 'Netflix' })],
  });
  const { user } = renderPiece(() => <BellMenu role={amina.role} />);

  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));

  const link = await screen.findByRole('link', { name: /Order #12 was delivered/ });
  expect(link.getAttribute('href')).toBe('/user/orders?order=12');
});

test.each([
  [amina, 'order.ask', 'Please correct order #12: Diamonds', '/user/orders?order=12'],
  [sara, 'order.answered', 'Amina Haddad has corrected order #12: Diamonds', '/admin/orders?order=12'],
])('AN-18 a notification about a correction leads to its order: %#', async (person, kind, sentence, address) => {
  const about = { order_id: 12, subject: 'Diamonds', by: amina.name };
  await openHelpDesk(person, { notifications: [aNotification(1, kind, about)] });
  const { user } = renderPiece(() => <BellMenu role={person.role} />);

  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));

  const link = await screen.findByRole('link', { name: new RegExp(sentence) });
  expect(link.getAttribute('href')).toBe(address);
});
