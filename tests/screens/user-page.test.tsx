import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAccountOf, openPeopleOffice, rowOf, saraAccount, serverOf, visitPeople } from '../support/people-office.tsx';
import { aTicket } from '../support/help-desk.tsx';
import { anOrder, type Script } from '../support/storefront.tsx';
import type { Order } from '../../src/contract/orders.ts';
import type { TicketRow } from '../../src/contract/tickets.ts';

/** Chooses an action from the menu of a row. */
async function choose(user: { click: (element: Element) => Promise<void> }, name: string, action: string) {
  await user.click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

const movement = (id: number, before: number, after: number) => ({
  id,
  kind: after > before ? 'add' : 'subtract',
  amount: after - before,
  balance_before: before,
  balance_after: after,
  previous_balance: before,
  new_balance: after,
  operation_type: after > before ? 'add' : 'subtract',
  fields: [],
  order_id: null,
  note: `Movement ${id}`,
  created_at: '2026-11-20T14:23:00.000Z',
  rev: 1,
  action_by: 'Sara',
});

/** A server where amina has 21 movements. */
const withMovements = serverOf([anAccountOf(), saraAccount], ({ path, url }) => {
  if (!path.endsWith('/balance/history')) return null;
  const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page'))];
  const all = Array.from({ length: 21 }, (_, at) => movement(100 - at, 21 - at - 1, 21 - at));
  const meta = { current_page: page, per_page: size, total: 21, next_page_url: null, prev_page_url: null };
  return [200, { code: 'SUCCESS', history: all.slice((page - 1) * size, page * size), meta, ...meta }];
});

test('S2F-12 S7-24 the balance history has admin, time, reason, and old and new value of each movement, page by page', async () => {
  await openPeopleOffice(undefined, { script: withMovements });
  const { user } = visitPeople('/admin/users');
  await choose(user, 'Amina Haddad', 'Balance history');
  const history = within(await screen.findByRole('dialog', { name: 'Balance history' }));
  const list = within(await history.findByRole('list', { name: 'Balance history' }));
  const first = within(list.getAllByRole('listitem')[0]!);
  expect(list.getAllByRole('listitem')).toHaveLength(20);
  for (const text of ['Balance added', 'Movement 100', 'Sara', '+€1.00', '€20.00', '€21.00'])
    expect(first.getByText(text)).toBeTruthy();

  await user.click(history.getByRole('button', { name: 'More' }));

  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(21));
  expect(history.queryByRole('button', { name: 'More' })).toBeNull();
});

test('S2F-12 the whole balance history is saved as a CSV file', async () => {
  await openPeopleOffice(undefined, { script: withMovements });
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const { user } = visitPeople('/admin/users?history=7');

  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));

  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]!.text()).trim().split('\r\n');
  expect(lines[1]).toMatch(/^100,.*,Balance added,,1,20,21,EUR,Sara,Movement 100$/);
  for (const spy of [made, revoked]) spy.mockRestore();
});

