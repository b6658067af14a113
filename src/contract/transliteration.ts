/** The sounds of a folded word, which are alike for a Latin and an Arabic spelling of the same name. */
export interface Sounds {
  /** The consonants by class, with `a` for a vowel at the beginning: `blstSn` for PlayStation and بلايستيشن. */
  consonants: string;
  /** The same with `V` for the vowels between consonants, because two consonants alone match too many words. */
  shape: string;
}

/** Returns whether a word has Arabic characters. */
export const isArabic = (word: string): boolean => /[\u0600-\u06ff]/.test(word);

/** Returns the sounds of a word of Latin characters, or of Arabic ones, folded by `fold`. */
export function soundsOf(word: string): Sounds {
  const shape = isArabic(word) ? arabicShape(word) : latinShape(word);
  return { consonants: shape.replace(/^V/, 'a').replaceAll('V', ''), shape };
}

/** Returns whether a typed word in one script sounds like a word of a title in the other one, or like its beginning. */
export function soundsLike(typed: Sounds, word: Sounds): boolean {
  if (typed.consonants.length >= 4) return word.consonants.startsWith(typed.consonants);
  if (typed.consonants.length === 3) return word.consonants === typed.consonants;
  return typed.consonants.length === 2 && word.shape === typed.shape;
}

/** Spellings of one sound by several Latin characters, in the order in which they are replaced. */
const latinSpellings: readonly (readonly [RegExp, string])[] = [
  [/(.)\1/g, '$1'],
  [/^x/, 'eks'],
  [/x/g, 'ks'],
  [/[st]ion/g, 'Sn'],
  [/sch|sh|ch/g, 'S'],
  [/ph/g, 'f'],
  [/kh/g, 'X'],
  [/gh/g, 'g'],
  [/([tdwr])h/g, '$1'],
  [/ck|qu/g, 'k'],
  [/c(?=[eiy])/g, 's'],
];

const latinShape = (word: string): string =>
  latinSpellings
    .reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word)
    .replace(/[pvjqcz]/g, (character) => latinClasses[character]!)
    .replace(/(?!^)[wy]/g, 'e')
    .replace(/[aeiou]+/g, 'V');

const latinClasses: Record<string, string> = { p: 'b', v: 'f', j: 'g', q: 'k', c: 'k', z: 's' };

const arabicShape = (word: string): string =>
  word
    .replace(/تش/g, 'S')
    .replace(/^و/, 'w')
    .replace(/^ي/, 'y')
    .replace(/ه$/, 'V')
    .replace(/[اويىعء]+/g, 'V')
    .replace(/[\u0600-\u06ff]/g, (character) => arabicClasses[character] ?? '')
    .replace(/V+/g, 'V');

const arabicClasses: Record<string, string> = {
  ب: 'b',
  پ: 'b',
  ت: 't',
  ط: 't',
  ث: 't',
  د: 'd',
  ض: 'd',
  ذ: 'd',
  ج: 'g',
  غ: 'g',
  ق: 'k',
  گ: 'g',
  ڨ: 'g',
  ك: 'k',
  ک: 'k',
  س: 's',
  ص: 's',
  ز: 's',
  ظ: 's',
  ش: 'S',
  چ: 'S',
  ف: 'f',
  ڤ: 'f',
  خ: 'X',
  ح: 'h',
  ه: 'h',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ر: 'r',
};
