/** Milliseconds of each round of the raw store and of ours, taken in turns. */
export interface Pair {
  floor: number[];
  ours: number[];
}

export type Step = (round: number) => unknown;

/** Takes both in turns, the other one first in every second round, so that a slow moment hits both alike. */
export async function inTurns(rounds: number, floor: Step, ours: Step): Promise<Pair> {
  const pair: Pair = { floor: [], ours: [] };
  const warmUp = Math.min(3, rounds);
  for (let round = -warmUp; round < rounds; round++) {
    const order = round % 2 === 0 ? (['floor', 'ours'] as const) : (['ours', 'floor'] as const);
    for (const who of order) {
      const ms = await time(() => (who === 'floor' ? floor : ours)(round + warmUp));
      if (round >= 0) pair[who].push(ms);
    }
  }
  return pair;
}

/** Milliseconds that a step takes. */
export async function time(step: () => unknown): Promise<number> {
  const began = performance.now();
  await step();
  return performance.now() - began;
}

/** Tasks of the main thread over 50 ms that began while `isOurs` said so, in milliseconds. */
export function watchLongTasks(isOurs: (at: number) => boolean): () => number[] {
  const tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => void tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    tasks.push(...observer.takeRecords());
    observer.disconnect();
    return tasks.filter(({ startTime }) => isOurs(startTime)).map(({ duration }) => duration);
  };
}
