import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readDraft } from '../support/drafts.ts';
import { aResponse, aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, sara } from '../support/storefront.tsx';

const page = `/admin/tickets/${uuid(1)}`;
const openQueue = async () => {
  const device = await openHelpDesk(sara, { tickets: [aTicket(1), aTicket(2)] });
  await device.server.goOffline();
  return device;
};
const noteField = () => screen.findByRole('textbox', { name: 'Your note' });
const messageOf = (text: string) => screen.getByText(text).closest('article')!;

test('S2R-03 an admin writes a note offline with one key: it looks different from a reply, and the ticket keeps its status and turn', async () => {
  const { db } = await openQueue();
  const { user, address } = visitHelpDesk(`${page}?waiting=us`);
  await screen.findByRole('textbox', { name: 'Your reply' });
  const before = await db.tickets.get(uuid(1));

  await user.keyboard('n');
  await waitFor(async () => expect(document.activeElement).toBe(await noteField()));
  expect(screen.queryByRole('button', { name: 'Reply and set resolved' })).toBeNull();
  await user.keyboard('Looks like fraud{Control>}{Enter}{/Control}');

  await waitFor(() => expect(within(messageOf('Looks like fraud')).getByText('Internal note')).toBeTruthy());
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.note', args: { ticket_id: uuid(1), content: 'Looks like fraud' }, state: 'queued' },
  ]);
  expect(await db.tickets.get(uuid(1))).toEqual(before);
  expect(address()).toBe(`${page}?waiting=us`);
  expect(await noteField()).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Reply' }));
  expect(await screen.findByRole('textbox', { name: 'Your reply' })).toBeTruthy();
});

test('S2R-03 a waiting note is changed and discarded like a reply', async () => {
  const { db } = await openQueue();
  const { user } = visitHelpDesk(page);
  await user.click(await screen.findByRole('radio', { name: 'Internal note' }));
  await user.type(await noteField(), 'Fraud?{Control>}{Enter}{/Control}');
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Change before it is sent' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };

  await choose('Edit');
  const dialog = await screen.findByRole('dialog', { name: 'Edit internal note' });
  await user.type(within(dialog).getByRole('textbox'), ' No.');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.note', args: { content: 'Fraud? No.' } }]),
  );
  await choose('Discard');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));

  await waitFor(async () => expect(await db.responses.count()).toBe(0));
  expect(await db.outbox.count()).toBe(0);
});

test('S2R-03 S2N-04 the draft of a note comes back as a note, so that it is not sent to the customer', async () => {
  const { db } = await openQueue();
  const first = visitHelpDesk(page);
  await first.user.click(await screen.findByRole('radio', { name: 'Internal note' }));
  await first.user.type(await noteField(), 'Not for them');
  await waitFor(async () => expect(await readDraft(db, `ticket.reply.${uuid(1)}`)).toBe('Not for them'));
  first.close();

  const { user } = visitHelpDesk(page);

  expect(((await noteField()) as HTMLTextAreaElement).value).toBe('Not for them');
  await user.click(await noteField());
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.note' }]));
});

test('S2R-03 a customer’s form has no switch for notes', async () => {
  const { server } = await openHelpDesk(amina, { tickets: [aTicket(1)], responses: [aResponse(1, 1)] });
  await server.goOffline();
  visitHelpDesk(`/user/tickets/${uuid(1)}`);

  expect(await screen.findByRole('textbox', { name: 'Your reply' })).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});
