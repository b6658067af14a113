import { i18n } from '@lingui/core';
import type { Locale } from '../../contract/locales.ts';
import { dirOf, rememberLocale, tagOf } from './locales.ts';

/** Shows the whole app in a language from now on: words, fonts, `lang` and `dir` of the document, and the stored choice. */
export async function activate(locale: Locale): Promise<void> {
  const [{ messages }] = await Promise.all([
    import(`../../../locale/${locale}.po`),
    locale === 'ar' && import('./arabic.css'),
  ]);
  i18n.loadAndActivate({ locale, locales: tagOf(locale), messages });
  rememberLocale(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = dirOf(locale);
}
