/** What a bare program says after a turn. */
export interface Turn {
  count: number;
  ms: number;
}

/** Runs something again and again for a time, and says how often it did. */
export async function repeat(ms: number, run: () => void | Promise<void>): Promise<Turn> {
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < ms) {
    await run();
    count += 1;
  }
  return { count, ms: performance.now() - begun };
}
