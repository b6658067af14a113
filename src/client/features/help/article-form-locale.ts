import { i18n } from '@lingui/core';
import { useEffect, useRef, useState } from 'react';
import { useFormState, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { isLocale } from '../../text/locales.ts';
import type { ArticleValues } from './article-form-data.ts';

/**
 * The language whose text the form shows: at first the user's. After a refused save it is the first one with a refused
 * text, whose field gets the focus.
 */
export function useTextLocale(form: UseFormReturn<ArticleValues>) {
  const [locale, setLocale] = useState<Locale>(() => (isLocale(i18n.locale) ? i18n.locale : 'en'));
  const { submitCount, errors } = useFormState({ control: form.control });
  const element = useRef<HTMLFormElement>(null);
  const checked = useRef(0);
  const wanted = useRef<Locale | null>(null);
  useEffect(() => {
    if (checked.current === submitCount) return;
    checked.current = submitCount;
    wanted.current = refusedLocale(errors, locale);
    if (wanted.current) setLocale(wanted.current);
  }, [submitCount, errors, locale]);
  useEffect(() => {
    if (wanted.current !== locale) return;
    wanted.current = null;
    element.current?.querySelector<HTMLElement>('[role=tabpanel] [aria-invalid]')?.focus();
  });
  return { locale, setLocale, element };
}

/** Returns the language of the first refused text; the present one when no language has a text. */
function refusedLocale({ texts, topic, until }: FieldErrors<ArticleValues>, present: Locale): Locale | null {
  if (!texts || topic || until) return null;
  return localeCodes.find((one) => texts[one]) ?? present;
}
