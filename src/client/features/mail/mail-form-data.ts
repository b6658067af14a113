import {
  emailKinds,
  type EmailKind,
  type EmailText,
  type MailAnswer,
  type MailSettings,
} from '../../../contract/mail.ts';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import type { VersionValues } from '../../forms/save-record.ts';

/** The values of the form: the texts of every kind in every language, blank ones for the standard texts. */
export type MailValues = VersionValues & Pick<MailSettings, 'sender_name' | 'reply_to'> & { texts: EmailText[] };

/** One kind of e-mail in one language. */
export interface TextChoice {
  kind: EmailKind;
  locale: Locale;
}

/** Every text that the form has, in the order of its list. */
export const textSlots: readonly TextChoice[] = emailKinds.flatMap((kind) =>
  localeCodes.map((locale) => ({ kind, locale })),
);

const isOf =
  (choice: TextChoice) =>
  ({ kind, locale }: TextChoice): boolean =>
    kind === choice.kind && locale === choice.locale;

/** Returns the position of a text in the list of the form. */
export const indexOf = (choice: TextChoice): number => textSlots.findIndex(isOf(choice));

/** Returns the kind and the language of the text at a position in the list of the form. */
export const choiceAt = (index: number): TextChoice | undefined => textSlots[index];

/** Returns the standard text of a kind in a language. */
export const standardOf = (standard: MailAnswer['standard'], choice: TextChoice): MailAnswer['standard'][number] =>
  standard.find(isOf(choice))!;

/** Returns the values of the saved settings for the form. */
export function valuesOf(saved: MailSettings | null): MailValues {
  const texts = textSlots.map((choice) => {
    const { subject = '', body = '' } = saved?.texts.find(isOf(choice)) ?? {};
    return { ...choice, subject, body };
  });
  return {
    sender_name: saved?.sender_name ?? '',
    reply_to: saved?.reply_to ?? '',
    texts,
    rev: saved?.rev ?? null,
    sent: null,
  };
}
