import type { Page } from '@playwright/test';
import { median, quantile, show, type Line } from '../table.ts';
import type { ShownPart } from './in-page.ts';
import { timed, type ChangeTime } from './thread-clock.ts';

/** The app's own times, and in turns the times of the browser alone, which paints a copy of what they show. */
export interface Samples {
  floor: ChangeTime[];
  ours: ChangeTime[];
  /** The time of the first change by the clock, which is not among the others, in ms. */
  first: number;
}

/** The longest time by the clock that 95 of 100 changes may take, as a multiple of the floor. */
const ratioMax = 1.5;

/** The longest time that scripts may take in half of the changes, in ms. */
const scriptMax = 20;

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
  change: (round: number) => Promise<ChangeTime>,
): Promise<Samples> {
  const samples: Samples = { floor: [], ours: [], first: 0 };
  for (let round = 0; round <= rounds; round++) {
    const ours = await change(round);
    const copy = await page.evaluateHandle((shown) => window.screenBench.prepareCopy(shown), part);
    const floor = await timed(page, () => copy.evaluate(({ paint }) => paint()));
    await copy.evaluate(({ remove }) => {
      remove();
      return window.screenBench.painted();
    });
    await takeBack?.();
    if (round === 0) samples.first = ours.wall;
    else {
      samples.ours.push(ours);
      samples.floor.push(floor);
    }
  }
  return samples;
}

/** Follows an address, as a link does; returns the time until other rows are painted. */
export const goTo = (page: Page, address: string): Promise<ChangeTime> =>
  timed(page, () =>
    page.evaluate((to) => window.screenBench.timeUntilPainted(() => history.pushState({}, '', to)), address),
  );

/** Opens a view of a list by its place, from 0. */
export const clickView = (page: Page, view: number): Promise<ChangeTime> =>
  timed(page, () =>
    page.evaluate(
      (at) =>
        window.screenBench.timeUntilPainted(() =>
          document.querySelectorAll<HTMLElement>('nav[aria-label=Views] button')[at]!.click(),
        ),
      view,
    ),
  );

/** Opens the next page of a list, which must not be its last one. */
export const clickNext = (page: Page): Promise<ChangeTime> =>
  timed(page, () =>
    page.evaluate(() =>
      window.screenBench.timeUntilPainted(() =>
        document.querySelector<HTMLElement>('nav[aria-label=Pages] button[aria-label="Next page"]')!.click(),
      ),
    ),
  );

/** The heads of the columns of `changeLine`. */
export const changeHeads = { floor: 'same result alone', others: ['median', 'CPU (alone)', 'scripts'] };

/**
 * Returns the row of a report for one change: its 95th percentile by the clock beside that of the floor, and the medians
 * of its time, its processor time beside that of the floor, and the part of scripts in it, all in ms.
 */
export function changeLine(what: string, { floor, ours }: Samples): Line {
  const medianOf = (times: readonly ChangeTime[], kind: keyof ChangeTime) => median(times.map((time) => time[kind]));
  const [lower, own] = [floor, ours].map((times) =>
    quantile(
      times.map(({ wall }) => wall),
      0.95,
    ),
  ) as [number, number];
  const script = medianOf(ours, 'script');
  return {
    what,
    floor: show(lower),
    others: [
      show(medianOf(ours, 'wall')),
      `${show(medianOf(ours, 'cpu'))} (${show(medianOf(floor, 'cpu'))})`,
      show(script),
    ],
    ours: show(own),
    ratio: (own / lower).toFixed(2),
    target: `≤ ${ratioMax} ×, scripts ≤ ${scriptMax} ms`,
    isMet: own <= ratioMax * lower && script <= scriptMax,
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