test('S2B-15 S7-20 S7-21 the page of a user has profile, balance, orders, tickets, activity and changes', async () => {
  const day = { day: '2026-11-20', sessions: 2, actions: 3, first_action_at: null, last_action_at: null };
  const session = {
    id: 1,
    user_agent: 'Firefox',
    created_at: '2026-11-20T08:00:00.000Z',
    used_at: '2026-11-20T09:00:00.000Z',
  };
  const page = { current_page: 1, per_page: 20, total: 1, next_page_url: null, prev_page_url: null };
  const change = {
    id: 5,
    action: 'user.updated',
    action_by: 'Root',
    created_at: '2026-11-19T10:00:00.000Z',
    fields: [{ field: 'name', old_value: 'Amina', new_value: 'Amina Haddad' }],
  };
  const script = serverOf([anAccountOf()], ({ path }) => {
    if (path.endsWith('/sessions'))
      return [200, { code: 'SUCCESS', login_times: 12, last_login_at: null, days: [day] }];
    if (path.endsWith('/sessions/2026-11-20')) return [200, { code: 'SUCCESS', day, sessions: [session] }];
    return path.endsWith('/7/history') ? [200, { code: 'SUCCESS', history: [change], meta: page, ...page }] : null;
  });
  const { receive } = await openPeopleOffice([anAccountOf(), saraAccount], { script });
  await receive('orders', anOrder(41));
  await receive('tickets', aTicket(3));
  const { user } = visitPeople('/admin/users/7');

  const profile = within(await screen.findByRole('region', { name: 'Profile' }));
  expect(await profile.findByText('amina')).toBeTruthy();
  expect(await screen.findByRole('link', { name: /Netflix/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/admin/orders?user=7');
  expect(screen.getByRole('link', { name: 'All tickets' }).getAttribute('href')).toBe('/admin/tickets?user=7');
  expect(await screen.findByRole('link', { name: /Subject 3/ })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Balance' })).getByText('€10.00')).toBeTruthy();
  expect(await screen.findByText('Account changed')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /Nov 20, 2026/ }));

  expect(await screen.findByText('Firefox')).toBeTruthy();
});

test('S2B-15 a part that fails says so with Retry, and the others stay; offline the directory’s facts stay, and the page says once that it needs a connection', async () => {
  let isBroken = true;
  const script = serverOf([anAccountOf()], ({ path }) =>
    path.endsWith('/sessions') && isBroken ? [500, { code: 'ERROR' }] : null,
  );
  const { server } = await openPeopleOffice([anAccountOf()], { script });
  const { user, close } = visitPeople('/admin/users/7');
  const activity = within(await screen.findByRole('region', { name: 'Activity by day' }));
  await activity.findByRole('button', { name: 'Retry' });
  expect(within(screen.getByRole('region', { name: 'Balance' })).getByText('€10.00')).toBeTruthy();
  isBroken = false;
  await user.click(activity.getByRole('button', { name: 'Retry' }));
  expect(await activity.findByText('No activity in the last 120 days.')).toBeTruthy();
  close();

  await server.goOffline();
  visitPeople('/admin/users/7');

  const profile = within(await screen.findByRole('region', { name: 'Profile' }));
  expect(await profile.findByText('amina@example.test')).toBeTruthy();
  expect(screen.getAllByText('You are offline. This needs a connection.')).toHaveLength(1);
  for (const part of ['Balance', 'Activity by day', 'Changes'])
    expect(within(screen.getByRole('region', { name: part })).getByText('Not loaded on this device yet.')).toBeTruthy();
});

test.each(['/admin/users/99', '/admin/users/99/edit'])(
  'for a user who does not exist, %s says so once, and leads back to the list',
  async (address) => {
    await openPeopleOffice(undefined, { script: () => [404, { code: 'NOT_FOUND' }] });

    visitPeople(address);

    expect(await screen.findByText('There is no such user.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to users' }).getAttribute('href')).toBe('/admin/users');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  },
);

const paging = { current_page: 1, per_page: 5, next_page_url: null, prev_page_url: null };

/** A server with these orders and tickets of amina. */
const serverWithRecords = (orders: readonly Order[], tickets: readonly TicketRow[]) =>
  serverOf([anAccountOf(), saraAccount], ({ path, url }) => {
    const isOfAmina = url.searchParams.get('user') === '7';
    const answerOf = (data: readonly object[]): ReturnType<Script> => {
      const meta = { ...paging, total: data.length };
      return [200, { code: 'SUCCESS', data: isOfAmina ? data : [], meta, ...meta }];
    };
    if (path === '/api/orders') return answerOf(orders);
    if (path === '/api/topups') return answerOf([]);
    return path === '/api/tickets' ? answerOf(tickets) : null;
  });

const recordsOf = async (name: 'Orders' | 'Tickets') => within(await screen.findByRole('region', { name }));

test('S2B-15 orders and tickets of a user that only the server has are on the page, with a newer revision of this device', async () => {
  const at = (day: number) => ({ created_at: `2026-11-0${day}T08:00:00.000Z` });
  const { receive } = await openPeopleOffice(undefined, {
    script: serverWithRecords([anOrder(44, at(4)), anOrder(43, at(3))], [aTicket(2)]),
  });
  await receive('orders', anOrder(43, { ...at(3), status: 'completed', rev: 9 }));
  visitPeople('/admin/users/7');

  const orders = await recordsOf('Orders');
  await waitFor(() =>
    expect(orders.getAllByRole('listitem').map(({ textContent }) => /#(\d+)/.exec(textContent)?.[1])).toEqual([
      '44',
      '43',
    ]),
  );
  expect(orders.getByText('Completed')).toBeTruthy();
  expect(await (await recordsOf('Tickets')).findByRole('link', { name: /Subject 2/ })).toBeTruthy();
  expect(screen.queryByText(/on this device/)).toBeNull();
});

test('S2B-15 the page says “on this device” only while it does not know the records of the server', async () => {
  const { server } = await openPeopleOffice(undefined, { script: serverWithRecords([], []) });
  const { close } = visitPeople('/admin/users/7');
  expect(await (await recordsOf('Orders')).findByText('No orders yet.')).toBeTruthy();
  expect(await (await recordsOf('Tickets')).findByText('No tickets yet.')).toBeTruthy();
  close();
  await server.goOffline();

  visitPeople('/admin/users/7');

  expect(await (await recordsOf('Orders')).findByText('No orders on this device.')).toBeTruthy();
  expect((await recordsOf('Tickets')).getByText('No tickets on this device.')).toBeTruthy();
});

test('S2B-15 S8-12 where the orders of a user cannot be loaded, the page says so, and Retry asks again', async () => {
  let isBroken = true;
  const script = serverWithRecords([anOrder(44)], []);
  await openPeopleOffice(undefined, {
    script: (asked) => (asked.path === '/api/orders' && isBroken ? [500, { code: 'ERROR' }] : script(asked)),
  });
  const { user } = visitPeople('/admin/users/7');
  const orders = await recordsOf('Orders');
  const retry = await orders.findByRole('button', { name: 'Retry' });
  isBroken = false;

  await user.click(retry);

  expect(await orders.findByRole('link', { name: /Netflix/ })).toBeTruthy();
  expect(orders.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('S2B-15 S8-12 where all parts of a user fail, the page says so once, and its Retry asks for all of them', async () => {
  let isBroken = true;
  const script = serverWithRecords([anOrder(44)], []);
  await openPeopleOffice([anAccountOf()], {
    script: (asked) =>
      isBroken && /^\/api\/(orders|tickets|topups|user)/.test(asked.path)
        ? [403, { code: 'FORBIDDEN' }]
        : script(asked),
  });
  const { user } = visitPeople('/admin/users/7');
  await waitFor(() => expect(screen.getAllByText('Not loaded on this device yet.')).toHaveLength(4));
  // A part that fails after the press would need another one.
  await waitFor(() => expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(0));
  const [retry, ...more] = screen.getAllByRole('button', { name: 'Retry' });
  expect(more).toEqual([]);
  isBroken = false;

  await user.click(retry!);

  expect(await (await recordsOf('Orders')).findByRole('link', { name: /Netflix/ })).toBeTruthy();
  const activity = within(screen.getByRole('region', { name: 'Activity by day' }));
  expect(await activity.findByText('No activity in the last 120 days.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
});
