import { i18n } from '@lingui/core';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AdminDashboardScreen } from '../../src/client/features/dashboard/admin-dashboard-screen.tsx';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import type { DashboardFigures } from '../../src/client/local/meta.ts';
import { csvOf } from '../../src/client/text/csv.ts';
import { aTicket } from '../support/help-desk.tsx';
import { anOrder, openDevice, sara, visit, type Script } from '../support/storefront.tsx';

/** A canvas cannot be drawn here: the charts get a canvas with their data and options. */
const drawn = vi.hoisted(() => ({
  charts: [] as { kind: string; data: ChartInput; options: { scales: { x: { reverse: boolean } } } }[],
}));

interface ChartInput {
  labels: string[];
  datasets: { label: string; data: (number | null)[] }[];
}

vi.mock('react-chartjs-2', () => {
  const draw = (kind: string) => (props: { data: ChartInput; options: never; 'aria-label': string }) => {
    drawn.charts.push({ kind, data: props.data, options: props.options });
    return <canvas role="img" aria-label={props['aria-label']} />;
  };
  return { Bar: draw('bars'), Line: draw('area') };
});

afterEach(() => void (drawn.charts.length = 0));

const lastChart = (kind: string) => drawn.charts.findLast((chart) => chart.kind === kind);

/** The answers of the server's dashboard; `profit` is that of each of the two buckets. */
const figuresOf = (profit: number, users = 1234) => ({
  stats: { code: 'SUCCESS' as const, users, new_users: 3, profit: profit * 2, balance_added: 500, tickets: 7 },
  growth: {
    code: 'SUCCESS' as const,
    base: users - 3,
    data: [
      { period: '2026-11-16', count: 2 },
      { period: '2026-11-17', count: 1 },
      { period: '2999-11-18', count: 0 },
    ],
  },
  money: {
    code: 'SUCCESS' as const,
    data: [
      { period: '2026-11-16', profit, balance_added: 200 },
      { period: '2026-11-17', profit, balance_added: 300 },
    ],
  },
  spread: {
    code: 'SUCCESS' as const,
    orders: [
      { status: 'new', count: 3 },
      { status: 'completed', count: 1 },
    ],
    tickets: [
      { status: 'new', count: 2 },
      { status: 'open', count: 4 },
      { status: 'closed', count: 0 },
    ],
  },
});

const someUser = {
  fullname: 'Omar Ali',
  username: null,
  role: 'user',
  role_id: 1,
  is_active: true,
  balance: 0,
  order_count: 0,
  login_times: 0,
  last_login_at: null,
  last_action_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
};

const parts: Record<string, keyof ReturnType<typeof figuresOf>> = {
  '/api/dashboard/admin': 'stats',
  '/api/dashboard/admin/users-by-time': 'growth',
  '/api/dashboard/admin/financial-by-time': 'money',
  '/api/dashboard/admin/status-distribution': 'spread',
};

/** A server whose profit differs by period: 10 for the week, 99 for a month. */
const shop: Script = ({ path, url }) => {
  const part = parts[path];
  if (part) return [200, figuresOf(url.searchParams.get('period') === 'month' ? 99 : 10)[part]];
  if (path.endsWith('/latest-users'))
    return [200, { code: 'SUCCESS', data: [{ ...someUser, id: 31, name: 'Omar Ali', email: 'omar@example.test' }] }];
  return [200, { code: 'SUCCESS', status: 'ok' }];
};

const page = { '/dashboard/admin': AdminDashboardScreen, '/admin/tickets/$id': () => <p>A ticket</p> };

interface Options {
  rows?: Parameters<typeof openDevice>[1];
  script?: Script;
  address?: string;
  online?: boolean;
  kept?: DashboardFigures;
}

async function openDashboard({ rows, script = shop, address = '/dashboard/admin', online = true, kept }: Options = {}) {
  const device = await openDevice(sara, rows);
  await device.db.setFact('lastSyncAt', Date.now());
  if (kept) await device.db.setFact('dashboard', { week: kept });
  device.server.respondWith(script);
  if (online) {
    await device.server.goOnline(script);
    await vi.waitUntil(isOnline);
  } else {
    await device.server.goOffline();
    await vi.waitUntil(() => !isOnline());
  }
  return { ...device, ...visit(address, page) };
}

