/** Milliseconds. */
const first = 2_000;
const longest = 300_000;

/** How long to wait before the next try, in ms: full jitter, `random(0, min(5 min, 2 s · 2ⁿ))`; Retry-After wins. */
export function backOff(tries: number, retryAfter?: number, random: () => number = Math.random): number {
  return retryAfter ?? Math.floor(random() * Math.min(longest, first * 2 ** tries));
}
