import { fold } from './search.ts';
import { isArabic, soundsLike, soundsOf, type Sounds } from './transliteration.ts';
import { countErrors } from './typing-errors.ts';

/**
 * How closely a record matches a search: 0, its text contains every word; 1, its title or its search words have the words
 * in another script or with other spaces; 2, they have them with typing errors.
 */
export type Closeness = 0 | 1 | 2;

/**
 * Returns a function that compares a record with a search: its folded text (`searchText`) and its folded title and search
 * words (`nearText`); null where they do not match. The order of the words makes no difference, and each may be the beginning of a word.
 */
export function nearMatcher(query: string): (text: string, title: string) => Closeness | null {
  const words = fold(query).split(' ');
  const typed = words.slice(0, maxWords).map(comparing);
  // Two typed words may be one word of the title: "play station".
  const pairs = words.slice(1, maxWords).map((word, index) => comparing(words[index]! + word));
  return (text, title) => {
    if (words.every((word) => text.includes(word))) return 0;
    if (words.length > maxWords) return null;
    const places = placesIn(title);
    // How closely the last words match together: those from `index` on, and those from the next one on.
    let [after, afterNext] = [0, 0];
    for (let index = words.length - 1; index >= 0; index--) {
      const alone = Math.max(text.includes(words[index]!) ? 0 : typed[index]!(places), after);
      const together = Math.max(pairs[index]?.(places) ?? none, afterNext);
      [after, afterNext] = [Math.min(alone, together), after];
    }
    return after === none ? null : (after as Closeness);
  };
}

/** A search with more words finds exact matches only, so that a long text costs little. */
const maxWords = 8;

/**
 * Returns the title that is nearest to a search that found nothing, as its place in `titles`; -1 when none is near. More
 * errors are accepted than in a match.
 */
export function nearestTitle(query: string, titles: readonly string[]): number {
  const words = fold(query)
    .split(' ')
    .map(makeWord)
    .filter(({ text }) => text.length > 2);
  const scores = titles.map((title) => {
    const places = placesIn(fold(title));
    const shares = words.map((word) => Math.min(1, ...places.map((place) => errorShare(word, place))));
    return shares.reduce((sum, share) => sum + share, 0) / words.length;
  });
  const best = Math.min(...scores);
  return best <= maxErrorShare ? scores.indexOf(best) : -1;
}

/** Share of the characters that may be wrong in a title that is offered. */
const maxErrorShare = 0.3;

/** Stands for no match, in comparisons of numbers. */
const none = 3;

/** A word of a title or of a search, without punctuation. */
interface Word {
  text: string;
  isArabic: boolean;
  sounds: Sounds | undefined;
  /** The place of its results in lists of results. */
  index: number;
}

/** Returns a function that returns how closely the closest of some words matches a typed one; compares each word once. */
function comparing(folded: string): (places: readonly Word[]) => number {
  const typed = makeWord(folded);
  if (typed.text.length < 3) return () => none;
  const hasDigit = /\d/.test(typed.text);
  // One more than the result; 0 until a word is compared. A word that became known later is compared each time.
  const results = new Uint8Array(wordCount + 8_192);
  return (places) => {
    let closest = none;
    for (const place of places) {
      const result = (results[place.index] ||= compareWords(typed, place, hasDigit) + 1);
      if (result <= closest) closest = result - 1;
    }
    return closest;
  };
}

function compareWords(typed: Word, place: Word, hasDigit: boolean): number {
  if (place.text.startsWith(typed.text)) return 1;
  if (hasDigit) return none;
  if (typed.isArabic !== place.isArabic) return soundsLike(soundsIn(typed), soundsIn(place)) ? 1 : none;
  const limit = allowedErrors(typed.text, place.text);
  if (limit === 0 || place.text.length < typed.text.length - limit) return none;
  return countErrors(typed.text, place.text, limit, typed.text.length >= minBeginning) <= limit ? 2 : none;
}

/** From this number of characters on, a word with an error may be the beginning of a longer one. */
const minBeginning = 6;

/** A word of four characters may have one error, one of eight two; the first character is seldom wrong. */
function allowedErrors(typed: string, word: string): number {
  const isSwapped = typed[0] === word[1] && typed[1] === word[0];
  if (typed[0] !== word[0] && !isSwapped) return typed.length < 6 ? 0 : 1;
  return typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
}

/** The share of errors between two words: of their characters, or of their consonants when their scripts differ. */
function errorShare(typed: Word, place: Word): number {
  if (typed.isArabic === place.isArabic) return shareOf(typed.text, place.text);
  const [a, b] = [soundsIn(typed).consonants, soundsIn(place).consonants];
  return a.length < 4 ? Number(a.length < 3 || a !== b) : shareOf(a, b);
}

const shareOf = (a: string, b: string): number => countErrors(a, b, a.length, false) / a.length;

/** The words of a title, its Arabic words without their article, and each two words as one, which a search may have. */
function placesIn(title: string): readonly Word[] {
  const known = placesByTitle.get(title);
  if (known) return known;
  const words = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const withoutArticle = words.flatMap((word) => (/^و?ال..../.test(word) ? [word.replace(/^و?ال/, '')] : []));
  const pairs = words.slice(1).map((word, index) => words[index]! + word);
  const places = [...new Set([...words, ...withoutArticle, ...pairs])].map(knownWord);
  if (placesByTitle.size >= maxKnown) placesByTitle.clear();
  placesByTitle.set(title, places);
  return places;
}

function knownWord(text: string): Word {
  const known = wordsByText.get(text);
  if (known) return known;
  const word = { ...makeWord(text), index: wordCount++ };
  if (wordsByText.size >= maxKnown) wordsByText.clear();
  wordsByText.set(text, word);
  return word;
}

function makeWord(folded: string): Word {
  const text = folded.replace(/[^\p{L}\p{N}]/gu, '');
  return { text, isArabic: isArabic(text), sounds: undefined, index: -1 };
}

const soundsIn = (word: Word): Sounds => (word.sounds ??= soundsOf(word.text));

/** Number of titles and of words that are kept, so that another typed character compares words only. */
const maxKnown = 20_000;
const placesByTitle = new Map<string, readonly Word[]>();
const wordsByText = new Map<string, Word>();
let wordCount = 0;
