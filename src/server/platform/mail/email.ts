import type { Transaction } from 'kysely';
import type { Locale } from '../../../contract/locales.ts';
import type { Database } from '../database/schema.ts';

/** The language of a stored locale; English for an unsupported one. */
export const asLocale = (stored: string): Locale => (stored === 'fr' || stored === 'ar' ? stored : 'en');

/** The content of an e-mail, in its reader's language. */
export interface Email {
  recipient: string;
  locale: Locale;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  button: { label: string; link: string };
}

/**
 * Queues an e-mail in the transaction of its cause: both are stored, or neither. An e-mail is not queued while an
 * earlier one with the same `onceKey` is kept (30 days after it was sent).
 */
export async function queueEmail(
  tx: Transaction<Database>,
  email: Email,
  now: number,
  onceKey: string | null = null,
): Promise<void> {
  await tx
    .insertInto('letters')
    .values({
      recipient: email.recipient,
      subject: email.subject,
      body_text: asText(email),
      body_html: asHtml(email),
      locale: email.locale,
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

const asText = ({ paragraphs, button }: Email): string => [...paragraphs, button.link, 'Comptoir'].join('\n\n') + '\n';

function asHtml({ locale, subject, paragraphs, button }: Email): string {
  const dir = locale === 'ar' ? 'rtl' : 'ltr';
  const link = escape(button.link);
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
  return `<!doctype html>
<html lang="${locale}" dir="${dir}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body dir="${dir}" style="margin:0;padding:24px;background:#f4f5f5;color:#1c2524;${font};font-size:16px;line-height:1.6">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e1e5e4;border-radius:12px">
<p style="margin:0 0 20px;font-size:18px;font-weight:600;color:#0f766e">Comptoir</p>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escape(text)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none;font-weight:600">${escape(button.label)}</a></p>
<p style="margin:0;font-size:13px;color:#5b6664;word-break:break-all" dir="ltr">${link}</p>
</div></body></html>
`;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
