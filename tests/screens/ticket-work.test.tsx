import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import {
  accept,
  aTicket,
  openHelpDesk,
  park,
  setWidth,
  uuid,
  visitHelpDesk,
  waitingIn,
} from '../support/help-desk.tsx';
import { Providers, Toaster } from '../../src/client/app/root.tsx';
import { amina, sara } from '../support/storefront.tsx';

const root = { id: 1, name: 'Root', email: 'root@example.test', role: 'admin', is_active: true };
const people = [root, { ...sara, is_active: true }, { ...amina, is_active: true }];
const row = async (n: number) =>
  (await screen.findByRole('button', { name: `Open #${1000 + n}: Subject ${n}` })).closest('tr') as HTMLElement;

test('S2P-02 an admin takes a ticket and raises its priority offline; the outbox lists both changes with their values', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1)], people });
  await server.goOffline();
  const { user, go } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);

  await user.click(await screen.findByRole('button', { name: 'Assignee of #1001: Nobody' }));
  const sarasName = '\u2068Sara\u2069 (you)';
  const names = () => screen.getAllByRole('menuitemradio').map((item) => item.textContent);
  await waitFor(() => expect(names()).toEqual([sarasName, 'Root', 'Nobody']));
  await user.click(await screen.findByRole('menuitemradio', { name: sarasName }));
  await user.click(await screen.findByRole('button', { name: 'Priority of #1001: Medium' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'High' }));

  expect(await screen.findByRole('button', { name: 'Assignee of #1001: Sara' })).toBeTruthy();
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.assign', args: { from: null, to: sara.id } },
    { kind: 'ticket.priority', args: { from: 'medium', to: 'high' } },
  ]);
  await go('/dashboard/outbox');
  expect(await screen.findByText('Assignee: nobody → \u2068Sara\u2069')).toBeTruthy();
  expect(screen.getByText('Priority: Medium → High')).toBeTruthy();
});

test('S2M-03 S2M-07 S2P-02 the list shows, filters and sets priority and assignee of many tickets', async () => {
  const { db, server } = await openHelpDesk(sara, {
    tickets: [aTicket(1, { priority: 'high' }), aTicket(2, { assignee_id: root.id }), aTicket(3)],
    people,
  });
  await server.goOffline();
  const { user, address } = visitHelpDesk('/admin/tickets');
  expect(within(await row(1)).getByText('High')).toBeTruthy();
  expect(within(await row(2)).getByText('Root')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('button', { name: 'Assignee' }));
  await user.click(screen.getByRole('checkbox', { name: 'Nobody' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByText('Subject 2')).toBeNull());
  expect(address()).toBe('/admin/tickets?assignee=none');
  await user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0]!);
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: '\u2068Sara\u2069 (you)' }));

  expect(await screen.findByText('Bulk update to Sara')).toBeTruthy();
  expect((await screen.findByText(/ of 2 done/)).textContent).toBe('0 of 2 done, 2 waiting to be sent');
  const changed = await db.tickets
    .where('id')
    .anyOf([uuid(1), uuid(3)])
    .toArray();
  expect(changed.map(({ assignee_id }) => assignee_id)).toEqual([sara.id, sara.id]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
});

test.each(['/dashboard/outbox', `/admin/tickets/${uuid(1)}`])(
  'OF-12 when two admins took the same ticket, %s offers the choice between them',
  async (place) => {
    const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1, { assignee_id: root.id })], people });
    await server.goOffline();
    await perform(db, 'ticket.assign', { ticket_id: uuid(1), from: null, to: sara.id });
    await park(db, 'ticket.assign', 'conflict', {
      status: 409,
      code: 'CONFLICT',
      details: { current: root.id, by: 'Root', at: null },
    });
    const { user } = visitHelpDesk(place);

    await user.click(await screen.findByRole('button', { name: 'Set Sara anyway' }));

    await waitFor(async () =>
      expect(await waitingIn(db)).toMatchObject([{ args: { from: root.id, to: sara.id }, state: 'queued' }]),
    );
    await waitFor(() => expect(screen.queryByText('Changed by two people')).toBeNull());
  },
);

