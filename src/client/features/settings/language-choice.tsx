import { Trans, useLingui } from '@lingui/react/macro';
import type { Locale } from '../../../contract/locales.ts';
import { activate } from '../../text/activate.ts';
import { isLocale, locales } from '../../text/locales.ts';
import { ChoiceList } from './choice-list.tsx';

/** The language of the app on this device. */
export function LanguageChoice() {
  const { i18n } = useLingui();
  const choices = (Object.keys(locales) as Locale[]).map((value) => ({ value, label: locales[value], lang: value }));
  return (
    <ChoiceList
      legend={<Trans>Language</Trans>}
      choices={choices}
      value={isLocale(i18n.locale) ? i18n.locale : 'en'}
      onChange={(locale) => void activate(locale)}
    />
  );
}
