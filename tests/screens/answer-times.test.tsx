import { i18n } from '@lingui/core';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { setShop } from '../../src/client/text/shop.ts';
import {
  answersOfWeek,
  drawnCharts,
  figuresOf,
  lastAnswersChart,
  openDashboard,
  panel,
  shop,
} from '../support/dashboard.tsx';
import type { Script } from '../support/storefront.tsx';

vi.mock('react-chartjs-2', async () => (await import('../support/dashboard.tsx')).chartModule);

afterEach(() => {
  drawnCharts.length = 0;
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

const withAnswers =
  (more: object): Script =>
  (asked) =>
    asked.path.endsWith('/answer-times') ? [200, { ...answersOfWeek, ...more }] : shop(asked);
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
const texts = (box: HTMLElement, part: string) => [...box.querySelectorAll(part)].map((element) => element.textContent);

test('S2R-16 bars show the answers in time and late of each day, also as a table', async () => {
  const { user } = await openDashboard();

  await waitFor(() =>
    expect(lastAnswersChart()?.data.datasets).toMatchObject([
      { label: 'In time', data: [2, 1] },
      { label: 'Late', data: [0, 1] },
    ]),
  );
  const answers = await panel('Answers in time');
  expect(within(answers).getByRole('img', { name: 'First answers to tickets: in time and late' })).toBeTruthy();
  await user.click(within(answers).getByRole('button', { name: 'Show “Answers in time” as a table' }));
  expect(rowsOf(await within(answers).findByRole('table'))).toEqual(['DayIn timeLate', '16 Mon20', '17 Tue11']);
});

test('S2R-16 the share in time and the times to the first answer and the solution stand beside those of the week before', async () => {
  await openDashboard();
  const times = await panel('Time to answer');
  await within(times).findByText('75%');

  expect(texts(times, 'dt')).toEqual(['Answered in time', 'Time to the first answer', 'Time to the solution']);
  expect(texts(times, 'dd')).toEqual([
    '75%3 in time, 1 late',
    'Last week 50%',
    '50 min9 of 10 within 3 hr 30 min',
    'Last week 0 min',
    '1 hr9 of 10 within 27 hr',
    'Last week —',
  ]);
  expect(rowsOf(within(times).getByRole('table', { name: 'Answers in time by priority' }))).toEqual([
    'PriorityGoalIn time',
    'High1 hr50%',
    'Medium4 hr100%',
    'Low24 hr—',
  ]);
});

test('S2R-17 the table by priority has the goals of the shop', async () => {
  onTestFinished(() => setShop({ name: 'Comptoir', hours: [] }));
  await openDashboard();
  const times = await panel('Time to answer');
  await within(times).findByText('75%');
  act(() => setShop({ name: 'Comptoir', hours: [], goals: { high: 2, medium: 8, low: 48 } }));

  const table = within(times).getByRole('table', { name: 'Answers in time by priority' });
  await waitFor(() => expect(rowsOf(table).slice(1)).toEqual(['High2 hr50%', 'Medium8 hr100%', 'Low48 hr—']));
});

test('S2R-16 the figures are kept on this device, and the panels show them without a connection', async () => {
  const { db } = await openDashboard();
  await waitFor(async () => expect((await db.fact('dashboard'))?.week?.answers).toEqual(answersOfWeek));
  cleanup();

  await openDashboard({ online: false, kept: { at: Date.now(), ...figuresOf(10), answers: answersOfWeek } });

  expect(await within(await panel('Time to answer')).findByText('75%')).toBeTruthy();
  await waitFor(() => expect(lastAnswersChart()?.data.labels).toEqual(['16 Mon', '17 Tue']));
});

test('S2R-16 figures that an earlier version has kept have no answers, and the panels say so', async () => {
  await openDashboard({ online: false, kept: { at: Date.now(), ...figuresOf(10) } });

  for (const name of ['Answers in time', 'Time to answer'])
    expect(await within(await panel(name)).findByText('Not loaded on this device yet.')).toBeTruthy();
});

test('S2R-16 a period without answers shows dashes and a sentence; all time is compared with nothing', async () => {
  const none = { in_time: 0, late: 0 };
  const by_priority = answersOfWeek.by_priority.map((row) => ({ ...row, ...none }));
  await openDashboard({
    address: '/dashboard/admin?period=lifetime',
    script: withAnswers({ ...none, first_answer: null, solution: null, by_time: [], by_priority, before: null }),
  });

  expect(await screen.findByText('No ticket of this period has been answered or is late.')).toBeTruthy();
  const times = await panel('Time to answer');
  expect(texts(times, 'dd')).toEqual(['—0 in time, 0 late', '—', '—']);
  expect(lastAnswersChart()).toBeUndefined();
});

test('S2R-16 in Arabic the bars run from right to left, and units have Arabic names', async () => {
  await openDashboard();
  i18n.loadAndActivate({ locale: 'ar', messages: {} });

  await waitFor(() => expect(lastAnswersChart()?.options.scales.x.reverse).toBe(true));
  expect(texts(await panel('Time to answer'), 'dd')).toContain('1 س9 of 10 within 27 س');
});
