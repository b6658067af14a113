/**
 * Finds texts by parts of their words. Stores not the texts, but packed segments: every word of some texts once, with
 * the slots of the texts that contain it. A slot is a small number that identifies a text.
 */
export class TextIndex {
  private readonly segments: (Segment | null)[] = [];
  /** The newest texts, which are in no segment yet. */
  private readonly unpacked = new Map<number, string>();
  /** The segment with the current text of each slot; another segment may still have an older text of it. */
  private readonly segmentOf: (number | undefined)[] = [];
  private readonly textsInSegment: number;

  /** `textsInSegment`: number of texts that are packed together. */
  constructor(textsInSegment = 256) {
    this.textsInSegment = textsInSegment;
  }

  /** Sets the folded text (`fold` of `contract/search.ts`) of a slot. */
  put(slot: number, text: string): void {
    this.remove(slot);
    this.unpacked.set(slot, text);
    if (this.unpacked.size >= this.textsInSegment) this.packNewest();
  }

  /** Removes the text of a slot. */
  remove(slot: number): void {
    this.unpacked.delete(slot);
    const at = this.segmentOf[slot];
    if (at === undefined) return;
    this.segmentOf[slot] = undefined;
    const segment = this.segments[at]!;
    segment.currentTexts--;
    if (segment.currentTexts === 0) this.segments[at] = null;
  }

  /** Returns one byte for each slot below `size`: 1 where the text contains every word (folded, without spaces). */
  find(words: readonly string[], size: number): Uint8Array {
    const counts = new Uint8Array(size);
    words.forEach((word, before) => this.count(word, before, counts));
    return counts.map((count) => Number(count === words.length));
  }

  /** Increments the count of each slot that has this word and all `before` earlier words. */
  private count(word: string, before: number, counts: Uint8Array): void {
    this.segments.forEach((segment, index) => {
      if (!segment) return;
      eachOccurrence(segment, word, (slot) => {
        if (counts[slot] === before && this.segmentOf[slot] === index) counts[slot] = before + 1;
      });
    });
    for (const [slot, text] of this.unpacked) {
      if (counts[slot] === before && text.includes(word)) counts[slot] = before + 1;
    }
  }

  private packNewest(): void {
    const at = this.segments.push(pack(this.unpacked)) - 1;
    for (const slot of this.unpacked.keys()) this.segmentOf[slot] = at;
    this.unpacked.clear();
  }
}

/** The distinct words of some texts, and for each word the slots of the texts that contain it. */
interface Segment {
  /** The words, with a space before each of them and a space at the end. */
  words: string;
  /** The offset of each word in `words`; the last entry is the end. */
  starts: Uint32Array;
  slots: Uint32Array;
  /** The offset of each word's slots in `slots`; the last entry is the end. */
  slotStarts: Uint32Array;
  /** Number of texts that were neither replaced nor removed since. */
  currentTexts: number;
}

function pack(texts: ReadonlyMap<number, string>): Segment {
  const slotsOf = new Map<string, number[]>();
  for (const [slot, text] of texts) {
    for (const word of new Set(text.split(' '))) {
      const slots = slotsOf.get(word);
      if (slots) slots.push(slot);
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
    currentTexts: texts.size,
  };
}

/** Returns the prefix sums of `lengths`, starting with 0. */
function sums(lengths: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, index) => (offsets[index + 1] = offsets[index]! + length));
  return offsets;
}

/** Visits the slots of every word that contains `part`; a slot with several such words is visited several times. */
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

/** Returns the last index of ascending `values` whose value is at most `value`. */
function lastAtOrBelow(values: Uint32Array, value: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
