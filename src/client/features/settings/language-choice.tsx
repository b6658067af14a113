import { Trans, useLingui } from '@lingui/react/macro';
import type { Locale } from '../../../contract/locales.ts';
import { activateLocale, isLocale, locales } from '../../text/locales.ts';
import { ChoiceList } from './choice-list.tsx';

/** The choice of the app's language on this device. */
export function LanguageChoice() {
  const { i18n } = useLingui();
  const choices = (Object.keys(locales) as Locale[]).map((value) => ({ value, label: locales[value], lang: value }));
  return (
    <ChoiceList
      legend={<Trans>Language</Trans>}
      choices={choices}
      value={isLocale(i18n.locale) ? i18n.locale : 'en'}
      onChange={(locale) => void activateLocale(locale)}
    />
  );
}
