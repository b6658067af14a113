import type { EmailKind } from '../../../../contract/mail.ts';

/** E-mails to admins. Their texts cannot be replaced: an intruder could hide a warning. */
type OfficeKind = 'weekly_digest' | 'new_admin' | 'own_pin_locked' | 'own_pin_disabled' | 'pin_locked' | 'pin_disabled';

/**
 * E-mails about top-up requests and the ways to pay. Their texts cannot be replaced: apps of before refuse a list of texts
 * with a kind that they do not know (D-27).
 */
type TopupEmailKind = 'topup_refused' | 'topup_refused_with_note' | 'topup_reminder' | 'topup_method_changed';

/** Every kind of e-mail; the text of `order_ask` cannot be replaced either. */
export type AnyEmailKind = EmailKind | OfficeKind | TopupEmailKind | 'order_ask';

/** The standard text of a kind of e-mail, with its variables; the link follows the paragraphs. */
interface StandardText {
  subject: string;
  paragraphs: readonly string[];
  button: string;
}

/** The standard texts of every kind of e-mail in one language. */
export type StandardTexts = Record<AnyEmailKind, StandardText>;
