import { fireEvent, screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { TicketRow } from '../../src/contract/tickets.ts';
import { aResponse, aTicket, openHelpDesk, setWidth, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { anOrder, aProduct, sara } from '../support/storefront.tsx';

const inQueue = (n: number) => `/admin/tickets/${uuid(n)}?waiting=us`;
const hour = (n: number) => new Date(Date.UTC(2026, 9, 3, n)).toISOString();
const reply = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
const queue = async () => within(await screen.findByRole('region', { name: 'Queue' }));
type Pane = BoundFunctions<typeof queries>;
const rowsOf = (pane: Pane) => pane.queryAllByRole('link', { name: /Subject/ });
const subjectsOf = (pane: Pane) => rowsOf(pane).map((row) => /Subject \d+/.exec(row.textContent)?.[0]);
const current = (pane: Pane) => rowsOf(pane).filter((row) => row.hasAttribute('aria-current'));

/** Three tickets that wait for support, longest first 2, 4, 1; one for the customer; one that has ended. */
const fiveTickets = (): TicketRow[] => [
  aTicket(1, { last_response_by: 'user', last_response_at: hour(5) }),
  aTicket(2, { status: 'new', assignee_id: sara.id }),
  aTicket(4, { status: 'pending' }),
  aTicket(5, { last_response_by: 'admin', last_response_at: hour(1) }),
  aTicket(6, { status: 'resolved', last_response_by: 'user', last_response_at: hour(2) }),
];

beforeEach(() => localStorage.clear());

test('S2R-01 from 1280 px the queue stands beside the conversation and stays from ticket to ticket, with the open ticket marked', async () => {
  const { server } = await openHelpDesk(sara, {
    tickets: fiveTickets(),
    responses: [aResponse(1, 1, { type: 'user', content: 'Still nothing' })],
  });
  await server.goOffline();
  setWidth(1280);
  const { user, address } = visitHelpDesk(inQueue(2));
  const pane = await queue();
  await waitFor(() => expect(subjectsOf(pane)).toEqual(['Subject 2', 'Subject 4', 'Subject 1']));
  expect(current(pane).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Subject 2')]);
  expect(await pane.findByText('Still nothing')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Customer' })).toBeNull();
  const section = screen.getByRole('region', { name: 'Queue' });

  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe(inQueue(4)));
  await waitFor(() => expect(current(pane)[0]?.textContent).toContain('Subject 4'));
  await user.click(rowsOf(pane)[2]!);
  await waitFor(() => expect(address()).toBe(inQueue(1)));
  await screen.findByRole('heading', { name: /#1001/ });
  await user.type(await reply(), 'Here it is{Control>}{Shift>}{Enter}{/Shift}{/Control}');

  await waitFor(() => expect(subjectsOf(pane)).toEqual(['Subject 2', 'Subject 4']));
  expect(screen.getByRole('region', { name: 'Queue' })).toBe(section);
  await waitFor(() => expect(address()).toBe(inQueue(2)));
});

test('S2R-01 below 1280 px there is no queue; the details are beside the conversation from 1600 px, and in a drawer between', async () => {
  await openHelpDesk(sara, { tickets: fiveTickets() });
  setWidth(1279);
  const { user } = visitHelpDesk(inQueue(2));
  await reply();
  expect(screen.queryByRole('region', { name: 'Queue' })).toBeNull();

  setWidth(1300);
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Details' }));
  expect(drawer.getByRole('region', { name: 'Customer' })).toBeTruthy();
  expect(drawer.getByText('Created')).toBeTruthy();
  await user.click(drawer.getByRole('button', { name: 'Close' }));

  setWidth(1600);
  expect(await screen.findByRole('region', { name: 'Customer' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
});

test('S2R-01 of 5,000 open tickets only those near the visible ones are rendered', async () => {
  const tickets = Array.from({ length: 5_000 }, (_, at) => aTicket(at + 1));
  await openHelpDesk(sara, { tickets });
  setWidth(1280);
  visitHelpDesk(inQueue(4_000));
  const pane = await queue();
  await waitFor(() => expect(current(pane)[0]?.textContent).toContain('Subject 4000'));
  expect(rowsOf(pane).length).toBeLessThan(60);
  expect(pane.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('5000');
});

test('S2R-01 on a phone a swipe to the side opens the next ticket, in Arabic the other way around, and a vertical one scrolls', async () => {
  await openHelpDesk(sara, { tickets: fiveTickets() });
  setWidth(390);
  const { address } = visitHelpDesk(inQueue(4));
  const message = (await screen.findAllByRole('article'))[0]!;
  await screen.findByRole('link', { name: 'Next ticket' });
  const swipe = (element: Element, dx: number, dy = 0) => {
    const at = (x: number, y: number) => ({
      touches: [{ clientX: x, clientY: y }],
      changedTouches: [{ clientX: x, clientY: y }],
    });
    fireEvent.touchStart(element, at(200, 300));
    fireEvent.touchMove(element, at(200 + dx / 2, 300 + dy / 2));
    fireEvent.touchEnd(element, at(200 + dx, 300 + dy));
  };
  swipe(message, -40);
  swipe(message, -100, 200);
  swipe(await reply(), -120);
  expect(address()).toBe(inQueue(4));
  swipe(message, -120, 10);
  await waitFor(() => expect(address()).toBe(inQueue(1)));

  document.documentElement.dir = 'rtl';
  await waitFor(() => expect(screen.getAllByRole('article')[0]!.textContent).toContain('Content 1'));
  await screen.findByRole('link', { name: 'Previous ticket' });
  swipe(screen.getAllByRole('article')[0]!, -120);
  await waitFor(() => expect(address()).toBe(inQueue(4)));
  document.documentElement.dir = 'ltr';
});

test('S2R-02 the views are Waiting for us, Mine, Unassigned, Waiting for customer, Resolved and All, each with its number, also in the queue', async () => {
  await openHelpDesk(sara, { tickets: fiveTickets() });
  setWidth(1280);
  const { user, address } = visitHelpDesk('/admin/tickets');
  const names = async () =>
    within(await screen.findByRole('navigation', { name: 'Views' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  const views = ['Waiting for us 3', 'Mine 1', 'Unassigned 3', 'Waiting for customer 1', 'Resolved 1', 'All 5'];
  await waitFor(async () => expect(await names()).toEqual(views));
  await user.click(screen.getByRole('button', { name: 'Unassigned 3' }));
  expect(address()).toBe('/admin/tickets?status=new,open,in_progress,pending&assignee=none');
  await user.click(await screen.findByRole('button', { name: /^Open #1004/ }));

  const pane = await queue();
  await waitFor(() => expect(subjectsOf(pane)).toEqual(['Subject 5', 'Subject 4', 'Subject 1']));
  await user.click(pane.getByRole('button', { name: /^Unassigned/ }));
  const choices = () => screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
  await waitFor(() => expect(choices()).toEqual(views));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Mine 1' }));
  await waitFor(() => expect(subjectsOf(pane)).toEqual(['Subject 2']));
  expect(address()).toContain(`/admin/tickets/${uuid(4)}?`);
});

test('S2R-02 while nothing is loaded, the view of the queue has no number', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [] });
  await server.goOffline();
  await db.setFact('load', { done: 0, total: 100 });
  setWidth(1280);
  visitHelpDesk(inQueue(2));
  const view = await (await queue()).findByRole('button', { name: /^Waiting for us/ });
  await screen.findByText('This ticket is not on this device.');

  expect(view.textContent).toBe('Waiting for us');

  await db.setFact('load', null);
  await waitFor(() => expect(view.textContent).toBe('Waiting for us0'));
});

test('S2R-02 a search with filters is saved under a name on this device, opened, renamed and deleted', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [...fiveTickets(), aTicket(7, { type: 'billing' })] });
  const { user, address, go } = visitHelpDesk('/admin/tickets?search=subject&type=billing&sort=updated_asc');
  await user.click(await screen.findByRole('button', { name: 'My views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save these filters…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a name.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Name of the view' }), 'Invoices{Enter}');
  await screen.findByRole('button', { name: 'My views: Invoices' });
  expect(await db.fact('ticketViews')).toEqual([
    { name: 'Invoices', search: { search: 'subject', type: 'billing', sort: 'updated_asc' } },
  ]);

  await go('/admin/tickets');
  await user.click(await screen.findByRole('button', { name: 'My views' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Invoices' }));
  expect(address()).toBe('/admin/tickets?search=subject&sort=updated_asc&type=billing');
  await user.click(await screen.findByRole('button', { name: 'My views: Invoices' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename this view…' }));
  const rename = within(await screen.findByRole('dialog', { name: 'Rename view' }));
  await user.type(rename.getByRole('textbox'), ' 2026{Enter}');
  await user.click(await screen.findByRole('button', { name: 'My views: Invoices 2026' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete this view' }));
  await waitFor(async () => expect(await db.fact('ticketViews')).toEqual([]));
  expect(await waitingIn(db)).toEqual([]);
});

test('S2R-13 keys open the status, the priority, the assignee and the details, take a ticket over, and are listed', async () => {
  const { db, server } = await openHelpDesk(sara, {
    tickets: fiveTickets(),
    people: [{ ...sara, is_active: true }],
  });
  await server.goOffline();
  setWidth(1280);
  const { user } = visitHelpDesk(inQueue(4));
  await reply();
  await user.keyboard('p');
  await user.click(await screen.findByRole('menuitemradio', { name: 'High' }));
  await user.keyboard('s{ArrowDown}{Escape}i');
  await screen.findByRole('button', { name: 'Assignee of #1004: Sara' });
  expect(await waitingIn(db)).toMatchObject([
    { kind: 'ticket.priority', args: { to: 'high' } },
    { kind: 'ticket.assign', args: { to: sara.id } },
  ]);
  await user.keyboard('d');
  const drawer = within(await screen.findByRole('dialog', { name: 'Details' }));
  await user.click(drawer.getByRole('button', { name: 'Close' }));

  await user.click(await reply());
  await user.keyboard('spaid?');
  expect((await reply()).value).toBe('spaid?');
  expect(screen.queryByRole('dialog')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  const keys = within(await screen.findByRole('dialog', { name: 'Keys' }));
  const listed = keys.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
  for (const one of ['Set status S', 'Set priority P', 'Assign A', 'Assign to me I', 'Details D', 'Reply R'])
    expect(listed).toContain(one);
});

test('S2R-13 in the list of tickets the keys change the selected ones', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: fiveTickets() });
  await server.goOffline();
  const { user } = visitHelpDesk('/admin/tickets?waiting=us');
  await screen.findByRole('button', { name: /^Open #1002/ });
  await user.keyboard('jxjxs');
  await user.click(await screen.findByRole('menuitem', { name: 'Resolved' }));
  await waitFor(async () => expect(await waitingIn(db)).toHaveLength(2));
  await user.keyboard('?');
  expect(within(await screen.findByRole('dialog', { name: 'Keys' })).getByText('Select the ticket')).toBeTruthy();
});

test('S2R-09 the card of the customer has the last orders with pictures, the open tickets and the internal notes', async () => {
  await openHelpDesk(sara, {
    tickets: [aTicket(1), aTicket(2), aTicket(3, { status: 'closed' })],
    responses: [
      aResponse(1, 3, { content: 'Pays late', is_internal: true }),
      aResponse(2, 1, { content: 'Called her', is_internal: true }),
      aResponse(3, 1),
    ],
    orders: [anOrder(77)],
    products: [aProduct(1, 'Netflix', { image: '/files/netflix.png' })],
  });
  visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  const card = within(await screen.findByRole('region', { name: 'Customer' }));
  expect(await card.findByRole('link', { name: '#77' })).toBeTruthy();
  expect(document.querySelector('img[src="/files/netflix.png"]')).toBeTruthy();
  expect(card.getByText('Subject 2')).toBeTruthy();
  expect(card.getByRole('heading', { name: 'Internal notes 2' })).toBeTruthy();
  expect(card.getByRole('link', { name: /Pays late/ }).getAttribute('href')).toBe(`/admin/tickets/${uuid(3)}`);
  expect(card.queryByText('Response 3')).toBeNull();
});
