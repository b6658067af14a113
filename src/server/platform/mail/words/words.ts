import type { EmailKind } from '../../../../contract/mail.ts';
import type { Locale } from '../../../../contract/locales.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

/** E-mails to admins. Their texts cannot be replaced: an intruder could hide a warning. */
type OfficeKind = 'weekly_digest' | 'new_admin' | 'own_pin_locked' | 'own_pin_disabled' | 'pin_locked' | 'pin_disabled';

/** Every kind of e-mail. */
export type AnyEmailKind = EmailKind | OfficeKind;

/** The standard texts of every kind of e-mail in one language, with its variables; the link follows the paragraphs. */
export type StandardTexts = Record<AnyEmailKind, { subject: string; paragraphs: readonly string[]; button: string }>;

const words: Record<Locale, StandardTexts> = { en, fr, ar };

/** Returns the standard text of a kind of e-mail in a language. */
export function standardText(kind: AnyEmailKind, locale: Locale): { subject: string; body: string; button: string } {
  const { subject, paragraphs, button } = words[locale][kind];
  return { subject, body: [...paragraphs, '{link}'].join('\n\n'), button };
}
