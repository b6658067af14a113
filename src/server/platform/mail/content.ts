import type { Locale } from '../../../contract/locales.ts';
import { filledText, paragraphsOf, type MailSettings } from '../../../contract/mail.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { AnyEmailKind, StandardTexts } from './words/kinds.ts';

const standardTexts: Record<Locale, StandardTexts> = { en, fr, ar };

/** The values of the variables of an e-mail; a name is safe inside a sentence (`safeInSentence`). */
export type EmailValues = Readonly<Record<string, string>>;

/** Subject and body of an e-mail, as text and as HTML. */
interface EmailContent {
  subject: string;
  text: string;
  html: string;
}

interface Source {
  kind: AnyEmailKind;
  locale: Locale;
  /** Contains `link` and `shop`. */
  values: EmailValues;
}

/** Returns the content of an e-mail: its own texts where an admin wrote them, else the standard ones. */
export function contentOf({ kind, locale, values }: Source, ownTexts: MailSettings['texts']): EmailContent {
  const own = ownTexts.find((text) => text.kind === kind && text.locale === locale);
  const standard = standardText(kind, locale);
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  const fill = (text: string) => filledText(text, valueOf);
  const subject = oneLine(fill(own?.subject || standard.subject));
  const paragraphs = paragraphsOf(own?.body || standard.body);
  return {
    subject,
    text: [...paragraphs.map(fill), values.shop].join('\n\n') + '\n',
    html: asHtml({ locale, subject, paragraphs, button: fill(standard.button), valueOf }),
  };
}

/** Returns the standard text of a kind of e-mail in a language. */
export function standardText(kind: AnyEmailKind, locale: Locale): { subject: string; body: string; button: string } {
  const { subject, paragraphs, button } = standardTexts[locale][kind];
  return { subject, body: [...paragraphs, '{link}'].join('\n\n'), button };
}

/** A text for a header: a line break in a value cannot begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

interface HtmlParts {
  locale: Locale;
  subject: string;
  /** With their variables. */
  paragraphs: readonly string[];
  button: string;
  valueOf: (name: string) => string | undefined;
}

function asHtml({ locale, subject, paragraphs, button, valueOf }: HtmlParts): string {
  const dir = locale === 'ar' ? 'rtl' : 'ltr';
  const link = escape(valueOf('link') ?? '');
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
  const valueInHtml = (name: string) =>
    name === 'link' ? `<a href="${link}" style="color:#0f766e">${link}</a>` : escapedOrNone(valueOf(name));
  const htmlOf = (paragraph: string) => filledText(escape(paragraph), valueInHtml).replaceAll('\n', '<br>\n');
  const asButton = `<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none;font-weight:600">${escape(button)}</a></p>`;
  const rows = paragraphs.map((paragraph) =>
    paragraph === '{link}' ? asButton : `<p style="margin:0 0 16px">${htmlOf(paragraph)}</p>`,
  );
  const linkAsText = `<p style="margin:0;font-size:13px;color:#5b6664;word-break:break-all" dir="ltr">${link}</p>`;
  return `<!doctype html>
<html lang="${locale}" dir="${dir}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body dir="${dir}" style="margin:0;padding:24px;background:#f4f5f5;color:#1c2524;${font};font-size:16px;line-height:1.6">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e1e5e4;border-radius:12px">
<p style="margin:0 0 20px;font-size:18px;font-weight:600;color:#0f766e">${escape(valueOf('shop') ?? '')}</p>
${rows.join('\n')}
${paragraphs.includes('{link}') ? linkAsText : ''}
</div></body></html>
`;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const escapedOrNone = (text: string | undefined): string | undefined => (text === undefined ? undefined : escape(text));
