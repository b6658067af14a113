import { positionIn, runningSums, type Random } from './random.ts';

export interface Choice {
  weight: number;
  /** First and last moment (ms). */
  from: number;
  until: number;
}

/** Draws by weight among those that were there at a moment; the list is ordered by when they came. */
export function chooser<T>(list: readonly T[], about: (one: T) => Choice, random: Random): (at: number) => T {
  const ordered = list.map((one) => ({ one, ...about(one) })).toSorted((a, b) => a.from - b.from);
  const sums = runningSums(ordered.map(({ weight }) => weight));
  let present = 0;
  return (at) => {
    while (present < ordered.length && ordered[present]!.from <= at) present++;
    for (;;) {
      const drawn = ordered[positionIn(sums, random.next(), Math.max(1, present))]!;
      if (drawn.until >= at) return drawn.one;
    }
  };
}
