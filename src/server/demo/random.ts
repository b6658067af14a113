/** Chance that repeats itself: the same seed gives the same numbers in the same order, on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number, both ends inclusive. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the keys, each as often as its weight says. */
  weighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>): Key;
  /** A version 7 UUID of that moment (ms). */
  uuid(at: number): string;
}

/** Makes a generator from a text, so that each part of the shop has its own and none disturbs the other. */
export function createRandom(seed: string): Random {
  const next = mulberry(hash(seed));
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    weighted: (weights) => pickWeighted(weights, next()),
    uuid: (at) => {
      const time = at.toString(16).padStart(12, '0');
      const part = (bits: number): number => Math.floor(next() * 2 ** bits);
      const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');
      const variant = hex(0x8000 + part(14), 4);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(part(12), 3)}-${variant}-${hex(part(24), 6)}${hex(part(24), 6)}`;
    },
  };
}

/** The position a share (0 to 1) of the total falls on; `sums` are running totals of weights, `count` how many take part. */
export function positionIn(sums: readonly number[], share: number, count: number = sums.length): number {
  const wanted = share * sums[count - 1]!;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Running totals of weights, for `positionIn`. */
export function runningSums(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

function pickWeighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>, share: number): Key {
  const entries = Object.entries(weights) as [Key, number][];
  return entries[positionIn(runningSums(entries.map(([, weight]) => weight)), share)]![0];
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const sign of text) state = Math.imul(state ^ sign.codePointAt(0)!, 0x01000193);
  return state >>> 0;
}

/** mulberry32: small, fast and good enough for a shop window; never for secrets. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
