import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readDraft } from '../support/drafts.ts';
import type { TicketRow } from '../../src/contract/tickets.ts';
import { aResponse, aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { sara } from '../support/storefront.tsx';

const listPath = '/admin/tickets';
const inQueue = (n: number) => `/admin/tickets/${uuid(n)}?waiting=us`;
const hour = (n: number) => new Date(Date.UTC(2026, 9, 3, n)).toISOString();
const subjects = () =>
  screen.queryAllByRole('button', { name: /^Open .*:/ }).map((opener) => opener.firstElementChild?.textContent);
const view = (name: RegExp) => screen.findByRole('button', { name });
const reply = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });

/** Four tickets that wait for support, longest first 2, 4, 1, 3; one for the customer; one that has ended. */
const sixTickets = (): TicketRow[] => [
  aTicket(1, { last_response_by: 'user', last_response_at: hour(5) }),
  aTicket(2, { status: 'new' }),
  aTicket(3, { last_response_by: 'user', last_response_at: hour(8) }),
  aTicket(4, { status: 'pending', type: 'billing' }),
  aTicket(5, { last_response_by: 'admin', last_response_at: hour(1) }),
  aTicket(6, { status: 'resolved', last_response_by: 'user', last_response_at: hour(2) }),
];

beforeEach(() => localStorage.clear());

