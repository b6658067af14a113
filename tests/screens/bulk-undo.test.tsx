import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { aTicket, openHelpDesk, park, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { sara } from '../support/storefront.tsx';

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
