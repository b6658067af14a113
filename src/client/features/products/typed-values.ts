import { textIn } from '../../../contract/article-rules.ts';
import type { Locale } from '../../../contract/locales.ts';
import type { Translated } from '../../../contract/translated.ts';

/** A text in each language; blank where there is none. */
export type Texts = Record<Locale, string>;

export const noTexts: Texts = { en: '', fr: '', ar: '' };

export const textsOf = ({ en = '', fr = '', ar = '' }: Translated): Texts => ({ en, fr, ar });

/** Returns a text in a language, or else in the first that has one, as customers get it. */
export const shownText = (texts: Texts, locale: Locale): string => textIn(texts, locale)?.text.trim() ?? '';

/** A fault of a value in the form, with the code that the contract has for it. */
export interface Issue {
  message: string;
  path: (string | number)[];
}

/** Returns an amount as typed in any of the languages (`12,5`, `١٢٫٥`) in plain digits: `12.5`. */
export const plainAmount = (typed: string): string =>
  typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[,٫]/, '.')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
