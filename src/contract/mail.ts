import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { EmailAddress } from './fields.ts';
import { emailMax } from './limits.ts';
import { localeCodes } from './locales.ts';

export const senderNameMax = 60;
export const emailSubjectMax = 150;
export const emailBodyMax = 5_000;

const ofOrder = ['name', 'number', 'product', 'total', 'link', 'shop'] as const;
const ofBalance = ['name', 'amount', 'balance', 'link', 'shop'] as const;
const ofOrderBalance = ['name', 'number', 'amount', 'balance', 'link', 'shop'] as const;
const ofAccount = ['name', 'link', 'shop'] as const;

/** The kinds of e-mail whose texts an admin may replace, with the variables of each: `{name}`. */
export const emailVariables = {
  ticket_reply: ['name', 'number', 'subject', 'link', 'shop'],
  order_delivered: ofOrder,
  balance_added: ofBalance,
  balance_subtracted: ofBalance,
  balance_returned: ofOrderBalance,
  balance_charged: ofOrderBalance,
  confirm_address: ofAccount,
  register_again: ['link', 'shop'],
  new_password: ofAccount,
  new_address: ofAccount,
  address_changed: ofAccount,
  password_changed: ofAccount,
  account_changed: ofAccount,
} as const;
export type EmailKind = keyof typeof emailVariables;
export type EmailVariable = (typeof emailVariables)[EmailKind][number];

export const emailKinds = Object.keys(emailVariables) as [EmailKind, ...EmailKind[]];

/** The kinds of e-mail that are useless without their link. */
const needLink: readonly EmailKind[] = ['confirm_address', 'register_again', 'new_password', 'new_address'];

const variable = /\{([^{}\n]*)\}/g;

/** Returns a text with the values of its variables; a variable without a value stays as it is. */
export const filledText = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(variable, (whole, name: string) => valueOf(name) ?? whole);

/** Returns the paragraphs of a text; blank lines separate them. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** A blank text, or one of at most `max` characters that match `characters`. Refuses with `max:<n>` or `invalid`. */
const ownText = (max: number, characters: RegExp) =>
  z.string({ error: 'required' }).check(
    z.overwrite((value) => value.replace(/\r\n?/g, '\n').trim()),
    z.refine((value) => [...value].length <= max, { error: `max:${max}` }),
    z.refine((value) => characters.test(value) && value.isWellFormed(), { error: 'invalid' }),
  );

const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u;
const manyLines = /^[\P{Cc}\n\t]*$/u;

interface OwnText {
  kind: EmailKind;
  subject: string;
  body: string;
}

/**
 * Returns the code of the error of a subject: `variable:<name>` for a variable that this kind lacks, and for the link;
 * `invalid` for braces around something that is no name.
 */
const subjectError = ({ kind, subject }: OwnText): string | undefined =>
  unknownVariable(
    subject,
    emailVariables[kind].filter((name) => name !== 'link'),
  );

/** Returns the code of the error of a text: `variable:<name>`, or `missing:link` without a link that is needed. */
const bodyError = ({ kind, body }: OwnText): string | undefined =>
  unknownVariable(body, emailVariables[kind]) ??
  (body && needLink.includes(kind) && !body.includes('{link}') ? 'missing:link' : undefined);

function unknownVariable(text: string, known: readonly string[]): string | undefined {
  const names = [...text.matchAll(variable)].map(([, name = '']) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  return /^[\w.-]+$/.test(unknown) ? `variable:${unknown}` : 'invalid';
}

/** The texts of one kind of e-mail in one language. A blank one stands for the standard text. */
const EmailText = z
  .object({
    kind: z.enum(emailKinds, { error: 'invalid' }),
    locale: z.enum(localeCodes, { error: 'invalid' }),
    subject: ownText(emailSubjectMax, oneLine),
    body: ownText(emailBodyMax, manyLines),
  })
  .check((context) => {
    const errors = { subject: subjectError(context.value), body: bodyError(context.value) };
    for (const [field, message] of Object.entries(errors))
      if (message) context.issues.push({ code: 'custom', message, path: [field], input: context.value });
  });
export type EmailText = z.infer<typeof EmailText>;

const fields = {
  /** The name before the sender's address; blank for the operator's (`MAIL_FROM`). */
  sender_name: ownText(senderNameMax, oneLine),
  /** The address to which readers reply; blank for the sender's. */
  reply_to: z.string({ error: 'required' }).check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(emailMax, { error: `max:${emailMax}` }),
    z.refine((value) => value === '' || EmailAddress.safeParse(value).success, { error: 'invalid' }),
  ),
  texts: z.array(EmailText, { error: 'required' }).check(
    z.refine((texts) => new Set(texts.map(({ kind, locale }) => `${kind} ${locale}`)).size === texts.length, {
      error: 'unique',
    }),
  ),
};

const AnsweredText = z.object({
  kind: z.enum(emailKinds),
  locale: z.enum(localeCodes),
  subject: z.string(),
  body: z.string(),
});

/** The sender of e-mails, the texts that replace standard ones, and their revision. */
export const MailSettings = z.object({
  sender_name: z.string(),
  reply_to: z.string(),
  texts: z.array(AnsweredText),
  rev: z.number(),
});
export type MailSettings = z.infer<typeof MailSettings>;

/** A standard text with the label of its link. */
const StandardText = z.extend(AnsweredText, { button: z.string() });

/** A value for each variable, with which a text is previewed. */
const Examples = z.object({
  name: z.string(),
  number: z.string(),
  subject: z.string(),
  product: z.string(),
  total: z.string(),
  amount: z.string(),
  balance: z.string(),
  link: z.string(),
  shop: z.string(),
} satisfies Record<EmailVariable, z.ZodMiniString>);
export type EmailExamples = z.infer<typeof Examples>;

const answer = success({
  mail: MailSettings,
  /** The texts of all kinds in all languages that are sent where there is no own text. */
  standard: z.array(StandardText),
  /** The sender of the operator, such as `Shop <shop@example.org>`; its address sends all e-mails. */
  sender: z.string(),
  examples: z.object({ en: Examples, fr: Examples, ar: Examples }),
});
export type MailAnswer = z.infer<typeof answer>;

export const readMail = endpoint({
  name: 'readMail',
  method: 'GET',
  path: '/api/shop/mail',
  audience: 'shop.change',
  input: z.object({}),
  output: answer,
});

/** Replaces the sender and all own texts. `If-Match` as for the shop. */
export const updateMail = endpoint({
  name: 'updateMail',
  method: 'POST',
  path: '/api/shop/mail',
  audience: 'shop.change',
  key: 'optional',
  input: z.object(fields),
  output: answer,
});
