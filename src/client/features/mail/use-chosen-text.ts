import { i18n } from '@lingui/core';
import { useEffect, useRef, useState } from 'react';
import { useFormState, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { isLocale } from '../../text/locales.ts';
import { choiceAt, indexOf, type MailValues, type TextChoice } from './mail-form-data.ts';

/**
 * The kind and the language whose text the form shows: at first the first kind in the user's language. After a refused
 * save it is the first refused text, whose field in the form (`formRef`) gets the focus.
 */
export function useChosenText(form: UseFormReturn<MailValues>) {
  const [choice, setChoice] = useState<TextChoice>(() => ({
    kind: 'ticket_reply',
    locale: isLocale(i18n.locale) ? i18n.locale : 'en',
  }));
  const { submitCount, errors } = useFormState({ control: form.control });
  const formRef = useRef<HTMLFormElement>(null);
  const checked = useRef(0);
  const wanted = useRef<TextChoice | null>(null);
  useEffect(() => {
    if (checked.current === submitCount) return;
    checked.current = submitCount;
    wanted.current = refusedText(errors, choice);
    if (wanted.current) setChoice(wanted.current);
  }, [submitCount, errors, choice]);
  useEffect(() => {
    if (wanted.current !== choice) return;
    wanted.current = null;
    formRef.current?.querySelector<HTMLElement>('[data-text] [aria-invalid]')?.focus();
  });
  return { choice, setChoice, formRef };
}

/** Returns the first refused text, preferring the present one; null when no text is refused, or the sender is, too. */
function refusedText(
  { texts, sender_name, reply_to }: FieldErrors<MailValues>,
  present: TextChoice,
): TextChoice | null {
  if (!Array.isArray(texts) || sender_name || reply_to) return null;
  const shown = texts[indexOf(present)] ? indexOf(present) : texts.findIndex(Boolean);
  const { kind, locale } = choiceAt(shown) ?? present;
  return { kind, locale };
}
