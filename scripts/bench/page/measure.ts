/** The stores that do the same work: raw IndexedDB, plain Dexie, SQLite as WebAssembly, and the product. */
export const storeNames = ['floor', 'dexie', 'sqlite', 'ours'] as const;
export type StoreName = (typeof storeNames)[number];

/** Milliseconds of each round of each store, taken in turns. */
export type Times = Record<StoreName, number[]>;

export type Step = (round: number) => unknown;

/** Takes all stores in turns, another one first in each round, so that a slow moment hits all alike. */
export async function inTurns(rounds: number, steps: Record<StoreName, Step>): Promise<Times> {
  const times = noTimes();
  const warmUp = Math.min(3, rounds);
  for (let round = -warmUp; round < rounds; round++) {
    const first = (round + warmUp) % storeNames.length;
    for (const name of [...storeNames.slice(first), ...storeNames.slice(0, first)]) {
      const ms = await time(() => steps[name](round + warmUp));
      if (round >= 0) times[name].push(ms);
    }
  }
  return times;
}

export const noTimes = (): Times => ({ floor: [], dexie: [], sqlite: [], ours: [] });

/** Milliseconds that a step takes. */
export async function time(step: () => unknown): Promise<number> {
  const began = performance.now();
  await step();
  return performance.now() - began;
}

/** Tasks of the main thread over 50 ms that began while `isOurs` said so, in milliseconds. */
export function watchLongTasks(isOurs: (at: number) => boolean = () => true): () => number[] {
  const tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => void tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    tasks.push(...observer.takeRecords());
    observer.disconnect();
    return tasks.filter(({ startTime }) => isOurs(startTime)).map(({ duration }) => duration);
  };
}