test('S4-11 a customer chooses a priority for a new ticket', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  const { user } = visitHelpDesk('/user/tickets/create');
  await user.type(await screen.findByRole('textbox', { name: /Subject/ }), 'No code');
  await user.click(screen.getByRole('radio', { name: 'General' }));
  await user.selectOptions(screen.getByRole('combobox', { name: /Priority/ }), 'high');
  await user.type(screen.getByRole('textbox', { name: 'What happened?' }), 'It did not come');

  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ args: { priority: 'high' } }]));
  expect((await db.tickets.toArray())[0]!.priority).toBe('high');
});

/** Opens a page, and shows the app's toasts too. */
function visitWithMessages(address: string) {
  render(
    <Providers>
      <Toaster />
    </Providers>,
  );
  return visitHelpDesk(address);
}

test('a change made offline can be undone from its toast before it is sent', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1)], people });
  await server.goOffline();
  const { user } = visitWithMessages(`/admin/tickets/${uuid(1)}`);
  await user.click(await screen.findByRole('button', { name: 'Status of #1001: Open' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Resolved' }));
  await screen.findByRole('button', { name: 'Status of #1001: Resolved' });

  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  expect(await screen.findByRole('button', { name: 'Status of #1001: Open' })).toBeTruthy();
  expect(await waitingIn(db)).toEqual([]);
});

test('undoing the second of two changes leaves the first one waiting', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1)], people });
  await server.goOffline();
  const { user } = visitWithMessages(`/admin/tickets/${uuid(1)}`);
  for (const [shown, chosen] of [
    ['Medium', 'High'],
    ['High', 'Low'],
  ]) {
    await user.click(await screen.findByRole('button', { name: `Priority of #1001: ${shown}` }));
    await user.click(await screen.findByRole('menuitemradio', { name: chosen! }));
  }
  await screen.findByRole('button', { name: 'Priority of #1001: Low' });

  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  expect(await screen.findByRole('button', { name: 'Priority of #1001: High' })).toBeTruthy();
  expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.priority', args: { from: 'medium', to: 'high' } }]);
});

test('after the server has accepted a change, undoing it queues the earlier value', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [aTicket(1)], people });
  const { user } = visitWithMessages(`/admin/tickets/${uuid(1)}`);
  await user.click(await screen.findByRole('button', { name: 'Assignee of #1001: Nobody' }));
  await user.click(await screen.findByRole('menuitemradio', { name: '\u2068Sara\u2069 (you)' }));
  await screen.findByRole('button', { name: 'Assignee of #1001: Sara' });
  await accept(db, 'ticket.assign');
  expect(await screen.findByText('Assignee updated')).toBeTruthy();

  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.assign', args: { from: sara.id, to: null } }]),
  );
});

test('S2R-01 the dot of a ticket with news goes when the ticket is opened, and its notifications are marked as read', async () => {
  const news = (n: number, ticket: number) => ({
    id: uuid(8000 + n),
    kind: 'ticket.reply',
    about: { ticket_id: uuid(ticket) },
    read_at: null,
    created_at: '2026-10-03T08:00:00.000Z',
    rev: 1,
    _unread: 1,
  });
  const { db, server } = await openHelpDesk(sara, {
    tickets: [aTicket(1), aTicket(2), aTicket(4)],
    notifications: [news(1, 2), news(2, 2), news(3, 4)],
  });
  await server.goOffline();
  setWidth(1280);
  const inQueue = (n: number) => `/admin/tickets/${uuid(n)}?waiting=us`;
  const { user, address } = visitHelpDesk(inQueue(1));
  const pane = within(await screen.findByRole('region', { name: 'Queue' }));
  await waitFor(() => expect(pane.getAllByRole('img', { name: 'Unread' })).toHaveLength(2));
  await screen.findByRole('link', { name: 'Next ticket' });
  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe(inQueue(2)));
  await waitFor(() => expect(pane.getAllByRole('img', { name: 'Unread' })).toHaveLength(1));
  expect(within(pane.getByRole('link', { name: /Subject 4/ })).getByRole('img', { name: 'Unread' })).toBeTruthy();
  expect(await waitingIn(db)).toMatchObject([{ kind: 'notification.read', args: { ids: [uuid(8001), uuid(8002)] } }]);
});
