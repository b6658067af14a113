import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { undoChange } from '../../src/client/forms/set-field.ts';
import { perform } from '../../src/client/sync/perform.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import type { OutboxItem } from '../../src/client/local/stored.ts';
import { aTicket, holdOutbox, openHelpDesk, park, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { openOrderDevice, rowOf, visitOrders } from '../support/admin-orders.tsx';
import { anOrder, sara, toastTexts } from '../support/storefront.tsx';

const statuses = async (db: LocalDatabase) =>
  (await db.outbox.orderBy('seq').toArray()).map(({ args, state }) => ({ from: args.from, to: args.to, state }));

/** Offline, Sara sets a ticket to pending, and then to resolved in a bulk change. */
async function bulkOverEarlierChange() {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  await server.goOffline();
  await perform(db, 'ticket.status', { ticket_id: uuid(1), from: 'open', to: 'pending' });
  const { user } = visitHelpDesk('/admin/tickets');
  const row = (await screen.findByText('Subject 1')).closest<HTMLElement>('[role=row]')!;
  await user.click(within(row).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: 'Update status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Resolved' }));
  await screen.findByText(/ of 1 done/);
  expect(await statuses(db)).toEqual([{ from: 'open', to: 'resolved', state: 'queued' }]);
  return { db, user };
}

test('S2M-07 undoing a bulk change restores an earlier unsent change of the same ticket', async () => {
  const { db, user } = await bulkOverEarlierChange();

  await user.click(screen.getByRole('button', { name: 'Undo' }));

  await waitFor(async () => expect(await statuses(db)).toEqual([{ from: 'open', to: 'pending', state: 'queued' }]));
  expect((await db.tickets.get(uuid(1)))?.status).toBe('pending');
});

test('S2M-07 undoing a refused bulk change queues the earlier change again, without the bulk change', async () => {
  const { db, user } = await bulkOverEarlierChange();
  await park(db, 'ticket.status', 'failed', { status: 403, code: 'FORBIDDEN' });

  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  await waitFor(async () => expect(await statuses(db)).toEqual([{ from: 'open', to: 'pending', state: 'queued' }]));
});

test('S2M-07 a change that is sent and applied while Undo is pressed is set back', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  await server.goOffline();
  const change = { kind: 'ticket.status', id: uuid(1), from: 'open', to: 'resolved' } as const;
  const itemId = await perform(db, change.kind, { ticket_id: uuid(1), from: 'open', to: 'resolved' });
  await server.goOnline(({ path }) =>
    path === '/api/outcomes/cancel'
      ? [200, { code: 'SUCCESS', state: 'applied', touched: [] }]
      : [200, { status: 'ok' }],
  );
  const read = db.outbox.get.bind(db.outbox) as (key: object) => Promise<OutboxItem | undefined>;
  vi.spyOn(db.outbox, 'get').mockImplementationOnce((async (key: object) => {
    const item = await read(key);
    await db.outbox.where({ id: itemId }).modify({ state: 'sent' });
    return item;
  }) as never);

  await undoChange(db, { ...change, itemId });

  expect(await statuses(db)).toEqual([
    { from: 'open', to: 'resolved', state: 'sent' },
    { from: 'resolved', to: 'open', state: 'queued' },
  ]);
});

test('OF-11 S2M-07 after a bulk change was undone, the outbox does not count the earlier changes as its own', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1), aTicket(2)] });
  await server.goOffline();
  for (const n of [1, 2]) await perform(db, 'ticket.status', { ticket_id: uuid(n), from: 'open', to: 'pending' });
  const { user, go } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Subject 2');
  await user.click(screen.getAllByLabelText('Select all on this page')[0]!);
  await user.click(await screen.findByRole('button', { name: 'Update status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Resolved' }));
  await screen.findByText(/ of 2 done/);

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('Bulk update to Resolved')).toBeNull());
  await go('/dashboard/outbox');

  expect(await screen.findByRole('link', { name: /Subject 2/ })).toBeTruthy();
  expect(screen.queryByText(/^Bulk update/)).toBeNull();
});

