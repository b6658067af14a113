import type { Transaction } from 'kysely';
import type { Locale } from '../../../contract/locales.ts';
import type { Database } from '../database/schema.ts';
import { contentOf, type EmailValues } from './content.ts';
import type { AnyEmailKind } from './words/kinds.ts';
import { readForEmail } from './settings.ts';

/** The language of a stored locale; English for an unsupported one. */
export const asLocale = (stored: string): Locale => (stored === 'fr' || stored === 'ar' ? stored : 'en');

/** An e-mail, whose content is the text of its kind in its reader's language. */
export interface Email {
  kind: AnyEmailKind;
  recipient: string;
  locale: Locale;
  /** The values of the variables of its kind, without those of `{link}` and `{shop}`. */
  values: EmailValues;
  link: string;
}

/**
 * Queues an e-mail in the transaction of its cause: both are stored, or neither. An e-mail is not queued while an
 * earlier one with the same `onceKey` is kept (30 days after it was sent).
 */
export async function queueEmail(
  tx: Transaction<Database>,
  { kind, recipient, locale, values, link }: Email,
  now: number,
  onceKey: string | null = null,
): Promise<void> {
  const { mail, shop } = await readForEmail(tx);
  const { subject, text, html } = contentOf({ kind, locale, values: { ...values, link, shop } }, mail.texts);
  await tx
    .insertInto('letters')
    .values({
      recipient,
      subject,
      body_text: text,
      body_html: html,
      locale,
      next_at: now,
      leased_until: null,
      sent_at: null,
      error: null,
      once_key: onceKey,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * A name that a user chose, safe inside a sentence: one line between Unicode isolates, without control or direction
 * characters and without parts that mail programs turn into a link, since a guest can have an e-mail sent to any
 * address.
 */
export function safeInSentence(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029/:@]+|\.(?=\S)/gu, ' ').trim();
  return `\u2068${plain}\u2069`;
}

/**
 * A text that an admin wrote, such as an account number, safe inside a sentence: one line between Unicode isolates, with
 * every printable character as it was written.
 */
export const exactInSentence = (text: string): string =>
  `\u2068${text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()}\u2069`;
