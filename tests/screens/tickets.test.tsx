import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import { aResponse, aTicket, openHelpDesk, park, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, toastTexts } from '../support/storefront.tsx';

const row = async (name: string | RegExp) => (await screen.findByRole('button', { name })).closest('tr') as HTMLElement;
const subjects = () => screen.queryAllByRole('button', { name: /^Open .*:/ }).map(({ textContent }) => textContent);
const tickets = (count: number) => Array.from({ length: count }, (_, at) => aTicket(at + 1));
const newTicket = (n: number, order_id: number | null = null) => ({
  id: uuid(n),
  subject: 'Code refused',
  type: 'technical' as const,
  content: 'It says: already used',
  order_id,
});

test('S2O-01 a row shows id, subject, content, type, status, order and date', async () => {
  await openHelpDesk(amina, {
    tickets: [aTicket(42, { type: 'billing', status: 'in_progress', order_id: 77, subject: 'Double charge' })],
  });
  visitHelpDesk('/user/tickets');
  const cells = within(await row('Open #1042: Double charge'));
  expect(cells.getByText('#1042')).toBeTruthy();
  expect(cells.getByText('Content 42')).toBeTruthy();
  expect(cells.getByText('Billing')).toBeTruthy();
  expect(cells.getByText('In progress')).toBeTruthy();
  expect(cells.getByRole('link', { name: '#77' }).getAttribute('href')).toBe('/user/orders?order=77');
  expect(cells.getByTitle(/^Oct 02, 2026, /)).toBeTruthy();
});

test('S2O-01 S9-13 content over 100 characters is shortened, and can be expanded and collapsed', async () => {
  const long = `${'a'.repeat(60)} ${'b'.repeat(60)}`;
  await openHelpDesk(amina, { tickets: [aTicket(1, { content: long }), aTicket(2, { content: 'c'.repeat(100) })] });
  const { user, address } = visitHelpDesk('/user/tickets');
  const cells = within(await row('Open #1001: Subject 1'));
  await user.click(cells.getByRole('button', { name: 'Show more' }));

  expect(cells.getByText(long)).toBeTruthy();
  expect(address()).toBe('/user/tickets');
  await user.click(cells.getByRole('button', { name: 'Show less' }));
  expect(cells.getByText(`${'a'.repeat(60)} ${'b'.repeat(39)}…`)).toBeTruthy();
  expect(within(await row('Open #1002: Subject 2')).queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('S2O-02 S2O-03 S9-10 the pager shows the row numbers and the total, and changes the page', async () => {
  await openHelpDesk(amina, { tickets: tickets(23) });
  const { user, address } = visitHelpDesk('/user/tickets');
  expect(await screen.findByText('Showing 1–10 of 23')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));

  expect(await screen.findByText('Showing 21–23 of 23')).toBeTruthy();
  await waitFor(() => expect(subjects()).toEqual(['Subject 3', 'Subject 2', 'Subject 1']));
  expect(address()).toBe('/user/tickets?page=3');
  expect(screen.getByRole('button', { name: 'Next page' }).hasAttribute('disabled')).toBe(true);
});

test('S2O-02 a row opens its ticket; without tickets the page says so and links to a new ticket', async () => {
  const { receive } = await openHelpDesk(amina);
  const { user, address } = visitHelpDesk('/user/tickets');
  expect(await screen.findByText('You have no tickets yet.')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'New ticket' })[0]?.getAttribute('href')).toBe('/user/tickets/create');

  await receive('tickets', aTicket(5));
  await user.click(await screen.findByText('Subject 5'));

  expect(await screen.findByRole('heading', { level: 1, name: 'Subject 5' })).toBeTruthy();
  expect(address()).toBe(`/user/tickets/${uuid(5)}`);
});

