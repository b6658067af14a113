import { localeTags, type Locale } from '../../contract/locales.ts';
import { i18n, type Messages } from '@lingui/core';

/** The languages of the app, each with its own name, in the order in which the switcher offers them. */
export const locales = { en: 'English', fr: 'Français', ar: 'العربية' } as const satisfies Record<Locale, string>;

const storageKey = 'cod_locale';

export const isLocale = (value: unknown): value is Locale => typeof value === 'string' && value in locales;

/** The direction in which a language is written. */
export const dirOf = (locale: string): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');

/** The BCP 47 tag with which `Intl` formats numbers and dates. */
export const tagOf = (locale: string): string => (isLocale(locale) ? localeTags[locale] : localeTags.en);

/** Returns the language stored on this device; English when there is none. */
export function storedLocale(): Locale {
  const value = localStorage.getItem(storageKey);
  return isLocale(value) ? value : 'en';
}

/** Stores the language on this device; a sign-out keeps it. */
const rememberLocale = (locale: Locale): void => localStorage.setItem(storageKey, locale);

const reportedKey = 'cod_told_locale';

/** Returns the language that this device last sent to the server for e-mails to the signed-in user, or null. */
export const reportedLocale = (): string | null => localStorage.getItem(reportedKey);

/** Stores the language that this device has sent to the server. */
export const rememberReportedLocale = (locale: string): void => localStorage.setItem(reportedKey, locale);

let withAdminTexts = false;
let activated = Promise.resolve();

/** Switches the app to a language: texts, fonts, the document's `lang` and `dir`, and the stored choice. */
export function activateLocale(locale: Locale): Promise<void> {
  activated = loadAndActivate(locale);
  return activated;
}

async function loadAndActivate(locale: Locale): Promise<void> {
  const [{ messages }, adminMessages] = await Promise.all([
    import(`../../../locale/${locale}.po`),
    withAdminTexts ? readAdminTexts(locale) : {},
    locale === 'ar' && import('./arabic.css'),
  ]);
  i18n.loadAndActivate({ locale, locales: tagOf(locale), messages: { ...messages, ...adminMessages } });
  rememberLocale(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = dirOf(locale);
}

/** Loads the texts of the back office too, which no customer needs: now, and with each change of the language. */
export async function loadAdminTexts(): Promise<void> {
  if (withAdminTexts) return;
  // At the start of the app no language is active yet.
  await activated;
  const locale = i18n.locale || storedLocale();
  i18n.load(locale, await readAdminTexts(locale));
  withAdminTexts = true;
  // The language was changed meanwhile.
  if (i18n.locale && i18n.locale !== locale) await activateLocale(i18n.locale as Locale);
}

const readAdminTexts = async (locale: string): Promise<Messages> =>
  ((await import(`../../../locale/admin/${locale}.po`)) as { messages: Messages }).messages;
