import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { discard, resendUndecided, retry } from '../../src/client/sync/outbox.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { deviceEnvironment } from '../../src/client/sync/transport.ts';
import { onToasts } from '../../src/client/ui/toast.ts';
import { aTicket, openHelpDesk, park, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { amina, toastTexts } from '../support/storefront.tsx';
import { nothingNew } from '../sync/support.ts';

const gone = 'This was already sent again or discarded, for example in another tab.';
const accepted = 'The server had accepted this already.';

/** A reply of Amina that the server has not decided, and all messages that are shown. */
async function openUndecided() {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.reply', { id: uuid(9001), ticket_id: uuid(1), content: 'Hello' });
  await park(db, 'ticket.reply', 'failed', { status: 500, code: 'ERROR', open: true });
  const { id } = (await db.outbox.toArray())[0]!;
  const said = new Set<string>();
  onTestFinished(onToasts(() => toastTexts().forEach((text) => said.add(text))));
  server.respondWith(({ path }) => {
    if (path === '/api/sync') return [200, nothingNew({ results: [{ id, status: 200, code: 'SUCCESS', rows: [] }] })];
    if (path === '/api/outcomes/cancel') return [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }];
    return [200, { status: 'ok' }];
  });
  return { db, id, said };
}

type Device = Awaited<ReturnType<typeof openUndecided>>;

const withoutSending = [
  { what: 'discarded', act: ({ db, id }: Device) => discard(db, id), says: gone },
  { what: 'corrected', act: ({ db, id }: Device) => retry(db, id, { content: 'Hello!' }), says: gone },
];
const sending = {
  what: 'sent',
  act: async ({ db }: Device) => {
    await resendUndecided(db);
    await runPass(db, deviceEnvironment);
  },
  says: accepted,
};

// Each press comes before the screen has read what the other tab has done.
for (const { what, act, says } of withoutSending) {
  test(`OF-10 “Try again” on a change that another tab has ${what} says so, not that the server was not reached`, async () => {
    const device = await openUndecided();
    visitHelpDesk('/dashboard/outbox');
    const button = await screen.findByRole('button', { name: 'Try again' });

    await act(device);
    fireEvent.click(button);

    await waitFor(() => expect([...device.said]).toEqual([says]));
  });

  test(`OF-10 Discard of a change that another tab has ${what} says so`, async () => {
    const device = await openUndecided();
    const { user } = visitHelpDesk('/dashboard/outbox');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const button = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' });

    await act(device);
    fireEvent.click(button);

    await waitFor(() => expect([...device.said]).toEqual([says]));
  });
}

for (const { what, act, says } of [...withoutSending, sending]) {
  test(`OF-10 a text edited while another tab has ${what} it is not called accepted unless it was`, async () => {
    const device = await openUndecided();
    const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit reply' }));
    await user.type(dialog.getByLabelText('Reply'), ', world');

    await act(device);
    await user.click(dialog.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect([...device.said]).toEqual([says]));
    // The new text can still be copied.
    expect(screen.queryByDisplayValue('Hello, world')).not.toBeNull();
  });
}
