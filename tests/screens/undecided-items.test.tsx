import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import { openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { amina, toastTexts } from '../support/storefront.tsx';

test('S2O-07 a new ticket that may have arrived is not discarded offline: its page stays, and a message says why', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  const ticket = { id: uuid(9), subject: 'Code refused', content: 'It says: already used', order_id: null };
  await perform(db, 'ticket.open', { ...ticket, type: 'technical' });
  const [item] = await db.outbox.toArray();
  await db.outbox.put({ ...item!, state: 'sent', attempts: 1 });
  const { user, address } = visitHelpDesk(`/user/tickets/${uuid(9)}`);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));

  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(toastTexts()).toEqual(['This may have arrived already. It can be discarded when you are connected.']);
  expect(address()).toBe(`/user/tickets/${uuid(9)}`);
  expect(screen.getByRole('heading', { level: 1, name: 'Code refused' })).toBeTruthy();
  expect(await db.outbox.count()).toBe(1);
});
