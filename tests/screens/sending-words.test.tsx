import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { performForm } from '../../src/client/sync/perform.ts';
import { reportEngineState, type EngineState } from '../../src/client/sync/status.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { amina } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

const idle: EngineState = { running: false, busy: false, pause: null, retryAt: null };
const photo = { id: uuid(80), name: 'photo.png', type: 'image/png', bytes: new ArrayBuffer(4) };

/** The words of a change that is being sent. */
const sendingWords = /^(Sending…|Being sent|Uploading files|On the way to the server|This ticket is on its way)/;

/** A customer's device with a reply and a new ticket, both with a photo and both perhaps sent before. */
async function deviceWithChanges() {
  const { server, db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const reply = { id: uuid(9001), ticket_id: uuid(1), content: 'See', file_ids: [photo.id] };
  await performForm(db, 'ticket.reply', { args: reply, files: [photo] });
  const text = { subject: 'Code refused', type: 'technical' as const, content: 'Already used', order_id: null };
  await performForm(db, 'ticket.open', { args: { id: uuid(9), ...text, file_ids: [photo.id] } });
  await db.outbox.toCollection().modify({ state: 'sent', attempts: 1 });
  return server;
}

const places = [
  ['the outbox', () => visitHelpDesk('/dashboard/outbox'), 2],
  ['the ticket of a reply', () => visitHelpDesk(`/user/tickets/${uuid(1)}`), 1],
  ['a new ticket', () => visitHelpDesk(`/user/tickets/${uuid(9)}`), 2],
  ['the dashboard', () => openRoute('/dashboard/user'), 1],
] as const;

const situations = [
  ['while the device is offline', 'offline', idle],
  ['between two tries of a server that answers 500', 'online', { ...idle, busy: true, retryAt: Date.now() + 60_000 }],
  ['while the app is too old', 'online', { ...idle, pause: 'outdated' }],
] as const;

for (const [place, open, marks] of places) {
  for (const [situation, connection, engine] of situations) {
    test(`OF-11 OF-19 ${place} says that a change is being sent, and does not say so ${situation}`, async () => {
      const server = await deviceWithChanges();
      act(() => reportEngineState({ ...idle, running: true }));
      await open();
      await waitFor(() => expect(screen.getAllByText(sendingWords).length).toBeGreaterThanOrEqual(marks));

      if (connection === 'offline') await server.goOffline();
      act(() => reportEngineState(engine));

      await waitFor(() => expect(screen.queryAllByText(sendingWords)).toEqual([]));
      expect(screen.queryAllByText(/^Update the app to send/).length > 0).toBe(engine.pause === 'outdated');
    });
  }
}
