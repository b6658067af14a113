/** The languages of the app. */
export const localeCodes = ['en', 'fr', 'ar'] as const;
export type Locale = (typeof localeCodes)[number];

/**
 * The language tags for numbers and dates: Arabic with Latin digits, so that ids, search and money look the same in
 * every language.
 */
export const localeTags: Record<Locale, string> = { en: 'en-US', fr: 'fr-FR', ar: 'ar-LY-u-nu-latn' };