test('S2M-03 the views by whose turn it is have their numbers, their address, and the longest waiting ticket first', async () => {
  await openHelpDesk(sara, { tickets: sixTickets() });
  const { user, address } = visitHelpDesk(listPath);

  await user.click(await view(/^Waiting for us 4$/));
  await waitFor(() => expect(subjects()).toEqual(['Subject 2', 'Subject 4', 'Subject 1', 'Subject 3']));
  expect(address()).toBe('/admin/tickets?waiting=us');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('button', { name: 'Type' }));
  await user.click(screen.getByRole('checkbox', { name: 'Billing' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(subjects()).toEqual(['Subject 4']));
  expect(address()).toBe('/admin/tickets?waiting=us&type=billing');

  await user.click(await view(/^Waiting for customer 1$/));
  await waitFor(() => expect(subjects()).toEqual(['Subject 5']));
  await user.click(await view(/^Resolved 1$/));
  await waitFor(() => expect(subjects()).toEqual(['Subject 6']));
  await user.click(await view(/^All 6$/));
  await waitFor(() => expect(subjects()).toHaveLength(6));
  expect(address()).toBe(listPath);
});

test('S2M-04 a row says since when a ticket waits and who wrote last; a waiting view without rows says that all is answered', async () => {
  const { receive } = await openHelpDesk(sara, {
    tickets: [aTicket(5, { last_response_by: 'admin', last_response_at: hour(1) })],
  });
  const { user } = visitHelpDesk(`${listPath}?waiting=us`);
  expect(await screen.findByText('Every ticket has an answer.')).toBeTruthy();

  await receive('tickets', aTicket(1, { last_response_by: 'user', last_response_at: hour(5) }));

  const cells = within((await screen.findByRole('button', { name: /^Open #1001/ })).closest('tr') as HTMLElement);
  expect(cells.getByText('Customer')).toBeTruthy();
  expect(cells.getByText('3 Oct').title).toMatch(/^Oct 03, 2026/);
  await user.click(await view(/^Waiting for customer/));
  expect(await screen.findByText('Admin')).toBeTruthy();
});

test('S2M-03 S2M-09 where the server has more tickets, it is asked for a view that this device does not have in full, and only the others have numbers', async () => {
  const { server } = await openHelpDesk(sara, { tickets: sixTickets() });
  server.respondWith(({ path, url }) => {
    if (path !== '/api/tickets') return [200, { status: 'ok' }];
    const data = url.searchParams.has('status') ? [sixTickets()[5]] : sixTickets();
    return [200, { code: 'SUCCESS', data, current_page: 1, per_page: 20, total: data.length === 1 ? 2_000 : 9_000 }];
  });
  const { user } = visitHelpDesk(listPath);
  await screen.findByText(/of 9,000$/);
  await user.click(await view(/^Waiting for us 4$/));
  await waitFor(() => expect(subjects()).toHaveLength(4));
  await user.click(await view(/^Resolved$/));
  await waitFor(() => expect(server.requests.at(-1)?.url.search).toMatch(/status=resolved/));
  await waitFor(() => expect(subjects()).toEqual(['Subject 6']));
  expect(server.requests.filter(({ url }) => url.searchParams.has('waiting'))).toEqual([]);
});

test('S2R-14 the tickets that wait for us come most late first, in the list and in the queue, unless another order is chosen', async () => {
  await openHelpDesk(sara, {
    tickets: [
      aTicket(2, { priority: 'low' }),
      aTicket(4, { priority: 'high' }),
      aTicket(5),
      aTicket(6, { status: 'closed' }),
    ],
  });
  const { user, address } = visitHelpDesk(`${listPath}?waiting=us`);
  await waitFor(() => expect(subjects()).toEqual(['Subject 4', 'Subject 5', 'Subject 2']));
  const order = screen.getByRole('combobox', { name: 'Sort by' });
  expect(within(order).getByRole<HTMLOptionElement>('option', { name: 'Earliest due first' }).selected).toBe(true);
  await user.selectOptions(order, 'Longest waiting first');
  await waitFor(() => expect(subjects()).toEqual(['Subject 2', 'Subject 4', 'Subject 5']));
  expect(address()).toBe('/admin/tickets?waiting=us&sort=waiting_asc');
  await user.selectOptions(order, 'Latest due first');
  await waitFor(() => expect(subjects()).toEqual(['Subject 2', 'Subject 5', 'Subject 4']));
  await user.click(await view(/^All 4$/));
  await waitFor(() => expect(within(order).queryByRole('option', { name: 'Earliest due first' })).toBeNull());
  await user.click(await view(/^Waiting for us 3$/));
  await user.click(await screen.findByRole('button', { name: /^Open #1005/ }));
  await screen.findByText('2 of 3');
  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe(inQueue(2)));
});

test('OF-35 J and K walk through the list one came from, R writes, E resolves, and the ticket after a resolved one is next', async () => {
  const { db } = await openHelpDesk(sara, { tickets: sixTickets() });
  const { user, address } = visitHelpDesk(`${listPath}?waiting=us`);
  await user.click(await screen.findByRole('button', { name: /^Open #1004/ }));
  await screen.findByText('2 of 4');

  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe(inQueue(1)));
  await screen.findByText('3 of 4');
  await user.keyboard('e');
  await screen.findByRole('button', { name: 'Status of #1001: Resolved' });
  expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.status', args: { to: 'resolved' } }]);
  await waitFor(() => expect(screen.queryByText('3 of 4')).toBeNull());
  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe(inQueue(3)));
  await screen.findByText('3 of 3');
  await user.keyboard('k');
  await waitFor(() => expect(address()).toBe(inQueue(4)));
  await screen.findByText('2 of 3');

  await user.keyboard('r');
  expect(document.activeElement).toBe(await reply());
  await user.keyboard('jke?');
  expect((await reply()).value).toBe('jke?');
  expect(address()).toBe(inQueue(4));
});

test('the keys are listed in a dialog, do nothing while it is open or with Alt, and can be turned off', async () => {
  const { db } = await openHelpDesk(sara, { tickets: sixTickets() });
  const { user, address } = visitHelpDesk(inQueue(2));
  await screen.findByText('1 of 4');
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }));
  expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toContain('Next ticket');
  const single = dialog.getByRole('switch', { name: 'Keys without Ctrl' });
  expect(document.activeElement).toBe(single);

  await user.keyboard('je{Alt>}j{/Alt}');
  await user.click(single);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.keyboard('je{Alt>}j{/Alt}');

  expect(address()).toBe(inQueue(2));
  expect(await db.outbox.count()).toBe(0);
});

test('S2N-04 a reply in the list of waiting tickets opens the next one with the cursor in its reply, until this is turned off', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: sixTickets(), account: [{ ...sara, balance: 0 }] });
  await server.goOffline();
  const { user, address } = visitHelpDesk(inQueue(2));
  await user.type(await reply(), 'First{Control>}{Enter}{/Control}');
  await waitFor(() => expect(address()).toBe(inQueue(4)));
  await waitFor(async () => expect(document.activeElement).toBe(await reply()));

  await user.keyboard('Second{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await waitFor(() => expect(address()).toBe(inQueue(1)));
  await waitFor(async () => expect(document.activeElement).toBe(await reply()));
  await user.click(screen.getByRole('switch', { name: 'After sending, open the next ticket' }));
  await user.type(await reply(), 'Third{Control>}{Enter}{/Control}');

  expect(await screen.findByText('Third', { selector: 'article *' })).toBeTruthy();
  expect(document.activeElement).toBe(await reply());
  expect(localStorage.getItem('cod_after_reply')).toBe('stay');
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.reply', args: { content: 'First' } },
    { kind: 'ticket.reply', args: { content: 'Second' } },
    { kind: 'ticket.status', args: { to: 'resolved' } },
    { kind: 'ticket.reply', args: { content: 'Third' } },
  ]);
  await user.click((await screen.findAllByRole('link', { name: /^Answer next/ }))[0]!);
  await waitFor(() => expect(address()).toBe(inQueue(3)));
});

test('S2N-04 from sending on until the next ticket is open, the form takes no text: it would stay with the wrong ticket', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: sixTickets() });
  await server.goOffline();
  const { user, address } = visitHelpDesk(inQueue(2));
  const sent = await reply();
  await user.type(sent, 'First');

  fireEvent.keyDown(sent, { key: 'Enter', ctrlKey: true });
  expect(sent.readOnly).toBe(true);
  await user.keyboard('Sec');

  await waitFor(() => expect(address()).toBe(inQueue(4)));
  await waitFor(async () => expect((await reply()).readOnly).toBe(false));
  expect(await readDraft(db, `ticket.reply.${uuid(2)}`)).toBeUndefined();
});

