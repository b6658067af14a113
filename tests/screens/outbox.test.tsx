import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { currentToasts } from '../../src/client/ui/toast.ts';
import { anArticle, storeArticles } from '../support/help-centre.tsx';
import { aTicket, openHelpDesk, park, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { aCategory, amina, anOrder, aProduct, sara } from '../support/storefront.tsx';
import { nothingNew } from '../sync/support.ts';

const path = '/dashboard/outbox';
const reply = (n: number, ticket: number, content: string) => ({
  id: uuid(9000 + n),
  ticket_id: uuid(ticket),
  content,
});
const newTicket = {
  id: uuid(9),
  subject: 'Code refused',
  type: 'technical' as const,
  content: 'Already used',
  order_id: null,
};

test('OF-11 an empty outbox says that everything is saved', async () => {
  await openHelpDesk(amina);

  visitHelpDesk(path);

  expect(await screen.findByText('Everything is saved on the server.')).toBeTruthy();
  expect(screen.getByText('Nothing is waiting.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export as JSON' })).toBeNull();
});

test('OF-11 queued items are listed by record, in order, with text, state and tries', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  await perform(db, 'ticket.reply', reply(1, 1, 'First'));
  await perform(db, 'ticket.open', newTicket);
  await perform(db, 'ticket.reply', reply(2, 1, 'Second'));
  const [first] = await db.outbox.orderBy('seq').toArray();
  await db.outbox.put({ ...first!, state: 'sent', attempts: 3 });

  visitHelpDesk(path);

  const known = within(await screen.findByRole('region', { name: '#1001 Subject 1' }));
  const items = known.getAllByRole('listitem');
  expect(items).toHaveLength(2);
  expect(items[0]?.textContent).toMatch(/^Reply.*First.*tried 3 times/);
  expect(items[1]?.textContent).toMatch(/^Reply.*Second.*Waiting for a connection/);
  expect(known.getByRole('link', { name: 'Subject 1' }).getAttribute('href')).toBe(`/user/tickets/${uuid(1)}`);
  const fresh = within(screen.getByRole('region', { name: 'New ticket Code refused' }));
  expect(fresh.getByText('New ticket: \u2068Code refused\u2069')).toBeTruthy();
});

test('OF-11 changes of orders and of the catalogue name their record and lead to it, with the statuses that admins choose', async () => {
  const rows = {
    orders: [anOrder(5, { status: 'new' })],
    products: [aProduct(8, 'Tea')],
    categories: [aCategory(3, 'Drinks')],
  };
  const { db, server } = await openHelpDesk(sara, rows);
  await server.goOffline();
  await perform(db, 'order.status', { order_id: 5, from: 'new', to: 'processing' });
  await perform(db, 'product.availability', { product_id: 8, is_available: false });
  await perform(db, 'category.active', { category_id: 3, is_active: false });

  visitHelpDesk(path);

  const order = within(await screen.findByRole('region', { name: 'Order #5' }));
  expect(order.getByText('Order #5: New → Processing')).toBeTruthy();
  const links = ['Order #5', 'Tea', 'Drinks'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  expect(links).toEqual(['/admin/orders?order=5', '/admin/products/8', '/admin/categories/3']);
});

test('S1-08 OF-11 a waiting vote on an article says what it is and leads to the article', async () => {
  const { db, server } = await openHelpDesk(amina);
  await storeArticles(db, [anArticle(4)]);
  await server.goOffline();
  await perform(db, 'article.vote', { article_id: 4, is_helpful: false });
  await perform(db, 'article.vote', { article_id: 5, is_helpful: true });

  visitHelpDesk(path);

  const known = within(await screen.findByRole('region', { name: 'Article 4' }));
  expect(known.getByText('The article did not help')).toBeTruthy();
  expect(known.getByRole('link', { name: 'Article 4' }).getAttribute('href')).toBe('/dashboard/help/4');
  expect(within(screen.getByRole('region', { name: 'Help' })).getByText('The article helped')).toBeTruthy();
});

test('OF-10 a refused item shows the reason; “Try again” queues it under a new id, and Discard removes it', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.reply', reply(1, 1, 'Hello'));
  await park(db, 'ticket.reply', 'failed', { status: 410, code: 'GONE' });
  const { user } = visitHelpDesk(path);
  expect(await screen.findByText('This no longer exists.')).toBeTruthy();
  expect(screen.getAllByText('Not accepted')).toHaveLength(1);
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

test('an item that may have arrived is not discarded before the server answered', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  await perform(db, 'ticket.reply', reply(1, 1, 'Hello'));
  const [item] = await db.outbox.toArray();
  await db.outbox.put({ ...item!, state: 'sent', attempts: 1 });
  const { user } = visitHelpDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await db.outbox.count()).toBe(1);
  await server.goOnline(({ path: asked }) =>
    asked === '/api/outcomes/cancel'
      ? [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }]
      : [200, { status: 'ok' }],
  );
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
});

