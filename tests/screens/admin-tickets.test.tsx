import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import {
  accept,
  aResponse,
  aTicket,
  openHelpDesk,
  park,
  uuid,
  visitHelpDesk,
  waitingIn,
} from '../support/help-desk.tsx';
import { anOrder, sara, toastTexts } from '../support/storefront.tsx';

const row = async (n: number) =>
  (await screen.findByRole('button', { name: `Open #${1000 + n}: Subject ${n}` })).closest('tr') as HTMLElement;
const subjects = () =>
  screen.queryAllByRole('button', { name: /^Open .*:/ }).map((opener) => opener.firstElementChild?.textContent);
const tickets = (count: number) => Array.from({ length: count }, (_, at) => aTicket(at + 1));
const listPath = '/admin/tickets';

test('S2M-01 S2M-04 S2M-09 the list has twenty rows a page, with user, type, status and date', async () => {
  await openHelpDesk(sara, { tickets: tickets(45) });
  const { user, address } = visitHelpDesk(listPath);
  const cells = within(await row(45));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tickets45'));
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeTruthy();
  expect(cells.getByText('#1045')).toBeTruthy();
  expect(cells.getByText('Content 45')).toBeTruthy();
  expect(cells.getByText('amina@example.test')).toBeTruthy();
  expect(cells.getByText('General')).toBeTruthy();
  expect(cells.getByRole('button', { name: 'Status of #1045: Open' })).toBeTruthy();
  expect(cells.getByText('Opened Oct 02, 2026')).toBeTruthy();
  expect(cells.getByRole('link', { name: 'View #1045' }).getAttribute('href')).toBe(`/admin/tickets/${uuid(45)}`);
  expect(screen.getByText('Showing 1–20 of 45')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Next page' }));

  expect(await screen.findByText('Showing 21–40 of 45')).toBeTruthy();
  expect(address()).toBe('/admin/tickets?page=2');
});

test('S2M-02 S2M-03 search and both filters start at page 1 and are kept in the URL; Clear removes them', async () => {
  await openHelpDesk(sara, {
    tickets: [
      ...tickets(30),
      aTicket(31, { status: 'closed', type: 'billing' }),
      aTicket(32, { status: 'pending', type: 'billing' }),
    ],
  });
  const { user, address } = visitHelpDesk(`${listPath}?page=2`);
  await screen.findByText('Showing 21–32 of 32');

  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('button', { name: 'Status' }));
  await user.click(screen.getByRole('checkbox', { name: 'Closed' }));
  await user.click(screen.getByRole('checkbox', { name: 'Pending' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(subjects()).toEqual(['Subject 32', 'Subject 31']));
  expect(address()).toBe('/admin/tickets?status=closed,pending');
  await user.type(screen.getByRole('searchbox'), '#1031{Enter}');

  await waitFor(() => expect(subjects()).toEqual(['Subject 31']));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(subjects()).toHaveLength(20));
  expect(address()).toBe(listPath);
});

test('S2M-08 a search without results offers “Clear All”; the first load shows ten skeleton rows', async () => {
  const { db, receive } = await openHelpDesk(sara);
  await db.setFact('load', { done: 0, total: 100 });
  const { user } = visitHelpDesk(listPath);
  await waitFor(() => expect(document.querySelectorAll('tbody tr[aria-hidden]')).toHaveLength(10));
  await receive('tickets', ...tickets(2));
  await db.setFact('load', null);
  await row(2);

  await user.type(screen.getByRole('searchbox'), 'zzz{Enter}');

  expect(await screen.findByText('No tickets match your search.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  expect(await row(2)).toBeTruthy();
});

test('S2M-05 S4-07 S4-08 a new status is shown at once and waits to be sent; choosing the current one sends nothing', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: tickets(2) });
  await server.goOffline();
  const { user } = visitHelpDesk(listPath);
  await user.click(within(await row(2)).getByRole('button', { name: 'Status of #1002: Open' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Open' }));
  expect(await db.outbox.count()).toBe(0);

  await user.click(within(await row(2)).getByRole('button', { name: 'Status of #1002: Open' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Resolved' }));

  expect(await screen.findByRole('button', { name: 'Status of #1002: Resolved' })).toBeTruthy();
  expect(await within(await row(2)).findByText('Waiting to be sent')).toBeTruthy();
  expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']);
  expect(await waitingIn(db)).toMatchObject([{ args: { ticket_id: uuid(2), from: 'open', to: 'resolved' } }]);
});

test('S2M-06 S2M-07 a bulk update makes one action for each ticket, shows its progress, and can be undone', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [...tickets(3), aTicket(4, { status: 'closed' })] });
  await server.goOffline();
  const { user } = visitHelpDesk(listPath);
  await row(4);
  await user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0]!);
  expect(await screen.findByText('4 selected')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Update status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Closed' }));

  const progress = await screen.findByText(/ of 3 done/);
  expect(progress.textContent).toBe('0 of 3 done, 3 waiting to be sent');
  expect(await waitingIn(db)).toHaveLength(3);
  expect(screen.queryByText('4 selected')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
  expect((await db.tickets.toArray()).map(({ status }) => status)).toEqual(['open', 'open', 'open', 'closed']);
});

test('S2M-07 a bulk update counts refused changes, and says when it is completed', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: tickets(2) });
  await server.goOffline();
  const { user } = visitHelpDesk(listPath);
  await user.click(within(await row(1)).getByRole('checkbox'));
  await user.click(within(await row(2)).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: 'Update status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Resolved' }));
  await screen.findByText('0 of 2 done, 2 waiting to be sent');

  const [first, second] = await db.outbox.orderBy('seq').toArray();
  await db.outbox.put({ ...first!, state: 'failed', error: { status: 410, code: 'GONE' } });
  await db.outbox.delete(second!.seq);

  expect(await screen.findByText('1 of 2 done, 1 not accepted')).toBeTruthy();
  expect(screen.getByText('Bulk update completed')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show those not accepted' }).getAttribute('href')).toBe('/dashboard/outbox');
});

