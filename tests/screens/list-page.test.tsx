import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import { reportEngineState } from '../../src/client/sync/status.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { amina, anOrder, openDevice, sara, visit, type Script } from '../support/storefront.tsx';

const tickets = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => aTicket(from + at));
const subjects = () =>
  screen.queryAllByRole('button', { name: /^Open .*:/ }).map((opener) => opener.firstElementChild?.textContent);
const checkbox = (number: number) => screen.getByRole('checkbox', { name: `Select #${number}` }) as HTMLInputElement;

/** A server with tickets 1 to `count`, newest first. */
const serverWith =
  (count: number): Script =>
  ({ path, url }) => {
    if (path !== '/api/tickets') return [200, { status: 'ok' }];
    const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page'))];
    const data = tickets(1, count)
      .toReversed()
      .slice((page - 1) * size, page * size);
    return [200, { code: 'SUCCESS', data, current_page: page, per_page: size, total: count }];
  };

test('S2L-01 a view of the order list shows the number of its orders, and is kept in the URL', async () => {
  await openDevice(amina, {
    orders: [1, 2, 3].map((id) => anOrder(id, { status: id === 1 ? 'completed' : 'processing' })),
  });
  const { user, address } = visit('/user/orders');
  const open = await screen.findByRole('button', { name: 'Open 2' });
  expect((await screen.findByRole('button', { name: 'All 3' })).getAttribute('aria-pressed')).toBe('true');

  await user.click(open);

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open order 1' })).toBeNull());
  expect(address()).toBe('/user/orders?status=new%2Cprocessing');
  expect(open.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: /^Status/ }).textContent).toBe('Status: New, Processing');
});

test('S2M-06 Shift selects the rows between two checkboxes', async () => {
  await openHelpDesk(sara, { tickets: tickets(1, 8) });
  const { user } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Showing 1–8 of 8');

  await user.click(checkbox(1007));
  await user.keyboard('{Shift>}');
  await user.click(checkbox(1003));
  await user.keyboard('{/Shift}');

  expect(await screen.findByText('5 selected')).toBeTruthy();
  expect([1008, 1007, 1005, 1003, 1002].map((number) => checkbox(number).checked)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('S2M-06 Shift selects the rows between two checkboxes also when a new row has moved them', async () => {
  const { receive } = await openHelpDesk(sara, { tickets: tickets(1, 8) });
  const { user } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Showing 1–8 of 8');
  await user.click(checkbox(1005));
  await receive('tickets', aTicket(9));
  await screen.findByText('Showing 1–9 of 9');

  await user.keyboard('{Shift>}');
  await user.click(checkbox(1007));
  await user.keyboard('{/Shift}');

  expect(await screen.findByText('3 selected')).toBeTruthy();
});

test('S2M-06 selected tickets of another page stay selected, and a filter clears the selection', async () => {
  await openHelpDesk(sara, { tickets: tickets(1, 25) });
  const { user } = visitHelpDesk('/admin/tickets');
  await screen.findByText('Showing 1–20 of 25');
  await user.click(checkbox(1025));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Showing 21–25 of 25');
  await user.click(checkbox(1001));
  expect(await screen.findByText('2 selected')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: /^Waiting for us/ }));

  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
});

test('a ticket that is not sent yet is listed above the rows of the server', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: tickets(21, 40) });
  const id = uuid(900);
  const draft = { subject: 'Just written', type: 'general' as const, content: 'Hello', order_id: null };
  await perform(db, 'ticket.open', { id, ...draft, priority: 'medium', file_ids: [] });
  server.respondWith(serverWith(40));

  visitHelpDesk('/admin/tickets');

  expect(await screen.findByText(/of 40$/)).toBeTruthy();
  await waitFor(() => expect(subjects()).toHaveLength(21));
  expect(subjects().slice(0, 2)).toEqual(['Just written', 'Subject 40']);
});

test('S2D-13 before the server has answered for the first time, a list is loading and not empty', async () => {
  await openDevice(amina, {});
  reportEngineState({ running: true, busy: false, pause: null, retryAt: null });

  visit('/user/orders');

  expect((await screen.findByRole('table')).getAttribute('aria-busy')).toBe('true');
  reportEngineState({ running: false, busy: false, pause: null, retryAt: null });
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('S2M-09 the rows of the device stay when the server refuses the rest of the page', async () => {
  const { server } = await openHelpDesk(sara, { tickets: tickets(31, 40) });
  let refusals = 0;
  server.respondWith((asked: Parameters<Script>[0]) => {
    const { path, url } = asked;
    if (path !== '/api/tickets' || url.searchParams.get('per_page') !== '20') return serverWith(40)(asked);
    refusals++;
    return [429, { code: 'TOO_MANY_REQUESTS', message: '' }];
  });

  visitHelpDesk('/admin/tickets');

  await waitFor(() => expect(refusals).toBeGreaterThan(0));
  await waitFor(() => expect(subjects()).toHaveLength(10));
});