test.each([
  ['Update status', 'Resolved'],
  ['Set priority', 'High'],
  ['Assign', /Sara.* \(you\)/],
])('S2M-07 on a slow device the bar says at once that a bulk change is being stored: %s', async (menu, choice) => {
  const { db, server } = await openHelpDesk(sara, {
    tickets: [aTicket(1), aTicket(2)],
    people: [{ ...sara, is_active: true }],
  });
  await server.goOffline();
  const { user } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Subject 2');
  await user.click(screen.getAllByLabelText('Select all on this page')[0]!);
  await screen.findByText('2 selected');
  await user.click(screen.getByText(menu));
  const release = await holdOutbox(db);

  await user.click(await screen.findByRole('menuitem', { name: choice }));

  expect(await screen.findByText('Saving 0 of 2')).toBeTruthy();
  await release();
  expect(await screen.findByText('0 of 2 done, 2 waiting to be sent')).toBeTruthy();
});

test('S2R-12 all that match are selected, also beyond the page, changed, and the change is undone before it is sent', async () => {
  const tickets = Array.from({ length: 26 }, (_, at) =>
    aTicket(at + 1, { type: at < 24 ? 'billing' : 'general', status: at < 3 ? 'open' : 'closed' }),
  );
  const { db, server } = await openHelpDesk(sara, { tickets });
  await server.goOffline();
  const { user } = visitHelpDesk('/admin/tickets?type=billing');
  await screen.findByText('Showing 1–20 of 24');
  await user.click(screen.getAllByLabelText('Select all on this page')[0]!);
  await screen.findByText('20 selected');

  await user.click(screen.getByText('Select all 24 that match'));
  await screen.findByText('24 selected');
  expect(screen.queryByText(/that match$/)).toBeNull();
  await user.click(screen.getByText('Update status'));
  await user.click(await screen.findByRole('menuitem', { name: 'Closed' }));

  expect((await screen.findByText(/ of 3 done/)).textContent).toBe('0 of 3 done, 3 waiting to be sent');
  expect((await db.tickets.get(uuid(1)))?.status).toBe('closed');
  await user.click(screen.getByText('Undo'));
  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
  expect((await db.tickets.get(uuid(1)))?.status).toBe('open');
});

test('S2R-12 of tickets that only the server has, the pages are loaded to select all; a failure selects none', async () => {
  const tickets = Array.from({ length: 130 }, (_, at) => aTicket(at + 1));
  const { server } = await openHelpDesk(sara, { tickets: tickets.slice(100) });
  let isBroken = true;
  server.respondWith(({ path, url }) => {
    if (path !== '/api/tickets') return [200, { status: 'ok' }];
    const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page'))];
    if (size === 100 && isBroken) return [500, {}];
    const data = tickets.toReversed().slice((page - 1) * size, page * size);
    return [200, { code: 'SUCCESS', data, current_page: page, per_page: size, total: 130 }];
  });
  const { user } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Showing 1–20 of 130');
  await user.click(screen.getAllByLabelText('Select all on this page')[0]!);
  await user.click(await screen.findByText('Select all 130 that match'));
  await waitFor(() => expect(toastTexts()).toEqual(['Not all of them could be loaded. Try again.']));
  isBroken = false;

  await user.click(screen.getByText('Select all 130 that match'));

  expect(await screen.findByText('130 selected')).toBeTruthy();
});

test('S2M-07 S2R-06 a bulk change of the status leaves out merged tickets', async () => {
  const { db, server } = await openHelpDesk(sara, {
    tickets: [aTicket(1), aTicket(2, { status: 'closed', merged_into_id: uuid(1) }), aTicket(3)],
  });
  await server.goOffline();
  const { user } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Subject 3');
  await user.click(screen.getAllByLabelText('Select all on this page')[0]!);
  await screen.findByText('3 selected');

  await user.click(screen.getByText('Update status'));
  await user.click(await screen.findByRole('menuitem', { name: 'Resolved' }));

  await screen.findByText(/ of 2 done/);
  const changed = (await db.outbox.toArray()).map(({ args }) => args.ticket_id);
  expect(new Set(changed)).toEqual(new Set([uuid(1), uuid(3)]));
});

test('S2K-06 on a slow device the bar says at once that the changes of selected orders are being stored', async () => {
  const { db, server } = await openOrderDevice([anOrder(41), anOrder(39)]);
  await server.goOffline();
  const { user } = visitOrders();
  await rowOf(41);
  for (const id of [41, 39]) await user.click(screen.getByRole('checkbox', { name: `Select order ${id}` }));
  await user.click(screen.getByRole('button', { name: 'Update status' }));
  const release = await holdOutbox(db);

  await user.click(await screen.findByRole('menuitem', { name: 'Delivered' }));

  expect(await screen.findByText('Saving 0 of 2')).toBeTruthy();
  await release();
  expect(await screen.findByText('0 of 2 done, 2 waiting to be sent')).toBeTruthy();
});