test('S2M-06 Cancel clears the selection', async () => {
  await openHelpDesk(sara, { tickets: tickets(2) });
  const { user } = visitHelpDesk(listPath);
  await user.click(within(await row(1)).getByRole('checkbox'));

  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  expect(within(await row(1)).getByRole('checkbox')).toHaveProperty('checked', false);
});

test('OF-35 arrow keys and j/k walk through the rows, x selects, Enter opens, none while typing', async () => {
  await openHelpDesk(sara, { tickets: tickets(3) });
  const { user, address } = visitHelpDesk(listPath);
  await row(3);

  await user.keyboard('jj{ArrowDown}kx');
  expect(await screen.findByText('1 selected')).toBeTruthy();
  expect(within(await row(2)).getByRole('checkbox')).toHaveProperty('checked', true);
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard('j');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'j');
  (await screen.findByRole('button', { name: 'Open #1002: Subject 2' })).focus();
  await user.keyboard('{Enter}');

  await waitFor(() => expect(address()).toBe(`/admin/tickets/${uuid(2)}`));
});

test('tickets older than those on the device come from the server, page by page', async () => {
  const { server } = await openHelpDesk(sara, {
    tickets: Array.from({ length: 20 }, (_, at) => aTicket(at + 21)),
  });
  server.respondWith(({ path }) =>
    path === '/api/tickets'
      ? [200, { code: 'SUCCESS', data: tickets(20).toReversed(), current_page: 2, per_page: 20, total: 40 }]
      : [200, { status: 'ok' }],
  );
  const { user } = visitHelpDesk(listPath);
  expect(await screen.findByText('Showing 1–20 of 40')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Next page' }));

  expect(await screen.findByText('Subject 20')).toBeTruthy();
  expect(screen.getByText('Showing 21–40 of 40')).toBeTruthy();
});

test('S2N-01 S2N-02 S2N-03 S2N-05 a ticket shows its facts, the author of each text, and the facts about the customer', async () => {
  await openHelpDesk(sara, {
    tickets: [aTicket(1, { order_id: 77, type: 'order' }), aTicket(2), aTicket(3, { status: 'closed' })],
    responses: [
      aResponse(1, 1),
      aResponse(2, 1, { type: 'user', author_name: 'Amina Haddad', content: '<b>bold</b>' }),
    ],
    orders: [anOrder(77)],
  });

  visitHelpDesk(`/admin/tickets/${uuid(1)}`);

  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('#1001Subject 1');
  expect(screen.getByRole('button', { name: 'Status of #1001: Open' })).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('#77')).toHaveLength(2));
  expect(screen.getByText('2 replies')).toBeTruthy();
  const articles = screen.getAllByRole('article').map(({ textContent }) => textContent);
  expect(articles[1]).toMatch(/^Sara AdminResponse 1/);
  expect(articles[2]).toMatch(/^Amina Haddad Customer<b>bold<\/b>/);
  const card = within(screen.getByRole('region', { name: 'Customer' }));
  expect(card.getByText('amina@example.test')).toBeTruthy();
  expect(card.getByText('ID 7')).toBeTruthy();
  expect(await card.findByText('Subject 2')).toBeTruthy();
  expect(card.queryByText('Subject 3')).toBeNull();
  expect(card.getByText('€25.00')).toBeTruthy();
  expect(await card.findByText('€98.50')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Open profile' }).getAttribute('href')).toBe('/admin/users/7');
});

test('OF-12 when another admin has changed the status first, both values are shown and the admin decides', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  await perform(db, 'ticket.status', { ticket_id: uuid(1), from: 'open', to: 'resolved' });
  await db.tickets.update(uuid(1), { status: 'closed' });
  const details = { current: 'closed', by: 'Root', at: '2026-11-01T14:02:00.000Z' };
  await park(db, 'ticket.status', 'conflict', { status: 409, code: 'CONFLICT', details });
  const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  const notice = within((await screen.findByText('Changed by two people')).closest('[role=status]') as HTMLElement);
  expect(notice.getByText(/^You set/).textContent).toMatch(/^You set Resolved at .+\.$/);
  expect(notice.getByText(/set Closed|Closed/, { selector: 'b' })).toBeTruthy();
  expect(notice.getByText('Root')).toBeTruthy();

  await user.click(notice.getByRole('button', { name: 'Set Resolved anyway' }));

  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ args: { from: 'closed', to: 'resolved' }, state: 'queued' }]),
  );
  await accept(db, 'ticket.status');
  await waitFor(() => expect(screen.queryByText('Changed by two people')).toBeNull());
});