test('search and status are kept in the URL, and the filtered list follows changes', async () => {
  const { receive } = await openHelpDesk(amina, {
    tickets: [aTicket(1, { subject: 'Été à Paris' }), aTicket(2, { status: 'closed' }), aTicket(3)],
  });
  const { user, address } = visitHelpDesk('/user/tickets?status=closed,open');
  await waitFor(() => expect(subjects()).toEqual(['Subject 3', 'Subject 2', 'Été à Paris']));

  await user.type(screen.getByRole('searchbox'), 'ete{Enter}');

  await waitFor(() => expect(subjects()).toEqual(['Été à Paris']));
  expect(address()).toBe('/user/tickets?status=closed,open&search=ete');
  await receive('tickets', aTicket(4, { subject: 'ETE 2' }), aTicket(1, { subject: 'Été', status: 'pending' }));
  await waitFor(() => expect(subjects()).toEqual(['ETE 2']));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(subjects()).toHaveLength(4));
});

test('S2O-05 C-14 a ticket that is opened by its number shows its facts, with times to the minute', async () => {
  await openHelpDesk(amina, { tickets: [aTicket(42, { order_id: 77, content: '<img src=x> & more' })] });

  visitHelpDesk('/user/tickets/1042');

  expect(await screen.findByRole('heading', { level: 1, name: 'Subject 42' })).toBeTruthy();
  expect(screen.getByText('#1042')).toBeTruthy();
  expect(screen.getByRole('link', { name: '#77' })).toBeTruthy();
  expect(screen.getAllByText(/^2026-10-0\d \d\d:\d\d$/).length).toBeGreaterThanOrEqual(2);
  expect(screen.getByText('<img src=x> & more')).toBeTruthy();
  expect(document.querySelector('main img, article img')).toBeNull();
});

test('S2O-06 C-14 responses are labelled Support or You, and show the time of day only, under their day', async () => {
  await openHelpDesk(amina, {
    tickets: [aTicket(1)],
    responses: [aResponse(1, 1), aResponse(2, 1, { type: 'user', author_name: amina.name })],
  });
  visitHelpDesk(`/user/tickets/${uuid(1)}`);

  const articles = await screen.findAllByRole('article');
  expect(articles.map(({ textContent }) => textContent?.slice(0, 7))).toEqual(['YouCont', 'Support', 'YouResp']);
  expect(articles[1]?.textContent).toContain('Sara');
  for (const { textContent } of articles) expect(textContent).toMatch(/(Content|Response) \d\d+:\d\d( [AP]M)?$/);
});

test('S2O-06 a response without the name of its author has the mark of the shop, and one with a name its initial', async () => {
  await openHelpDesk(amina, {
    tickets: [aTicket(1)],
    responses: [aResponse(1, 1, { author_name: '' }), aResponse(2, 1, { author_name: 'sara' })],
  });

  visitHelpDesk(`/user/tickets/${uuid(1)}`);

  const [, unnamed, named] = await screen.findAllByRole('article');
  expect([unnamed, named].map((one) => one!.dataset.initial)).toEqual(['', 'S']);
  expect([unnamed, named].map((one) => one!.querySelectorAll('svg').length)).toEqual([1, 0]);
});

test('S4-22 C-27 a reply is shown at once, waits to be sent, and reopens a resolved ticket', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1, { status: 'resolved' })] });
  await server.goOffline();
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  expect(await screen.findByText('A reply opens this ticket again.')).toBeTruthy();

  await user.type(screen.getByLabelText('Your reply'), 'Still broken{Control>}{Enter}{/Control}');

  expect(await screen.findByText('Still broken', { selector: 'article *' })).toBeTruthy();
  expect(await screen.findByText('Waiting for a connection')).toBeTruthy();
  expect(await screen.findByText('Open')).toBeTruthy();
  expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']);
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.reply', args: { ticket_id: uuid(1), content: 'Still broken' }, state: 'queued' },
  ]);
  expect(screen.getByLabelText('Your reply')).toHaveProperty('value', '');
});

test('OF-25 a reply that was begun is still there after a reload', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const first = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await first.user.type(await screen.findByLabelText('Your reply'), 'Half a thought');
  first.close();
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  visitHelpDesk(`/user/tickets/${uuid(1)}`);

  await waitFor(() => expect(screen.getByLabelText('Your reply')).toHaveProperty('value', 'Half a thought'));
});

