/** Random numbers that can be repeated: the same seed gives the same numbers in the same order, on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number, both ends inclusive. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the keys, drawn by weight. */
  weighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>): Key;
  /** A version 7 UUID of that moment (ms). */
  uuid(at: number): string;
}

/** Creates a generator from a seed. Each part of the shop has its own generator, so that no part affects another. */
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

export interface Choice {
  weight: number;
  /** The item can be drawn from the moment `from` to `until` (ms). */
  from: number;
  until: number;
}

/**
 * Returns a function that draws by weight one of the items that exist at a moment (ms). Call it with ascending moments.
 */
export function createChooser<T>(list: readonly T[], choiceOf: (item: T) => Choice, random: Random): (at: number) => T {
  const ordered = list.map((item) => ({ item, ...choiceOf(item) })).toSorted((a, b) => a.from - b.from);
  const sums = runningSums(ordered.map(({ weight }) => weight));
  let startedCount = 0;
  return (at) => {
    while (startedCount < ordered.length && ordered[startedCount]!.from <= at) startedCount++;
    for (;;) {
      const drawn = ordered[positionIn(sums, random.next(), Math.max(1, startedCount))]!;
      if (drawn.until >= at) return drawn.item;
    }
  };
}

/** Draws one of the first `count` weights by their running totals: the index at `share` (0 to 1) of their sum. */
export function positionIn(sums: readonly number[], share: number, count: number = sums.length): number {
  const target = share * sums[count - 1]!;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > target) high = middle;
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
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193);
  return state >>> 0;
}

/** mulberry32: small and fast; never for secrets. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
