import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  card,
  figuresOf,
  lastChart,
  openDashboard,
  page,
  panel,
  parts,
  shop,
  someUser,
} from '../support/dashboard.tsx';
import { aTicket } from '../support/help-desk.tsx';
import { changeOf } from '../../src/client/features/dashboard/stat-change.tsx';
import { anOrder, openDevice, sara, visit, type Script } from '../support/storefront.tsx';

vi.mock('react-chartjs-2', async () => (await import('../support/dashboard.tsx')).chartModule);

const addressOf = (link: HTMLElement): [path: string, search: object] => {
  const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'http://shop.test');
  return [pathname, Object.fromEntries(searchParams)];
};

const askedFor = (requests: { path: string }[], end: string) =>
  requests.filter(({ path }) => path === `/api/dashboard/admin${end}`).length;

test('S1-03 S2D-01 S2D-02 the week is chosen first; four cards show its figures and lead to their lists', async () => {
  await openDashboard();

  expect((await card(/^Total users1,2343 new users · this week/)).getAttribute('href')).toBe('/admin/users');
  // The lists have what the figures count: orders that were not returned, and additions to balances, since Monday.
  expect(addressOf(await card(/^Profit€20.00this week/))).toEqual([
    '/admin/orders',
    { status: 'new,processing,delivered,completed', from: '2026-11-16' },
  ]);
  expect(addressOf(await card(/^Added balance€500.00this week/))).toEqual([
    '/admin/audit',
    { action: 'balance.add', from: '2026-11-16' },
  ]);
  expect((await card(/^Requests7New tickets · this week/)).getAttribute('href')).toBe('/admin/tickets');
  const periods = within(screen.getByRole('radiogroup', { name: 'Period' })).getAllByRole<HTMLInputElement>('radio');
  expect(periods.map(({ value, checked }) => [value, checked])).toEqual([
    ['today', false],
    ['week', true],
    ['month', false],
    ['year', false],
    ['lifetime', false],
  ]);
});

test('S2D-12 another period is kept in the address and loads cards and charts again, but not the recent tables', async () => {
  const { user, address, server } = await openDashboard();
  await card(/^Profit€20.00/);
  await screen.findByText('Omar Ali');

  await user.click(screen.getByRole('radio', { name: 'Month' }));

  await card(/^Profit€198.00this month/);
  expect(address()).toBe('/dashboard/admin?period=month');
  await waitFor(() => expect(lastChart('bars')?.data.datasets[0]?.data).toEqual([99, 99]));
  const asked = ['', '/users-by-time', '/financial-by-time', '/status-distribution', '/latest-users'];
  expect(asked.map((end) => askedFor(server.requests, end))).toEqual([2, 2, 2, 2, 1]);
});

test('S2D-01 a period in the address that does not exist shows the week', async () => {
  await openDashboard({ address: '/dashboard/admin?period=fortnight' });

  await card(/^Profit€20.00this week/);
});

test('S2D-03 S2D-11 until the answer arrives, cards are skeletons without numbers, and the charts too', async () => {
  await openDashboard({ script: (asked) => (parts[asked.path] ? new Promise(() => {}) : shop(asked)) });

  const profit = await card(/^Profitthis week/);
  expect(profit.querySelector('[data-skeleton]')).toBeTruthy();
  expect(profit.textContent).not.toMatch(/\d/);
  const chart = await panel('Profit and added balance');
  expect(chart.querySelector('[data-skeleton]')).toBeTruthy();
  expect(within(chart).queryByRole('img')).toBeNull();
});

test('S2D-03 S2D-13 without a connection the last known figures stay, with their age', async () => {
  await openDashboard({ online: false, kept: { at: Date.now() - 3 * 86_400_000, ...figuresOf(10) } });

  await card(/^Profit€20.00/);
  expect(screen.getByText('Offline · updated 3 days ago')).toBeTruthy();
});

test('S2D-03 a period that was never loaded shows no numbers without a connection, and says so', async () => {
  const { user } = await openDashboard({ online: false, kept: { at: Date.now(), ...figuresOf(10) } });
  await card(/^Profit€20.00/);

  await user.click(screen.getByRole('radio', { name: 'Year' }));

  expect(await screen.findByText('The figures of this period were never loaded on this device.')).toBeTruthy();
  await card(/^Profit—this year/);
  expect(within(await panel('User growth')).getByText('Not loaded on this device yet.')).toBeTruthy();
});

test('S2D-13 S8-10 after a failed load the known figures stay, with the time of the last update and Retry', async () => {
  let isBroken = true;
  const { user } = await openDashboard({
    kept: { at: new Date(2026, 10, 20, 9, 5).getTime(), ...figuresOf(4, 77) },
    script: (asked) => (isBroken && parts[asked.path] ? [503, { code: 'BUSY' }] : shop(asked)),
  });

  expect(await screen.findByText(/have not been updated since Nov 20, 2026, /)).toBeTruthy();
  await card(/^Total users77/);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await card(/^Total users1,234/);
  expect(screen.queryByText(/have not been updated/)).toBeNull();
});

