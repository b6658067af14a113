import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { currentToasts } from '../../src/client/ui/toast.ts';
import { aTicket, openDesk, park, uuid, visitDesk, waitingIn } from '../support/desk.tsx';
import { amina, sara } from '../support/storefront.tsx';
import { nothingNew } from '../sync/support.ts';

const path = '/dashboard/outbox';
const reply = (n: number, ticket: number, content: string) => ({
  id: uuid(9000 + n),
  ticket_id: uuid(ticket),
  content,
});
const opened = {
  id: uuid(9),
  subject: 'Code refused',
  type: 'technical' as const,
  content: 'Already used',
  order_id: null,
};

test('OF-11 with nothing waiting it says that everything is saved', async () => {
  await openDesk(amina);

  visitDesk(path);

  expect(await screen.findByText('Everything is saved on the server.')).toBeTruthy();
  expect(screen.getByText('Nothing is waiting.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export as JSON' })).toBeNull();
});

test('OF-11 what waits stands by record, in order, with text, state and tries', async () => {
  const { db, line } = await openDesk(amina, { tickets: [aTicket(1)] });
  await line.goOffline();
  await perform(db, 'ticket.reply', reply(1, 1, 'First'));
  await perform(db, 'ticket.open', opened);
  await perform(db, 'ticket.reply', reply(2, 1, 'Second'));
  const [first] = await db.outbox.orderBy('seq').toArray();
  await db.outbox.put({ ...first!, state: 'sent', attempts: 3 });

  visitDesk(path);

  const known = within(await screen.findByRole('region', { name: '#1001 Subject 1' }));
  const items = known.getAllByRole('listitem');
  expect(items).toHaveLength(2);
  expect(items[0]?.textContent).toMatch(/^Reply.*First.*tried 3 times/);
  expect(items[1]?.textContent).toMatch(/^Reply.*Second.*Waiting for a connection/);
  expect(known.getByRole('link', { name: 'Subject 1' }).getAttribute('href')).toBe(`/user/tickets/${uuid(1)}`);
  const fresh = within(screen.getByRole('region', { name: 'New ticket Code refused' }));
  expect(fresh.getByText('New ticket: Code refused')).toBeTruthy();
});

test('OF-10 a refused one says why and goes again under a new id; Discard takes it away', async () => {
  const { db } = await openDesk(amina, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.reply', reply(1, 1, 'Hello'));
  await park(db, 'ticket.reply', 'failed', { status: 410, code: 'GONE' });
  const { user } = visitDesk(path);
  expect(await screen.findByText('This no longer exists.')).toBeTruthy();
  const before = (await db.outbox.toArray())[0]!.id;

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ state: 'queued' }]));
  expect((await db.outbox.toArray())[0]!.id).not.toBe(before);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('Everything is saved on the server.')).toBeTruthy();
  expect(await db.responses.count()).toBe(0);
});

test('what may have arrived is not discarded before the server was asked', async () => {
  const { db, line } = await openDesk(amina, { tickets: [aTicket(1)] });
  await line.goOffline();
  await perform(db, 'ticket.reply', reply(1, 1, 'Hello'));
  const [item] = await db.outbox.toArray();
  await db.outbox.put({ ...item!, state: 'sent', attempts: 1 });
  const { user } = visitDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await db.outbox.count()).toBe(1);
  await line.goOnline(({ path: asked }) =>
    asked === '/api/outcomes/cancel'
      ? [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }]
      : [200, { status: 'ok' }],
  );
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
});

test('Edit leads to the ticket with its text open', async () => {
  const { db, line } = await openDesk(amina);
  await line.goOffline();
  await perform(db, 'ticket.open', opened);
  const { user, address } = visitDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Edit' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Edit ticket' }));
  expect(dialog.getByLabelText('Subject')).toHaveProperty('value', 'Code refused');
  expect(address()).toMatch(new RegExp(`^/user/tickets/${uuid(9)}\\?edit=`));
});

test('OF-12 a conflict is decided here too', async () => {
  const { db } = await openDesk(sara, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.status', { ticket_id: uuid(1), from: 'open', to: 'resolved' });
  const details = { current: 'closed', by: 'Root', at: '2026-11-01T14:02:00.000Z' };
  await park(db, 'ticket.status', 'conflict', { status: 409, code: 'CONFLICT', details });
  const { user } = visitDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Keep Closed' }));

  expect(await screen.findByText('Everything is saved on the server.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

test('an order in doubt is named, and the server is asked on demand', async () => {
  const { db, line } = await openDesk(amina);
  await db.pledges.put({
    key: uuid(1),
    state: 'asked',
    call: 'placeOrder',
    about: { product_id: 1, title: 'Netflix, 1 month' },
    createdAt: Date.now(),
  });
  line.answers(({ path: asked }) =>
    asked === '/api/outcomes/cancel'
      ? [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }]
      : [200, { status: 'ok' }],
  );
  const { user } = visitDesk(path);
  expect(await screen.findByText('Netflix, 1 month')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Check now' }));

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull());
  expect(await screen.findByText('Not placed, nothing was charged.')).toBeTruthy();
});

test('OF-11 everything that waits can be taken away as a file', async () => {
  const { db, line } = await openDesk(amina, { tickets: [aTicket(1)] });
  await line.goOffline();
  await perform(db, 'ticket.reply', reply(1, 1, 'Keep me'));
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:x';
  });
  const { user } = visitDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Export as JSON' }));

  await waitFor(() => expect(files).toHaveLength(1));
  expect(JSON.parse(await files[0]!.text())).toMatchObject([{ kind: 'ticket.reply', args: { content: 'Keep me' } }]);
});

test('OF-10 Send now takes what the server has not decided, in order, and says what it cannot send', async () => {
  const { db, line } = await openDesk(amina, { tickets: [aTicket(1), aTicket(2)] });
  await perform(db, 'ticket.reply', reply(1, 1, 'First'));
  await park(db, 'ticket.reply', 'failed', { status: 500, code: 'ERROR', open: true });
  await perform(db, 'ticket.reply', reply(2, 1, 'Second'));
  await perform(db, 'ticket.reply', reply(3, 2, 'To a deleted ticket'));
  const [first, second, refused] = await db.outbox.orderBy('seq').toArray();
  await db.outbox.put({ ...refused!, state: 'failed', error: { status: 410, code: 'GONE' } });
  const { user } = visitDesk(path);
  const entries = within(await screen.findByRole('region', { name: '#1001 Subject 1' })).getAllByRole('listitem');
  expect(entries[1]?.textContent).toMatch(/Second.*Waits for the change above/);
  line.answers(({ path: asked, body }) => {
    if (asked !== '/api/sync') return [200, { status: 'ok' }];
    const results = (body.mutations as { id: string }[]).map(({ id }) => ({
      id,
      status: 200,
      code: 'SUCCESS',
      rows: [],
    }));
    return [200, nothingNew({ results })];
  });
  startSync(db);

  await user.click(screen.getByRole('button', { name: 'Send now' }));

  await waitFor(async () => expect(await db.outbox.toArray()).toMatchObject([{ id: refused!.id, state: 'failed' }]));
  const sent = line.asked.filter(({ path: asked }) => asked === '/api/sync');
  expect(sent.flatMap(({ body }) => (body.mutations as { id: string }[]).map(({ id }) => id))).toEqual([
    first!.id,
    second!.id,
  ]);
  await waitFor(() =>
    expect(currentToasts().map(({ title }) => title)).toContain(
      '1 change cannot be sent as it is. Edit or discard it below.',
    ),
  );
  stopSync();
});
