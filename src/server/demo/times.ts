import { positionIn, runningSums, type Random } from './random.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** How far back the demo shop's history goes, in days: fourteen months. */
export const historyDays = 426;

/** Sunday first: the shop is busiest on Thursday and quiet on Sunday. */
const weekdayWeights = [0.7, 1, 0.95, 1.05, 1.35, 1.15, 1.05];

/** By hour of the day (UTC): quiet at night, a peak before lunch and the highest in the evening. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 12, 11, 10, 11, 12, 13, 14, 16, 18, 18, 15, 9, 5];

/** Friday, 20 November 2026, 14:23 UTC: all draws are made as if it were now. */
const drawnAt = Date.UTC(2026, 10, 20, 14, 23);

/**
 * Draws moments (ms) of the last fourteen months: more recent ones are likelier, as are busy weekdays and hours.
 * Relative to `now` they are the same at every hour and on every day, so busy weekdays and hours are as far back as on
 * the Friday of `drawnAt`.
 */
export function createCalendar(now: number, random: Random): { moment(): number } {
  const today = Math.floor(drawnAt / day);
  const days = Array.from({ length: historyDays + 1 }, (_, index) => today - historyDays + index);
  const daySums = runningSums(
    days.map((number, index) => growth(index / historyDays) * weekdayWeights[(number + 4) % 7]!),
  );
  const hourSums = runningSums(hourWeights);
  const draw = (): number => {
    const date = days[positionIn(daySums, random.next())]!;
    return date * day + positionIn(hourSums, random.next()) * hour + random.int(0, hour - 1);
  };
  return {
    moment: () => {
      for (;;) {
        const drawn = draw();
        if (drawn < drawnAt - 2 * minute) return drawn + now - drawnAt;
      }
    },
  };
}

/** Draws a moment after `from` and before `now`: mostly within a few `mean` (ms), with an exponential distribution. */
export function randomTimeAfter(from: number, mean: number, now: number, random: Random): number {
  const delay = minute + -Math.log(1 - random.next()) * mean;
  const longest = Math.max(2, now - from);
  return from + Math.floor(Math.min(delay, longest * (0.5 + 0.4 * random.next())));
}

/** The shop grows to four times its size in fourteen months. */
const growth = (share: number): number => 1 + 3 * share ** 1.4;
