import { useLingui } from '@lingui/react';
import type { Answer } from '../../contract/order-fields.ts';
import type { Translated } from '../../contract/translated.ts';
import { isLocale } from './locales.ts';

/** Returns a function that picks the user's language of a text, or else the first that exists. */
export function useTranslated(): (texts: Translated) => string {
  const { i18n } = useLingui();
  // Not `textIn`, which the first screen would load with the parts of other pages.
  return (texts) => (isLocale(i18n.locale) && texts[i18n.locale]) || texts.en || texts.fr || texts.ar || '';
}

/** Returns a function that shows an answer of an order: a choice by its label as it was, others as they were typed. */
export function useAnswerText(): (answer: Pick<Answer, 'value' | 'choice'>) => string {
  const translated = useTranslated();
  return ({ value, choice }) => (choice && translated(choice)) || value;
}
