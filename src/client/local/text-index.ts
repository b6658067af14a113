/**
 * Finds texts by parts of their words. Every word is kept once with the numbers of the texts it occurs in, packed; the
 * texts themselves are not kept. A text is known by its slot, a small number.
 */
export class TextIndex {
  private readonly segments: (Segment | null)[] = [];
  /** The latest texts, not packed yet. */
  private readonly fresh = new Map<number, string>();
  /** Which segment holds the current text of a slot; an older text of the slot may still lie in another one. */
  private readonly segmentOf: (number | undefined)[] = [];
  private readonly textsInSegment: number;

  /** Packs this many texts together. */
  constructor(textsInSegment = 256) {
    this.textsInSegment = textsInSegment;
  }

  /** Takes a folded text (`fold` of `contract/search.ts`) in place of an earlier one of the slot. */
  put(slot: number, text: string): void {
    this.remove(slot);
    this.fresh.set(slot, text);
    if (this.fresh.size >= this.textsInSegment) this.packFresh();
  }

  /** Forgets the text of a slot. */
  remove(slot: number): void {
    this.fresh.delete(slot);
    const held = this.segmentOf[slot];
    if (held === undefined) return;
    this.segmentOf[slot] = undefined;
    const segment = this.segments[held]!;
    segment.live--;
    if (segment.live === 0) this.segments[held] = null;
  }

  /** One byte for each slot below `size`: 1 where the text has every word (folded, without spaces) in it. */
  find(words: readonly string[], size: number): Uint8Array {
    const counts = new Uint8Array(size);
    words.forEach((word, before) => this.count(word, before, counts));
    return counts.map((count) => Number(count === words.length));
  }

  /** Raises the count of a slot that has this word and the `before` words before it. */
  private count(word: string, before: number, counts: Uint8Array): void {
    this.segments.forEach((segment, at) => {
      if (!segment) return;
      eachOccurrence(segment, word, (slot) => {
        if (counts[slot] === before && this.segmentOf[slot] === at) counts[slot] = before + 1;
      });
    });
    for (const [slot, text] of this.fresh) {
      if (counts[slot] === before && text.includes(word)) counts[slot] = before + 1;
    }
  }

  private packFresh(): void {
    const at = this.segments.push(pack(this.fresh)) - 1;
    for (const slot of this.fresh.keys()) this.segmentOf[slot] = at;
    this.fresh.clear();
  }
}

/** Some texts: their different words, and for each word the slots of the texts that have it. */
interface Segment {
  /** The words with a space before each and one at the end. */
  words: string;
  /** Where each word begins in `words`; the last entry is the end. */
  starts: Uint32Array;
  slots: Uint32Array;
  /** Where the slots of each word begin in `slots`; the last entry is the end. */
  slotStarts: Uint32Array;
  /** Texts that no later text has replaced. */
  live: number;
}

function pack(texts: ReadonlyMap<number, string>): Segment {
  const slotsOf = new Map<string, number[]>();
  for (const [slot, text] of texts) {
    for (const word of new Set(text.split(' '))) {
      const known = slotsOf.get(word);
      if (known) known.push(slot);
      else slotsOf.set(word, [slot]);
    }
  }
  const words = [...slotsOf.keys()];
  const lists = [...slotsOf.values()];
  return {
    words: ` ${words.join(' ')} `,
    starts: sums(words.map(({ length }) => length + 1)),
    slots: Uint32Array.from(lists.flat()),
    slotStarts: sums(lists.map(({ length }) => length)),
    live: texts.size,
  };
}

/** 0 and the sums of the first, the first two … lengths. */
function sums(lengths: readonly number[]): Uint32Array {
  const found = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, at) => (found[at + 1] = found[at]! + length));
  return found;
}

/** Visits the slots of every word that has `part` in it; a slot with several such words comes several times. */
function eachOccurrence(
  { words, starts, slots, slotStarts }: Segment,
  part: string,
  visit: (slot: number) => void,
): void {
  let place = words.indexOf(part);
  while (place >= 0) {
    const word = lastAtOrBelow(starts, place);
    for (let at = slotStarts[word]!; at < slotStarts[word + 1]!; at++) visit(slots[at]!);
    place = words.indexOf(part, starts[word + 1]!);
  }
}

/** The last position whose value is not above `value`, in ascending values. */
function lastAtOrBelow(values: Uint32Array, value: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
