import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isSnoozed, turnOf } from '../../src/contract/ticket-rules.ts';
import { snoozeTimes } from '../../src/client/features/tickets/snooze-times.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { aTicket, openHelpDesk, park, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { sara } from '../support/storefront.tsx';

const page = `/admin/tickets/${uuid(1)}`;
const openQueue = async (tickets = [aTicket(1), aTicket(2)]) => {
  const device = await openHelpDesk(sara, { tickets });
  await device.server.goOffline();
  return device;
};
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const hour = 3_600_000;

test('S2R-04 an admin tags a ticket offline with a new and a known tag; the changes wait as one', async () => {
  const { db } = await openQueue([aTicket(1), aTicket(2, { tags: ['VIP'] })]);
  const { user } = visitHelpDesk(page);

  await user.click(await screen.findByRole('button', { name: 'Tags of #1001' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Tags of #1001' }));
  await user.type(panel.getByRole('textbox', { name: 'Add a tag' }), 'Refund{Enter}');
  await user.click(await panel.findByRole('checkbox', { name: 'VIP' }));

  expect(await screen.findByRole('button', { name: 'Tags of #1001: Refund, VIP' })).toBeTruthy();
  expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.tags', args: { add: ['Refund', 'VIP'], remove: [] } }]);
  await user.click(panel.getByRole('checkbox', { name: 'Refund' }));
  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ args: { add: ['VIP'], remove: ['Refund'] } }]),
  );
  await user.type(panel.getByRole('textbox', { name: 'Add a tag' }), 'vip{Enter}');
  expect((await db.tickets.get(uuid(1)))!.tags).toEqual(['VIP']);
});

test('S2R-04 S2R-05 the outbox lists changes of tags and snoozes; a refused one is shown on the ticket', async () => {
  const { db } = await openQueue();
  await perform(db, 'ticket.tags', { ticket_id: uuid(1), add: ['VIP'], remove: ['late'] });
  await perform(db, 'ticket.snooze', { ticket_id: uuid(2), from: null, to: '2031-01-02T08:00:00.000Z' });
  await park(db, 'ticket.tags', 'failed', { status: 422, code: 'INVALID_FIELDS', errors: { tags: ['items-max:10'] } });
  const { go } = visitHelpDesk('/dashboard/outbox');

  expect(await screen.findByText(/^Snoozed until Jan 02, 2031/)).toBeTruthy();
  expect(screen.getByText('Tags: +\u2068VIP\u2069 −\u2068late\u2069')).toBeTruthy();
  await go(page);
  expect(await screen.findByText('Tags: at most 10.')).toBeTruthy();
});

test('S2R-04 the list is filtered by tags, without regard to case', async () => {
  await openQueue([aTicket(1, { tags: ['Late', 'VIP'] }), aTicket(2, { tags: ['vip'] }), aTicket(3)]);
  visitHelpDesk('/admin/tickets?tag=vip');

  await waitFor(() => expect(screen.queryByText('Subject 3')).toBeNull());
  expect(await screen.findByText('Subject 1')).toBeTruthy();
  expect(screen.getByText('Subject 2')).toBeTruthy();
});

test('S2R-05 an admin snoozes a ticket offline: it leaves the waiting tickets, and its end brings it back', async () => {
  const { db } = await openQueue();
  const { user, go } = visitHelpDesk(`${page}?waiting=us`);
  await user.click(await screen.findByRole('button', { name: 'Snooze #1001' }));
  await user.click(await screen.findByRole('menuitem', { name: 'In an hour' }));

  const button = await screen.findByRole('button', { name: /^#1001 is snoozed until/ });
  const [item] = await waitingIn(db);
  expect(item).toMatchObject({ kind: 'ticket.snooze', args: { ticket_id: uuid(1), from: null } });
  expect(Date.parse(String(item!.args.to)) - Date.now()).toBeGreaterThan(hour - 60_000);
  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'End snooze' }));
  await waitFor(async () => expect((await db.tickets.get(uuid(1)))!.snoozed_until).toBeNull());

  await perform(db, 'ticket.snooze', { ticket_id: uuid(2), from: null, to: inMs(hour) });
  await go('/admin/tickets?waiting=us');
  expect(await screen.findByText('Subject 1')).toBeTruthy();
  expect(screen.queryByText('Subject 2')).toBeNull();
});

test('S2R-05 when its time has come a ticket waits again in the open list, without a reload', async () => {
  await openQueue([aTicket(1), aTicket(2, { snoozed_until: inMs(1_500) })]);
  visitHelpDesk('/admin/tickets?waiting=us');
  expect(await screen.findByText('Subject 1')).toBeTruthy();
  expect(screen.queryByText('Subject 2')).toBeNull();

  expect(await screen.findByText('Subject 2')).toBeTruthy();
});

test('S2R-05 it is no side’s turn while a ticket is snoozed', () => {
  const ticket = { status: 'open', last_response_by: 'user', snoozed_until: inMs(hour) } as const;

  expect([isSnoozed(ticket), turnOf(ticket)]).toEqual([true, null]);
  expect(turnOf({ ...ticket, snoozed_until: inMs(-1) })).toBe('us');
  expect(turnOf({ ...ticket, snoozed_until: null })).toBe('us');
});

test.each([
  ['2026-11-25T10:30', '2026-11-25T18:00', '2026-11-26T08:00', '2026-11-30T08:00'],
  ['2026-11-23T17:30', null, '2026-11-24T08:00', '2026-11-30T08:00'],
  ['2026-12-31T06:00', '2026-12-31T18:00', '2027-01-01T08:00', '2027-01-04T08:00'],
])('S2R-05 at %s the menu offers these times', (now, evening, morning, week) => {
  const times = snoozeTimes(new Date(now));

  expect(times.hour.getTime() - new Date(now).getTime()).toBe(hour);
  expect(times.evening).toEqual(evening === null ? null : new Date(evening));
  expect([times.morning, times.week]).toEqual([new Date(morning), new Date(week)]);
});