/** A card by the text that it begins with; quicker than by role and name. */
const card = (text: RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const found = [...document.querySelectorAll('a')].find((link) => text.test(link.textContent));
    return found ?? expect.fail(`no card ${text}`);
  });
const panel = (name: string) => screen.findByRole('region', { name });
const askedFor = (requests: { path: string }[], end: string) =>
  requests.filter(({ path }) => path === `/api/dashboard/admin${end}`).length;

test('S2D-01 S2D-02 the week is chosen first; four cards show its figures and lead to their lists', async () => {
  await openDashboard();

  expect((await card(/^Total users1,2343 new users · this week/)).getAttribute('href')).toBe('/admin/users');
  expect((await card(/^Profit€20.00this week/)).getAttribute('href')).toBe('/admin/orders');
  expect(await card(/^Added balance€500.00this week/)).toBeTruthy();
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

test('S2D-13 after a failed load the known figures stay, with the time of the last update and Retry', async () => {
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

test('S2D-04 C-17 the area chart counts users from those before the period, and ends at the present', async () => {
  const { user } = await openDashboard();
  await waitFor(() => expect(lastChart('area')?.data.datasets[0]?.data).toEqual([1233, 1234, null]));

  const growth = await panel('User growth');
  await user.click(within(growth).getByRole('button', { name: 'Show “User growth” as a table' }));

  const table = await within(growth).findByRole('table');
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DayUsers', '16 Mon1,233', '17 Tue1,234', expect.stringMatching(/—$/)]);
});

test('S2D-05 the bar chart shows profit and added balance in euros, with their sums', async () => {
  await openDashboard();

  await waitFor(() =>
    expect(lastChart('bars')?.data).toMatchObject({
      datasets: [
        { label: 'Profit', data: [10, 10] },
        { label: 'Added balance', data: [200, 300] },
      ],
    }),
  );
  const money = await panel('Profit and added balance');
  expect(within(money).getByText('€20.00')).toBeTruthy();
  expect(within(money).getByText('€500.00')).toBeTruthy();
});

test('S2D-06 S4-06 statuses are one bar with a table; new tickets count as open', async () => {
  const { user } = await openDashboard();
  const status = await panel('By status');
  const rows = async (name: string) =>
    within(await within(status).findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);

  expect(await rows('Orders by status')).toEqual(['Pending375%', 'Completed125%']);
  await user.click(within(status).getByRole('radio', { name: 'Tickets' }));
  expect(await rows('Tickets by status')).toEqual(['Open6100%', 'Closed00%']);
});

test('S2D-07 S2D-08 S2D-09 recent orders, users and tickets lead to their lists; a new ticket shows as open', async () => {
  await openDashboard({
    rows: { orders: [anOrder(501)], tickets: [aTicket(1, { status: 'new', subject: 'Where is it?' })] },
  });

  const orders = await panel('Recent orders');
  expect(await within(orders).findByText('#501')).toBeTruthy();
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

  expect(await screen.findByText('2 tickets wait for an answer')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Answer next' }));

  await waitFor(() => expect(address()).toBe('/admin/tickets/1009'));
});

test('in Arabic the time of the charts runs from right to left', async () => {
  await openDashboard();
  i18n.loadAndActivate({ locale: 'ar', messages: {} });

  await waitFor(() => expect(lastChart('bars')?.options.scales.x.reverse).toBe(true));
  expect(lastChart('area')?.options.scales.x.reverse).toBe(true);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

test('a chart is saved as CSV; texts that a spreadsheet would run are made harmless', async () => {
  const saved: Blob[] = [];
  const save = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:test';
  });
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = await openDashboard();

  await user.click(await screen.findByRole('button', { name: 'Download “Profit and added balance”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Table (CSV)' }));

  await waitFor(() => expect(press).toHaveBeenCalledTimes(1));
  for (const spy of [save, press]) spy.mockRestore();
  expect(await saved[0]!.text()).toContain('Day,Profit,Added balance\r\n16 Mon,10,200\r\n17 Tue,10,300\r\n');
  expect(csvOf([['=1+1', '+2', '@a', ' -x', 'a,"b"', -5, null]])).toBe(`\uFEFF'=1+1,'+2,'@a,' -x,"a,""b""",-5,\r\n`);
});
