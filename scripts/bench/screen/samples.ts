import type { Page } from '@playwright/test';
import { median, quantile, show, type Line } from '../table.ts';
import type { ShownPart } from './in-page.ts';

/** The app's own times in ms, and in turns the times of the browser alone, which paints a copy of what they show. */
export interface Samples {
  floor: number[];
  ours: number[];
  /** The time of the first change, which is not among the others. */
  first: number;
}

/** The longest time that 95 of 100 changes may take, in ms. */
const changeMax = 50;

/** The longest time between two frames while a text is typed, in ms. */
const frameMax = 100;

interface Plan {
  rounds: number;
  part: ShownPart;
  /** Takes each change back after both times are measured. */
  takeBack?: () => Promise<unknown>;
}

/** The rows of a list. */
export const tableRows: ShownPart = { frame: 'table', content: 'tbody' };

/** Measures a change `rounds` times, after a first one. */
export async function measureChange(
  page: Page,
  { rounds, part, takeBack }: Plan,
  change: (round: number) => Promise<number>,
): Promise<Samples> {
  const samples: Samples = { floor: [], ours: [], first: 0 };
  for (let round = 0; round <= rounds; round++) {
    const ours = await change(round);
    const floor = await page.evaluate((shown) => window.screenBench.paintCopy(shown), part);
    await takeBack?.();
    if (round === 0) samples.first = ours;
    else {
      samples.ours.push(ours);
      samples.floor.push(floor);
    }
  }
  return samples;
}

/** Follows an address, as a link does; returns the time until other rows are painted. */
export const goTo = (page: Page, address: string): Promise<number> =>
  page.evaluate((to) => window.screenBench.timeUntilPainted(() => history.pushState({}, '', to)), address);

/** Opens a view of a list by its place, from 0. */
export const clickView = (page: Page, view: number): Promise<number> =>
  page.evaluate(
    (at) =>
      window.screenBench.timeUntilPainted(() =>
        document.querySelectorAll<HTMLElement>('nav[aria-label=Views] button')[at]!.click(),
      ),
    view,
  );

/** Opens the next page of a list, which must not be its last one. */
export const clickNext = (page: Page): Promise<number> =>
  page.evaluate(() =>
    window.screenBench.timeUntilPainted(() =>
      document.querySelector<HTMLElement>('nav[aria-label=Pages] button[aria-label="Next page"]')!.click(),
    ),
  );

/** Returns the row of a report for one change: its median and its 95th percentile, in ms, beside that of the floor. */
export function changeLine(what: string, { floor, ours }: Samples): Line {
  const [lower, own] = [quantile(floor, 0.95), quantile(ours, 0.95)];
  return {
    what,
    floor: show(lower),
    others: [show(median(ours))],
    ours: show(own),
    ratio: (own / lower).toFixed(2),
    target: `≤ ${changeMax} ms`,
    isMet: own <= changeMax,
  };
}

/** Returns the row of a report for the first time of a visit, in ms, which has no target. */
export const firstLine = (what: string, ms: number): Line => ({ ...emptyLine, what: `  ${what}`, ours: show(ms) });

/** Returns the row of a report for the times between frames, in ms, while a text is typed. */
export function framesLine(text: string, frames: readonly number[]): Line {
  const long = frames.filter((ms) => ms > frameMax);
  return {
    ...emptyLine,
    what: `frames over ${frameMax} ms while ${text} is typed`,
    others: [`of ${frames.length}`],
    ours: String(long.length),
    target: `none (longest ${Math.max(0, ...frames).toFixed(0)} ms)`,
    isMet: long.length === 0,
  };
}

/** A row without figures. */
const emptyLine: Omit<Line, 'what'> = {
  floor: '',
  others: [''],
  ours: '',
  ratio: '',
  target: '',
  isMet: null,
};