test('an empty reply is not sent, and the field says why', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);

  await user.click(await screen.findByRole('button', { name: 'Send' }));

  expect(await screen.findByText('Reply is required.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

test('S2O-07 an unsent ticket is marked in the list, and can be edited and replied to', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  await perform(db, 'ticket.open', newTicket(9));
  const { user } = visitHelpDesk('/user/tickets');
  expect(within(await row('Open New ticket: Code refused')).getByText('Not sent yet')).toBeTruthy();

  await user.click(screen.getByText('Code refused'));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit ticket' }));
  await user.clear(dialog.getByLabelText('Subject'));
  await user.type(dialog.getByLabelText('Subject'), 'Code not accepted');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await user.type(await screen.findByLabelText('Your reply'), 'And one more');
  await user.click(screen.getByRole('button', { name: 'Send' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Code not accepted' })).toBeTruthy();
  expect(await screen.findByText(/1 reply waits with it/)).toBeTruthy();
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.open', args: { subject: 'Code not accepted' }, state: 'queued' },
    { kind: 'ticket.reply', args: { content: 'And one more' }, state: 'queued' },
  ]);
});

test('S2O-07 discarding an unsent ticket names the replies that are discarded with it, and discards no others', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  await perform(db, 'ticket.open', newTicket(9));
  await perform(db, 'ticket.reply', { id: uuid(901), ticket_id: uuid(9), content: 'And one more' });
  await perform(db, 'ticket.reply', { id: uuid(902), ticket_id: uuid(1), content: 'To another ticket' });
  const { user, address } = visitHelpDesk(`/user/tickets/${uuid(9)}`);

  await user.click((await screen.findAllByRole('button', { name: 'Discard' }))[0]!);
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('1 change depends on it and goes too:')).toBeTruthy();
  expect(question.getByText('And one more')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Discard' }));

  await waitFor(() => expect(address()).toBe('/user/tickets'));
  expect(await waitingIn(db)).toMatchObject([{ args: { content: 'To another ticket' } }]);
  expect(await db.tickets.toCollection().primaryKeys()).toEqual([uuid(1)]);
});

test('OF-10 S5-33 a refused reply keeps its text, says why, and can be edited and sent again', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.reply', { id: uuid(901), ticket_id: uuid(1), content: 'Too long' });
  await park(db, 'ticket.reply', 'failed', { status: 422, code: 'INVALID_FIELDS', errors: { content: ['max:10000'] } });
  const before = (await db.outbox.toArray())[0]!.id;
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText('Content can have at most 10000 characters.')).toBeTruthy();
  expect(screen.getByText('Too long', { selector: 'article *' })).toBeTruthy();
  expect(notice.getByRole('button', { name: 'Copy' })).toBeTruthy();
  expect(notice.getByRole('button', { name: 'Discard' })).toBeTruthy();

  await user.click(notice.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit reply' }));
  await user.clear(dialog.getByLabelText('Reply'));
  await user.type(dialog.getByLabelText('Reply'), 'Shorter');
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Shorter', { selector: 'article *' })).toBeTruthy();
  expect(await waitingIn(db)).toMatchObject([{ args: { content: 'Shorter' }, state: 'queued' }]);
  expect((await db.outbox.toArray())[0]!.id).not.toBe(before);
});

test('S2B-22 for a ticket that is not on the device, the page says so offline, and asks the server online', async () => {
  const { server } = await openHelpDesk(amina);
  await server.goOffline();
  visitHelpDesk('/user/tickets/1042');
  expect(await screen.findByText('This ticket is not on this device.')).toBeTruthy();

  const ticket = aTicket(42);
  await server.goOnline(({ path }) =>
    path === '/api/tickets/1042'
      ? [200, { ...ticket, title: ticket.subject, user: amina, responses: [aResponse(1, 42)] }]
      : [200, { status: 'ok' }],
  );

  expect(await screen.findByRole('heading', { level: 1, name: 'Subject 42' })).toBeTruthy();
  expect(screen.getByText('Response 1')).toBeTruthy();
});