test('Edit opens the unsent ticket in an edit dialog', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  await perform(db, 'ticket.open', newTicket);
  const { user, address } = visitHelpDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Edit' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Edit ticket' }));
  expect(dialog.getByLabelText('Subject')).toHaveProperty('value', 'Code refused');
  expect(address()).toMatch(new RegExp(`^/user/tickets/${uuid(9)}\\?edit=`));
});

test('OF-12 a conflict can be decided in the outbox too', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.status', { ticket_id: uuid(1), from: 'open', to: 'resolved' });
  const details = { current: 'closed', by: 'Root', at: '2026-11-01T14:02:00.000Z' };
  await park(db, 'ticket.status', 'conflict', { status: 409, code: 'CONFLICT', details });
  const { user } = visitHelpDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Keep Closed' }));

  expect(await screen.findByText('Everything is saved on the server.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

test('an order in doubt is listed, and “Check now” asks the server', async () => {
  const { db, server } = await openHelpDesk(amina);
  await db.pledges.put({
    key: uuid(1),
    state: 'asked',
    call: 'placeOrder',
    about: { product_id: 1, title: 'Netflix, 1 month' },
    createdAt: Date.now(),
  });
  server.respondWith(({ path: asked }) =>
    asked === '/api/outcomes/cancel'
      ? [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }]
      : [200, { status: 'ok' }],
  );
  const { user } = visitHelpDesk(path);
  expect(await screen.findByText('Netflix, 1 month')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Check now' }));

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull());
  expect(await screen.findByText('Not placed, nothing was charged.')).toBeTruthy();
});

test('OF-11 the outbox can be exported as a file', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  await perform(db, 'ticket.reply', reply(1, 1, 'Keep me'));
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:x';
  });
  const { user } = visitHelpDesk(path);

  await user.click(await screen.findByRole('button', { name: 'Export as JSON' }));

  await waitFor(() => expect(files).toHaveLength(1));
  expect(JSON.parse(await files[0]!.text())).toMatchObject([{ kind: 'ticket.reply', args: { content: 'Keep me' } }]);
});

test('OF-10 a change that waits for another one says so, not that it waits for a ticket', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  await perform(db, 'ticket.reply', reply(1, 1, 'Wait for me'));
  await park(db, 'ticket.reply', 'sent', { status: 424, code: 'WAITS_FOR_ANOTHER' });

  visitHelpDesk(path);

  const entry = within(await screen.findByRole('region', { name: '#1001 Subject 1' })).getByRole('listitem');
  expect(entry.textContent).toMatch(/Wait for me.*Waits for the change above/);
});

test('OF-11 “Send now” sends undecided items, in order, and counts those that it cannot send', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1), aTicket(2)] });
  await perform(db, 'ticket.reply', reply(1, 1, 'First'));
  await park(db, 'ticket.reply', 'failed', { status: 500, code: 'ERROR', open: true });
  await perform(db, 'ticket.reply', reply(2, 1, 'Second'));
  await perform(db, 'ticket.reply', reply(3, 2, 'To a deleted ticket'));
  const [first, second, refused] = await db.outbox.orderBy('seq').toArray();
  await db.outbox.put({ ...refused!, state: 'failed', error: { status: 410, code: 'GONE' } });
  const { user } = visitHelpDesk(path);
  const entries = within(await screen.findByRole('region', { name: '#1001 Subject 1' })).getAllByRole('listitem');
  expect(entries[1]?.textContent).toMatch(/Second.*Waits for the change above/);
  server.respondWith(({ path: asked, body }) => {
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
  const sent = server.requests.filter(({ path: asked }) => asked === '/api/sync');
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
