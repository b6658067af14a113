/** What a bare program did in one turn: the number of runs, and the time they took in ms. */
export interface Turn {
  count: number;
  ms: number;
}

/** Runs a function again and again until `ms` have passed. */
export async function repeat(ms: number, run: () => void | Promise<void>): Promise<Turn> {
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < ms) {
    await run();
    count += 1;
  }
  return { count, ms: performance.now() - startedAt };
}
