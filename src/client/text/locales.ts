import { localeTags, type Locale } from '../../contract/locales.ts';

/** The languages of the product, each by its own name, in the order the switcher offers them. */
export const locales = { en: 'English', fr: 'Français', ar: 'العربية' } as const satisfies Record<Locale, string>;

const storageKey = 'cod_locale';

export const isLocale = (value: unknown): value is Locale => typeof value === 'string' && value in locales;

/** The direction a language is written in. */
export const dirOf = (locale: string): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');

/** The BCP 47 tag that `Intl` formats numbers and dates with. */
export const tagOf = (locale: string): string => (isLocale(locale) ? localeTags[locale] : localeTags.en);

/** The language this device remembers; English when it remembers none. */
export function storedLocale(): Locale {
  const value = localStorage.getItem(storageKey);
  return isLocale(value) ? value : 'en';
}

/** Remembers the language on this device; it also outlives a sign-out. */
export const rememberLocale = (locale: Locale): void => localStorage.setItem(storageKey, locale);

const toldKey = 'cod_told_locale';

/** The language this device last sent to the server for e-mails to the signed-in user; null before that. */
export const toldLocale = (): string | null => localStorage.getItem(toldKey);

/** Remembers that the server knows the language of this device. */
export const rememberToldLocale = (locale: string): void => localStorage.setItem(toldKey, locale);