test('S2N-04 outside the waiting list a reply stays in view and the longest waiting ticket is offered; a draft is kept', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: sixTickets() });
  await server.goOffline();
  const { user, address, go } = visitHelpDesk(`/admin/tickets/${uuid(5)}`);
  await user.type(await reply(), 'Still with you{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Waiting for a connection')).toBeTruthy();
  expect(address()).toBe(`/admin/tickets/${uuid(5)}`);

  await user.type(await reply(), 'Half a thought');
  await user.click(screen.getAllByRole('link', { name: 'Answer next 4' })[0]!);
  await waitFor(() => expect(address()).toBe(inQueue(2)));
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await go(`/admin/tickets/${uuid(5)}`);

  await waitFor(async () => expect((await reply()).value).toBe('Half a thought'));
  expect(await screen.findByText('Still with you', { selector: 'article *' })).toBeTruthy();
});

test('S2N-03 messages of one author and day stand together; the counter of a reply appears from 80 %', async () => {
  await openHelpDesk(sara, {
    tickets: [aTicket(1)],
    responses: [aResponse(1, 1), aResponse(2, 1), aResponse(3, 1, { type: 'user', author_name: 'Amina Haddad' })],
  });
  const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);

  const articles = await screen.findAllByRole('article');
  expect(articles.map(({ dataset }) => dataset.continued)).toEqual(['false', 'false', 'true', 'false']);
  expect(articles[2]?.textContent).toContain('Sara Admin');
  expect(screen.queryByRole('img', { name: /characters$/ })).toBeNull();
  await user.click(await reply());
  await user.paste('x'.repeat(8_000));
  expect(await screen.findByRole('img', { name: '8000 of 10000 characters' })).toBeTruthy();
});
