import type { EmailKind } from '../../../../contract/mail.ts';

/** E-mails to admins. Their texts cannot be replaced: an intruder could hide a warning. */
type OfficeKind = 'weekly_digest' | 'new_admin' | 'own_pin_locked' | 'own_pin_disabled' | 'pin_locked' | 'pin_disabled';

/** Every kind of e-mail. */
export type AnyEmailKind = EmailKind | OfficeKind;

/** The standard text of a kind of e-mail, with its variables; the link follows the paragraphs. */
interface StandardText {
  subject: string;
  paragraphs: readonly string[];
  button: string;
}

/** The standard texts of every kind of e-mail in one language. */
export type StandardTexts = Record<AnyEmailKind, StandardText>;
