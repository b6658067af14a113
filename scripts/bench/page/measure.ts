/**
 * The stores that do the same work: raw IndexedDB as the lower bound, plain Dexie, SQLite as WebAssembly, and the
 * app's.
 */
export const storeNames = ['floor', 'dexie', 'sqlite', 'ours'] as const;
export type StoreName = (typeof storeNames)[number];

/** How long each store took in each round, in ms. */
export type Times = Record<StoreName, number[]>;

export type Step = (round: number) => unknown;

/** Runs all stores in turns, in another order in each round, so that a slow moment affects all of them alike. */
export async function inTurns(rounds: number, steps: Record<StoreName, Step>): Promise<Times> {
  const times = emptyTimes();
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

export const emptyTimes = (): Times => ({ floor: [], dexie: [], sqlite: [], ours: [] });

/** Returns how long a step takes, in ms. */
export async function time(step: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await step();
  return performance.now() - startedAt;
}

/**
 * Watches the main thread. The returned function ends the watch and returns the ms of each task over 50 ms whose start
 * time `isOurs` accepts.
 */
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
