import { waitFor, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { AdminDashboardScreen } from '../../src/client/features/dashboard/admin-dashboard-screen.tsx';
import type { DashboardFigures } from '../../src/client/local/meta.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { openDevice, sara, visit, type Script } from './storefront.tsx';

interface ChartInput {
  labels: string[];
  datasets: { label: string; data: (number | null)[] }[];
}

interface DrawnChart {
  kind: string;
  data: ChartInput;
  options: { scales: { x: { reverse: boolean } } };
}

/** The charts that were drawn, oldest first. */
export const drawnCharts: DrawnChart[] = [];

const draw = (kind: string) => (props: { data: ChartInput; options: never; 'aria-label': string }) => {
  drawnCharts.push({ kind, data: props.data, options: props.options });
  return <canvas role="img" aria-label={props['aria-label']} />;
};

/** Replaces `react-chartjs-2`, because a canvas cannot be drawn here: keeps the data and options of the charts. */
export const chartModule = { Bar: draw('bars'), Line: draw('area') };

const isAboutAnswers = ({ data }: DrawnChart) => data.datasets[0]?.label === 'In time';

/** The newest drawing of the chart of money (bars) or users (area). */
export const lastChart = (kind: 'bars' | 'area') =>
  drawnCharts.findLast((chart) => chart.kind === kind && !isAboutAnswers(chart));

/** The newest drawing of the chart of answers. */
export const lastAnswersChart = () => drawnCharts.findLast(isAboutAnswers);

/** Orders on Monday from midnight and from nine, and on Sunday from eleven at night. */
const countsByHour = new Map([
  ['0 0', 2],
  ['0 9', 1_250],
  ['6 23', 4],
]);
const ordersByHour = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_zero, hour) => countsByHour.get(`${day} ${hour}`) ?? 0),
);

/** The answers of the server's dashboard; `profit` is that of each of the two buckets. */
export const figuresOf = (profit: number, users = 1234) => ({
  stats: {
    code: 'SUCCESS' as const,
    users,
    new_users: 3,
    profit: profit * 2,
    balance_added: 500,
    tickets: 7,
    tickets_by_time: [{ period: '2026-11-16', count: 7 }],
    orders_by_hour: ordersByHour,
    before: null,
  },
  growth: {
    code: 'SUCCESS' as const,
    base: users - 3,
    data: [
      { period: '2026-11-16', count: 2 },
      { period: '2026-11-17', count: 1 },
      { period: '2999-11-18', count: 0 },
    ],
    before: [1, 0, 2, 5],
  },
  money: {
    code: 'SUCCESS' as const,
    data: [
      { period: '2026-11-16', profit, balance_added: 200 },
      { period: '2026-11-17', profit, balance_added: 300 },
    ],
    before: [
      { profit: 5, balance_added: 0 },
      { profit: 7, balance_added: 40 },
      { profit: 1, balance_added: 1 },
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

const minute = 60_000;

/** The answer of the server about answers in time. */
export const answersOfWeek = {
  code: 'SUCCESS' as const,
  in_time: 3,
  late: 1,
  first_answer: { half: 50 * minute, nine_of_ten: 210 * minute },
  solution: { half: 60 * minute, nine_of_ten: 27 * 60 * minute },
  by_time: [
    { period: '2026-11-16', in_time: 2, late: 0 },
    { period: '2026-11-17', in_time: 1, late: 1 },
  ],
  by_priority: [
    { priority: 'low' as const, in_time: 0, late: 0 },
    { priority: 'medium' as const, in_time: 2, late: 0 },
    { priority: 'high' as const, in_time: 1, late: 1 },
  ],
  before: { in_time: 1, late: 1, first_answer: { half: 0, nine_of_ten: 30_000 }, solution: null },
};

/** A user as the server returns it, without the fields that name it. */
export const someUser = {
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

/** The parts of the figures by the path that answers them. */
export const parts: Record<string, keyof ReturnType<typeof figuresOf>> = {
  '/api/dashboard/admin': 'stats',
  '/api/dashboard/admin/users-by-time': 'growth',
  '/api/dashboard/admin/financial-by-time': 'money',
  '/api/dashboard/admin/status-distribution': 'spread',
};

/** A server whose profit differs by period: 10 for the week, 99 for a month. */
export const shop: Script = ({ path, url }) => {
  if (path === '/api/dashboard/admin/answer-times') return [200, answersOfWeek];
  const part = parts[path];
  if (part) return [200, figuresOf(url.searchParams.get('period') === 'month' ? 99 : 10)[part]];
  if (path.endsWith('/latest-users'))
    return [200, { code: 'SUCCESS', data: [{ ...someUser, id: 31, name: 'Omar Ali', email: 'omar@example.test' }] }];
  return [200, { code: 'SUCCESS', status: 'ok' }];
};

/** The dashboard, and the pages that its links open. */
export const page = { '/dashboard/admin': AdminDashboardScreen, '/admin/tickets/$id': () => <p>A ticket</p> };

interface Options {
  rows?: Parameters<typeof openDevice>[1];
  script?: Script;
  address?: string;
  online?: boolean;
  kept?: DashboardFigures;
}

/** Opens the dashboard of an admin's device, online unless asked otherwise; `kept` are figures from an earlier visit. */
export async function openDashboard({
  rows,
  script = shop,
  address = '/dashboard/admin',
  online = true,
  kept,
}: Options = {}) {
  const device = await openDevice(sara, rows);
  await device.db.setFact('lastSyncAt', Date.now());
  if (kept) await device.db.setFact('dashboard', { week: kept });
  device.server.respondWith(script);
  if (online) {
    await device.server.goOnline(script);
    await expect.poll(isOnline).toBe(true);
  } else {
    await device.server.goOffline();
    await expect.poll(isOnline).toBe(false);
  }
  return { ...device, ...visit(address, page) };
}

/** A card by the text that it begins with; quicker than by role and name. */
export const card = (text: RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const found = [...document.querySelectorAll('a')].find((link) => text.test(link.textContent));
    return found ?? expect.fail(`no card ${text}`);
  });
/** A panel by its title. */
export const panel = (name: string) => screen.findByRole('region', { name });
