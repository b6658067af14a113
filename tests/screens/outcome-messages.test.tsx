import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { isolated } from '../../src/client/text/isolated.ts';
import { discard } from '../../src/client/sync/outbox.ts';
import { currentToasts, onToasts } from '../../src/client/ui/toast.ts';
import { openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import {
  accept,
  aResponse,
  aTicket,
  openHelpDesk,
  park,
  uuid,
  visitHelpDesk,
  waitingIn,
} from '../support/help-desk.tsx';
import { amina, anOrder, sara, toastTexts } from '../support/storefront.tsx';

const refusal = { status: 403, code: 'FORBIDDEN' };
const reason = 'You are not authorized to do this.';
const notSentYet = 'Saved on this device. It will be sent when you are connected.';

const resolve = async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'Status of #1001: Open' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Resolved' }));
};

test('S8-14 S4-07 a ticket status says that it was set, once the server has accepted it', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk('/admin/tickets');
  await resolve(user);
  await screen.findByRole('button', { name: 'Status of #1001: Resolved' });
  expect(toastTexts()).toEqual([]);

  await accept(db, 'ticket.status');

  await waitFor(() => expect(toastTexts()).toEqual(['Status updated']));
});

test('S8-14 a refused ticket status says why, and the earlier one is shown again', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk('/admin/tickets');
  await resolve(user);

  await park(db, 'ticket.status', 'failed', refusal);

  await waitFor(() => expect(toastTexts()).toEqual([`The status could not be updated. · ${reason}`]));
  expect(await screen.findByRole('button', { name: 'Status of #1001: Open' })).toBeTruthy();
});

test('S8-14 a ticket status that is discarded before it was sent is not called set', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  const said = new Set<string>();
  onTestFinished(onToasts(() => toastTexts().forEach((text) => said.add(text))));
  const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  await resolve(user);
  await screen.findByRole('button', { name: 'Status of #1001: Resolved' });

  const [item] = await db.outbox.toArray();
  await discard(db, item!.id);

  await user.click(await screen.findByRole('button', { name: 'Priority of #1001: Medium' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'High' }));
  await screen.findByRole('button', { name: 'Priority of #1001: High' });
  await accept(db, 'ticket.priority');
  await waitFor(() => expect([...said]).toEqual(['Priority updated']));
  expect(screen.getByRole('button', { name: 'Status of #1001: Open' })).toBeTruthy();
});

const replies = [
  {
    id: 'an admin’s reply',
    person: sara,
    path: `/admin/tickets/${uuid(1)}`,
    done: 'Reply sent',
    refused: `The reply could not be sent. · ${reason}`,
  },
  {
    id: 'a customer’s reply',
    person: amina,
    path: `/user/tickets/${uuid(1)}`,
    done: 'Reply added',
    refused: `The reply could not be added. · ${reason}`,
  },
];

/** Sends a reply in the open ticket. */
async function sendReply(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Your reply'), 'On its way');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('On its way');
}

test.each(replies)('S8-15 S8-16 $id says that it was sent, once the server has it', async ({ person, path, done }) => {
  const { db, receive } = await openHelpDesk(person, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk(path);
  await sendReply(user);
  expect(toastTexts()).toEqual([]);

  const [item] = await db.outbox.toArray();
  await receive('responses', aResponse(1, 1, { id: String(item!.args.id), content: 'On its way' }));
  await accept(db, 'ticket.reply');

  await waitFor(() => expect(toastTexts()).toEqual([done]));
});

test.each(replies)(
  'S8-15 S8-16 $id that is refused says why, and stays in the ticket',
  async ({ person, path, refused }) => {
    const { db } = await openHelpDesk(person, { tickets: [aTicket(1)] });
    const { user } = visitHelpDesk(path);
    await sendReply(user);

    await park(db, 'ticket.reply', 'failed', refusal);

    await waitFor(() => expect(toastTexts()).toEqual([refused]));
    expect(await screen.findByText('On its way')).toBeTruthy();
  },
);

test('S8-14 S8-16 offline, a change says that it is saved on this device', async () => {
  const { server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);

  await sendReply(user);

  await waitFor(() => expect(toastTexts()).toEqual([notSentYet]));
});

test('S8-18 a refused delivery says that something went wrong with this order, and why', async () => {
  const { db } = await openOrderDevice([anOrder(41)]);
  const { user } = visitOrders('/admin/orders?deliver=41');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliver order #41' }));
  await user.click(dialog.getByRole('button', { name: 'Deliver' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));

  await park(db, 'order.deliver', 'failed', { status: 410, code: 'GONE' });

  await waitFor(() =>
    expect(toastTexts()).toEqual(['Something went wrong: order #41 was not delivered. · This no longer exists.']),
  );
});

test.each([
  ['a customer', amina, '/user/tickets'],
  ['an admin', sara, '/admin/tickets'],
] as const)(
  'S2N-06 S8-13 a ticket that the server does not have leads %s back to the list with a message',
  async (_, person, listPath) => {
    const { server } = await openHelpDesk(person);
    server.respondWith(({ path }) => (path.endsWith('/1042') ? [404, { code: 'NOT_FOUND' }] : [200, { status: 'ok' }]));

    const { address } = visitHelpDesk(`${listPath}/1042`);

    await waitFor(() => expect(address()).toBe(listPath));
    // The list itself is shown: the message says which ticket it is about.
    expect(toastTexts()).toEqual([`Error loading tickets · ${isolated('#1042')} · This no longer exists.`]);
  },
);

/** Sends a reply that also resolves the ticket. */
async function replyAndResolve() {
  const device = await openHelpDesk(sara, { tickets: [aTicket(1, { status: 'new' })] });
  const start = async () => {
    const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
    await user.type(await screen.findByLabelText('Your reply'), 'Here is a new code');
    await user.click(screen.getByRole('button', { name: 'Reply and set resolved' }));
    expect(await screen.findByRole('button', { name: 'Status of #1001: Resolved' })).toBeTruthy();
  };
  return { ...device, start };
}

test('S2N-04 C-27 “Reply and set resolved” on a new ticket queues the reply first, then the status, with one message', async () => {
  const { db, server, start } = await replyAndResolve();
  await server.goOffline();

  await start();

  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.reply', args: { content: 'Here is a new code' } },
    { kind: 'ticket.status', args: { from: 'in_progress', to: 'resolved' } },
  ]);
  expect(toastTexts()).toEqual([notSentYet]);
  expect(currentToasts()[0]?.action?.label).toBe('Undo');
});

test('S2N-04 S8-15 one message says that the reply was sent and the ticket resolved', async () => {
  const { db, receive, start } = await replyAndResolve();
  await start();
  const [response] = await db.responses.toArray();

  await receive('responses', aResponse(1, 1, { id: response!.id }));
  await accept(db, 'ticket.reply');
  await accept(db, 'ticket.status');

  await waitFor(() => expect(toastTexts()).toEqual(['Reply sent, ticket resolved']));
  expect(currentToasts()[0]?.action?.label).toBe('Undo');
});

test('S2N-04 S8-15 a refused reply is not called sent when the ticket was resolved', async () => {
  const { db, start } = await replyAndResolve();
  await start();

  await park(db, 'ticket.reply', 'failed', refusal);
  await accept(db, 'ticket.status');

  await waitFor(() => expect(toastTexts()).toEqual([`The reply could not be sent. · ${reason}`, 'Status updated']));
});
