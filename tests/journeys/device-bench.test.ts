import { execFile } from 'node:child_process';
import { expect, test } from '@playwright/test';
import type { Figures } from '../../scripts/bench/report.ts';

test('the device bench measures every part of the device', async () => {
  const figures = await runBench('--rows', '4000', '--rounds', '2', '--json');

  expect(figures.size).toEqual({ orders: 4000, tickets: 1600, products: 160 });
  expect(figures.loaded!.rows).toBeGreaterThan(10_000);
  expect(Object.keys(figures.loaded!.ms)).toEqual(stores);
  for (const name of timed) {
    const times = figures[name]!;
    expect(Object.keys(times), name).toEqual(stores);
    expect(
      Object.values(times).every((list) => list.length > 0 && list.every((ms) => ms > 0)),
      name,
    ).toBe(true);
  }
});

const stores = ['floor', 'dexie', 'sqlite', 'ours'];

const timed = [
  'cold',
  'firstFilter',
  'orderPage',
  'farPage',
  'ticketPage',
  'categoryPage',
  'search',
  'orderSearch',
  'enqueue',
  'oneRow',
  'delta',
] as const satisfies (keyof Figures)[];

/** Its exit code says whether the targets were met, which this test does not ask. */
function runBench(...args: string[]): Promise<Figures> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['scripts/bench.ts', 'device', ...args], (_, out, errors) => {
      const json = out.split('\n').find((line) => line.startsWith('{'));
      if (json === undefined) reject(new Error(errors));
      else resolve(JSON.parse(json) as Figures);
    });
  });
}
