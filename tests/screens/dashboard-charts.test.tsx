import { i18n } from '@lingui/core';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { countBegun } from '../../src/client/features/dashboard/buckets.ts';
import { csvOf } from '../../src/client/text/csv.ts';
import { drawnCharts, figuresOf, lastChart, openDashboard, panel, shop } from '../support/dashboard.tsx';

vi.mock('react-chartjs-2', async () => (await import('../support/dashboard.tsx')).chartModule);

afterEach(() => void (drawnCharts.length = 0));

test('S2P-03 S2D-04 C-17 the area chart counts users from those before the period, and ends at the present', async () => {
  const { user } = await openDashboard();
  await waitFor(() => expect(lastChart('area')?.data.datasets[0]?.data).toEqual([1233, 1234, null]));

  const growth = await panel('User growth');
  await user.click(within(growth).getByRole('button', { name: 'Show “User growth” as a table' }));

  const table = await within(growth).findByRole('table');
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DayUsersLast week', '16 Mon1,2331,224', '17 Tue1,2341,224', expect.stringMatching(/—1,226$/)]);
});

test('S2D-04 a bucket after the present of this device is shown when it has a count: the shop may be ahead', () => {
  const data = ['19', '20', '21', '22'].map((day) => ({ period: `2026-11-${day}`, count: day === '21' ? 1 : 0 }));

  expect(countBegun(data, Date.parse('2026-11-20T12:00:00'))).toBe(3);
  expect(countBegun(data, Date.parse('2026-11-22T12:00:00'))).toBe(4);
  expect(countBegun(data.slice(0, 2), Date.parse('2026-11-19T12:00:00'))).toBe(1);
});

test('S2D-05 the bar chart shows profit and added balance in euros, with their sums', async () => {
  await openDashboard();

  await waitFor(() =>
    expect(lastChart('bars')?.data).toMatchObject({
      datasets: [
        { label: 'Profit', data: [10, 10] },
        { label: 'Added balance', data: [200, 300] },
        { label: 'Profit · Last week', data: [5, 7], xAxisID: 'earlier' },
        { label: 'Added balance · Last week', data: [0, 40], xAxisID: 'earlier' },
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

  expect(await rows('Orders by status')).toEqual(['New375%', 'Completed125%']);
  await user.click(within(status).getByRole('radio', { name: 'Tickets' }));
  expect(await rows('Tickets by status')).toEqual(['Open6100%', 'Closed00%']);
});

test('S2P-03 orders by weekday and hour are a table of 7 × 24 cells in the shop’s time, kept offline and saved as CSV', async () => {
  const saved: Blob[] = [];
  const save = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, server, db } = await openDashboard();
  await waitFor(async () => expect((await db.fact('dashboard'))?.week?.stats.orders_by_hour).toHaveLength(7));
  await server.goOffline();
  const activity = within(await panel('Orders by weekday and hour'));

  const table = within(await activity.findByRole('table', { name: 'Orders by weekday and hour' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Day',
    ...Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')),
  ]);
  const counts = table
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace(/[,·]/g, ''))));
  expect(counts.map((row) => row.length)).toEqual(Array(7).fill(24));
  expect([counts[0]![0], counts[0]![9], counts[6]![23]]).toEqual([2, 1250, 4]);
  expect(counts.flat().reduce((sum, count) => sum + count, 0)).toBe(1256);
  expect(activity.getByText('The orders of the last 28 days, in the time zone of the shop.')).toBeTruthy();

  await user.click(activity.getByRole('button', { name: 'Download “Orders by weekday and hour”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Table (CSV)' }));

  await waitFor(() => expect(press).toHaveBeenCalledTimes(1));
  for (const spy of [save, press]) spy.mockRestore();
  const lines = (await saved[0]!.text()).trim().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF?Day,00,01,.*,23$/);
  expect(lines[1]).toMatch(/^Mon,2,0,0,0,0,0,0,0,0,1250,0,/);
  expect(lines).toHaveLength(8);
});

test('S2P-03 figures of an earlier version have no orders by hour: offline the panel says that they are not loaded', async () => {
  const { orders_by_hour: _, ...stats } = figuresOf(10).stats;
  await openDashboard({ online: false, kept: { at: Date.now(), ...figuresOf(10), stats } });

  const activity = within(await panel('Orders by weekday and hour'));

  expect(await activity.findByText('Not loaded on this device yet.')).toBeTruthy();
  expect(activity.queryByRole('button')).toBeNull();
});

test('S2D-04 a chart whose figures could not be loaded is drawn once the device is online again', async () => {
  const { server } = await openDashboard({ online: false });
  const growth = within(await panel('User growth'));
  await growth.findByText('Not loaded on this device yet.');

  await server.goOnline(shop);

  await waitFor(() => expect(lastChart('area')?.data.datasets[0]?.data).toEqual([1233, 1234, null]));
});

test('in Arabic the time of the charts runs from right to left', async () => {
  await openDashboard();
  i18n.loadAndActivate({ locale: 'ar', messages: {} });

  await waitFor(() => expect(lastChart('bars')?.options.scales.x.reverse).toBe(true));
  await waitFor(() => expect(lastChart('area')?.options.scales.x.reverse).toBe(true));
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
  expect(await saved[0]!.text()).toContain(
    'Day,Profit (EUR),Added balance (EUR),Profit · Last week (EUR),Added balance · Last week (EUR)\r\n16 Mon,10,200,5,0\r\n17 Tue,10,300,7,40\r\n',
  );
  expect(csvOf([['=1+1', '+2', '@a', ' -x', 'a,"b"', -5, null]])).toBe(`\uFEFF'=1+1,'+2,'@a,' -x,"a,""b""",-5,\r\n`);
});
