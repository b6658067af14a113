import type { Locale } from '../../../../contract/locales.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

/** One e-mail without greeting and link; amounts and names come formatted and safe. */
export interface Said {
  subject: string;
  body: string;
  /** What to do about it; missing where nothing is to be done. */
  advice?: string;
  button: string;
}

/** What happened to a balance: by hand, or to the charge of an order. */
export type BalanceCause = 'added' | 'subtracted' | 'returned' | 'charged';

/** Every e-mail about something that has happened, in one language. */
export interface NoticeWords {
  hello(name: string): string;
  emailChanged: Said;
  passwordChanged: Said;
  emailAndPasswordChanged: Said;
  adminMade(admin: string): Said;
  ownPinLocked: Said;
  ownPinDisabled: Said;
  pinLocked(admin: string): Said;
  pinDisabled(admin: string): Said;
  ticketReply(ticket: { number: number; subject: string }): Said;
  orderDelivered(order: { id: number; product: string; total: string }): Said;
  balanceChanged(change: { cause: BalanceCause; amount: string; balance: string; orderId: number | null }): Said;
}

/** The words of each language. */
export const noticeWords: Record<Locale, NoticeWords> = { en, fr, ar };