test('S2D-13 where the figures and the latest users cannot be loaded, one Retry asks for both', async () => {
  let isBroken = true;
  const { user } = await openDashboard({ script: (asked) => (isBroken ? [503, { code: 'BUSY' }] : shop(asked)) });
  const users = await panel('Latest users');
  await within(users).findByText('Not loaded on this device yet.');
  const [retry, ...more] = await screen.findAllByRole('button', { name: 'Try again' });
  expect(more).toEqual([]);
  isBroken = false;

  await user.click(retry!);

  await card(/^Total users1,234/);
  await waitFor(() => expect(within(users).getAllByRole('listitem').length).toBeGreaterThan(0));
});

test('S2D-13 figures that were loaded are kept on this device, for each period', async () => {
  const { db, user } = await openDashboard();
  await card(/^Profit€20.00/);
  await user.click(screen.getByRole('radio', { name: 'Month' }));
  await card(/^Profit€198.00/);

  await waitFor(async () => {
    const kept = await db.fact('dashboard');
    expect([kept?.week?.stats.profit, kept?.month?.stats.profit]).toEqual([20, 198]);
  });
  expect((await db.fact('latestUsers'))?.users).toEqual([
    { id: 31, name: 'Omar Ali', email: 'omar@example.test', role: 'user', created_at: someUser.created_at },
  ]);
});

test('S2D-07 S2D-08 S2D-09 recent orders, users and tickets lead to their lists; a new ticket shows as open', async () => {
  await openDashboard({
    rows: { orders: [anOrder(501)], tickets: [aTicket(1, { status: 'new', subject: 'Where is it?' })] },
  });

  const orders = await panel('Recent orders');
  const order = (await within(orders).findByText('#501')).closest('a');
  expect(order?.getAttribute('href')).toBe('/admin/orders?order=501');
  expect(within(orders).getByRole('link', { name: 'View all orders' }).getAttribute('href')).toBe('/admin/orders');
  const users = await panel('Latest users');
  expect((await within(users).findByRole('link', { name: /Omar Ali/ })).getAttribute('href')).toBe('/admin/users/31');
  expect(within(users).getByRole('link', { name: 'View all users' }).getAttribute('href')).toBe('/admin/users');
  const tickets = await panel('Recent tickets');
  expect(within(tickets).getByRole('link', { name: /Where is it\?.*Open/ })).toBeTruthy();
  expect(within(tickets).getByRole('link', { name: 'View all tickets' }).getAttribute('href')).toBe('/admin/tickets');
});

test('S2D-10 each recent table shows five skeleton rows while nothing is known', async () => {
  const device = await openDevice(sara);
  device.server.respondWith(() => new Promise(() => {}));
  visit('/dashboard/admin', page);

  for (const name of ['Recent orders', 'Latest users', 'Recent tickets']) {
    const table = await panel(name);
    expect(table.querySelectorAll('[aria-hidden=true] > div')).toHaveLength(5);
    expect(within(table).queryByRole('link')).toBeNull();
  }
});

test('one press opens the ticket that has waited longest for support', async () => {
  const hour = (n: number) => new Date(Date.UTC(2026, 9, 1, n)).toISOString();
  const { user, address } = await openDashboard({
    rows: {
      tickets: [
        aTicket(1, { last_response_by: 'admin', last_response_at: hour(1) }),
        aTicket(2, { status: 'closed' }),
        aTicket(3, { last_response_by: 'user', last_response_at: hour(20) }),
        aTicket(9, { status: 'new' }),
      ],
    },
  });

  expect(await screen.findByText('2 tickets are waiting for an answer')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Answer next' }));

  await waitFor(() => expect(address()).toBe('/admin/tickets/1009?waiting=us'));
});

const withStats =
  (more: object): Script =>
  (asked) =>
    asked.path === '/api/dashboard/admin' ? [200, { ...figuresOf(10).stats, ...more }] : shop(asked);

test('S2D-02 each card shows the change against the same part of the period before, in words for screen readers too', async () => {
  const before = { users: 1_234, new_users: 3, profit: 16, balance_added: 0, tickets: 10 };
  await openDashboard({ script: withStats({ before, tickets_by_time: [{ period: '2026-11-16', count: 7 }] }) });
  const than = 'compared with last week up to this day and time';

  expect(await card(new RegExp(`^Total users1,2340% unchanged, ${than}`))).toBeTruthy();
  expect(await card(new RegExp(`^Profit€20.00▲ 25% up 25%, ${than}`))).toBeTruthy();
  expect(await card(new RegExp(`^Added balance€500.00new none before, ${than}`))).toBeTruthy();
  expect(await card(new RegExp(`^Requests7▼ 30% down 30%, ${than}`))).toBeTruthy();
  expect(screen.getByText('▲ 25%').getAttribute('aria-hidden')).toBe('true');
});

test('S2D-02 each card has a line of the period; without figures from before, as for all time, no change is shown', async () => {
  const tickets = ['2026-11-16', '2026-11-17', '2999-11-18'].map((period, at) => ({ period, count: 3 + at }));
  await openDashboard({ script: withStats({ before: null, tickets_by_time: tickets }) });

  const requests = await card(/^Requests7New tickets/);
  expect(requests.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(2);
  expect(document.querySelectorAll('a polyline')).toHaveLength(4);
  expect(screen.queryByText(/compared with/)).toBeNull();
});

test.each([
  [112, 100, 0.12],
  [50, 100, -0.5],
  [-50, 100, -1.5],
  [100.4, 100, 0],
  [5, 0, 'new'],
  [0, 0, 'none'],
  [-5, 0, 'none'],
  [5, -5, 'none'],
] as const)('the change of %d against %d is %s', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});
