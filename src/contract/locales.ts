/** The languages of the product. */
export const localeCodes = ['en', 'fr', 'ar'] as const;
export type Locale = (typeof localeCodes)[number];

/** The language tags for numbers and dates: Arabic with Latin digits, so that ids, search and money read alike everywhere. */
export const localeTags: Record<Locale, string> = { en: 'en-US', fr: 'fr-FR', ar: 'ar-LY-u-nu-latn' };
