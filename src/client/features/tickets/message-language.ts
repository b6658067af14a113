import type { Locale } from '../../../contract/locales.ts';

/** Short words that are frequent in one of the languages and rare in the other. */
const frequent: Record<'fr' | 'en', ReadonlySet<string>> = {
  fr: new Set(
    'le la les des du un une et est je ne pas que qui pour sur dans mon ma mes vous nous avec bonjour merci il elle ce cette au aux ai a été mais où'.split(
      ' ',
    ),
  ),
  en: new Set(
    'the is are to and i my you it not for in have has of this that hello hi thanks thank please can was but where when do does'.split(
      ' ',
    ),
  ),
};

/**
 * Returns the language of a message: Arabic by its script, French and English by their frequent words; null when that does
 * not decide.
 */
export function languageOf(text: string): Locale | null {
  const characters = text.match(/\p{L}/gu) ?? [];
  const arabic = characters.filter((character) => /\p{Script=Arabic}/u.test(character));
  if (arabic.length > 0 && arabic.length * 3 >= characters.length) return 'ar';
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (language: 'fr' | 'en') => words.filter((word) => frequent[language].has(word)).length;
  const [french, english] = [count('fr'), count('en')];
  if (french === english) return null;
  return french > english ? 'fr' : 'en';
}
