import * as z from 'zod/mini';
import { optionalText } from './fields.ts';

/** A text by language; a reader whose language is missing gets the first that exists of English, French and Arabic. */
export const Translated = z.object({
  en: z.optional(z.string()),
  fr: z.optional(z.string()),
  ar: z.optional(z.string()),
});
export type Translated = z.infer<typeof Translated>;

/** A text of which at least one language is given; refuses with `required`. */
export const translated = (max: number) =>
  optionalTranslated(max).check(z.refine((texts) => Object.keys(texts).length > 0, { error: 'required' }));

/** A text that may be missing in all languages. */
export const optionalTranslated = (max: number) =>
  z.pipe(z.object({ en: optionalText(max), fr: optionalText(max), ar: optionalText(max) }), z.transform(withoutBlanks));

const withoutBlanks = (texts: Record<'en' | 'fr' | 'ar', string | null>): Translated =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== null));
