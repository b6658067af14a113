import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import { aResponse, aTicket, openHelpDesk, park, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, sara } from '../support/storefront.tsx';

const hour = (n: number) => new Date(Date.UTC(2026, 9, 3, n)).toISOString();
const tickets = [aTicket(1), aTicket(2), aTicket(3), aTicket(4, { user_id: 77, user_name: 'Karim' })];
const responses = [
  aResponse(1, 1, { content: 'On one', created_at: hour(1) }),
  aResponse(2, 2, { content: 'On two', created_at: hour(2) }),
  aResponse(3, 1, { content: 'On one again', created_at: hour(3) }),
];
const merged = [aTicket(1, { merged_into_id: uuid(2), status: 'closed' }), aTicket(2)];
const openOffline = async (person: Parameters<typeof openHelpDesk>[0] = sara, rows = tickets) => {
  const device = await openHelpDesk(person, { tickets: rows, responses });
  await device.server.goOffline();
  return device;
};
const pageOf = (n: number) => `/admin/tickets/${uuid(n)}`;
/** The texts and the dividers of the conversation, in order. */
const conversation = () =>
  [...document.querySelectorAll('article, p > span')]
    .map(({ textContent }) => textContent)
    .map((text) => /From #\d+|On (one again|one|two)|Content \d/.exec(text)?.[0])
    .filter((text) => text !== undefined);

test('S2R-06 an admin merges a ticket offline; the other one opens and shows the messages of both by time, with their tickets', async () => {
  const { db } = await openOffline();
  const { user, address } = visitHelpDesk(pageOf(1));

  await user.click(await screen.findByRole('button', { name: 'Merge #1001' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Merge into another ticket…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge #1001 into another ticket' }));
  const choices = await dialog.findAllByRole('radio');
  expect(choices).toHaveLength(2);
  await user.click(dialog.getByRole('radio', { name: /#1002/ }));
  await user.click(dialog.getByRole('button', { name: 'Merge' }));

  await waitFor(() => expect(address()).toBe(pageOf(2)));
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.merge', args: { ticket_id: uuid(1), into_id: uuid(2) }, state: 'queued' },
  ]);
  await screen.findByText('On one again');
  expect(conversation()).toEqual([
    'From #1001',
    'Content 1',
    'From #1002',
    'Content 2',
    'From #1001',
    'On one',
    'From #1002',
    'On two',
    'From #1001',
    'On one again',
  ]);
  expect(await db.tickets.get(uuid(1))).toMatchObject({ status: 'closed', merged_into_id: uuid(2) });
});

test('S2R-06 an unsent merge is undone on this device; one that was sent is undone by a change that waits', async () => {
  const { db } = await openOffline();
  await perform(db, 'ticket.merge', { ticket_id: uuid(1), into_id: uuid(2) });
  const { user, go } = visitHelpDesk(pageOf(2));
  await user.click(await screen.findByRole('button', { name: 'Merge #1002' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Undo merge of #1001' }));

  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
  expect(await db.tickets.get(uuid(1))).toMatchObject({ status: 'open' });
  await waitFor(() => expect(conversation()).toEqual(['Content 2', 'On two']));

  await db.tickets.bulkPut(merged);
  await go(pageOf(1));
  await user.click(await screen.findByRole('button', { name: 'Undo merge' }));
  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.unmerge' }]));
  expect(await screen.findByRole('textbox', { name: 'Your reply' })).toBeTruthy();
});

test.each([
  [amina, 'user'],
  [sara, 'admin'],
] as const)(
  'S2R-06 a merged ticket leads %o to the other one, in the place of the reply form',
  async (person, area) => {
    await openOffline(person, merged);
    const { user, address } = visitHelpDesk(`/${area}/tickets/${uuid(1)}`);

    expect(await screen.findByText('This ticket was merged into #1002.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Your reply' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Open #1002' }));

    await waitFor(() => expect(address()).toBe(`/${area}/tickets/${uuid(2)}`));
    expect(await screen.findByText('On one again')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Your reply' })).toBeTruthy();
  },
);

test('S2R-06 a refused merge says why, and is discarded', async () => {
  const { db } = await openOffline();
  await perform(db, 'ticket.merge', { ticket_id: uuid(1), into_id: uuid(2) });
  await park(db, 'ticket.merge', 'failed', { status: 422, code: 'INVALID_FIELDS', errors: { into_id: ['merged'] } });
  const { user } = visitHelpDesk(pageOf(1));

  expect(await screen.findByText('Ticket: this ticket is merged into another one.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));

  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
});
