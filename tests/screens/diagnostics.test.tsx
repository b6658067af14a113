import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { writeDraft } from '../support/drafts.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { amina } from '../support/storefront.tsx';

const secret = 'canary 4711';

test('diagnostics count queued items and stored rows, and contain no text, name or id', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1), aTicket(2)] });
  await server.goOffline();
  await perform(db, 'ticket.reply', { id: uuid(9001), ticket_id: uuid(1), content: secret, file_ids: [] });
  await writeDraft(db, 'ticket.reply:1', secret);
  const { user } = visitHelpDesk('/dashboard/outbox');

  const panel = (await screen.findByText('Diagnostics')).closest('details') as HTMLElement;
  await user.click(within(panel).getByText('Diagnostics'));

  await waitFor(() => expect(within(panel).getByText(/^queued 1, sent 0, failed 0, conflict 0/)).toBeTruthy());
  expect(within(panel).getByText(/tickets 2, responses 1/)).toBeTruthy();
  expect(within(panel).getByText(/^app test, sync protocol 1, database schema \d+/)).toBeTruthy();
  await user.click(within(panel).getByRole('button', { name: 'Copy' }));
  const text = await navigator.clipboard.readText();
  expect(JSON.parse(text)).toMatchObject({ versions: { app: 'test' }, waiting: { queued: 1, drafts: 1 } });
  for (const content of [secret, amina.name, amina.email, 'Subject 1', uuid(1), uuid(9001)])
    expect(text).not.toContain(content);
});

test('diagnostics are updated when the outbox changes', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  visitHelpDesk('/dashboard/outbox');
  await screen.findByText(/^queued 0,/);

  await perform(db, 'ticket.reply', { id: uuid(9001), ticket_id: uuid(1), content: 'Hello', file_ids: [] });

  expect(await screen.findByText(/^queued 1,/)).toBeTruthy();
});
