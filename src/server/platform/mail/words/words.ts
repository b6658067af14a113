import type { Locale } from '../../../../contract/locales.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

/** The texts of one e-mail without greeting and link. */
export interface EmailText {
  subject: string;
  body: string;
  /** What the reader can do, if anything. */
  advice?: string;
  button: string;
}

/** The cause of a change of a balance: an admin added or subtracted, or an order was charged or its money returned. */
export type BalanceCause = 'added' | 'subtracted' | 'returned' | 'charged';

/**
 * The texts of every e-mail about an event, in one language. Amounts are already formatted, and names went through
 * `safeInSentence`; HTML is escaped later.
 */
export interface NoticeWords {
  hello(name: string): string;
  emailChanged: EmailText;
  passwordChanged: EmailText;
  emailAndPasswordChanged: EmailText;
  newAdmin(admin: string): EmailText;
  ownPinLocked: EmailText;
  ownPinDisabled: EmailText;
  pinLocked(admin: string): EmailText;
  pinDisabled(admin: string): EmailText;
  ticketReply(ticket: { number: number; subject: string }): EmailText;
  orderDelivered(order: { id: number; product: string; total: string }): EmailText;
  balanceChanged(change: { cause: BalanceCause; amount: string; balance: string; orderId: number | null }): EmailText;
}

/** The texts of each language. */
export const noticeWords: Record<Locale, NoticeWords> = { en, fr, ar };
