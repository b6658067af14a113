import { useLingui } from '@lingui/react/macro';
import type { Locale } from '../../../contract/locales.ts';
import { activateLocale, isLocale, locales } from '../../text/locales.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';

/** The choice of the app's language on this device. */
export function LanguageChoice() {
  const { t, i18n } = useLingui();
  const choices = (Object.keys(locales) as Locale[]).map((value) => ({ value, label: locales[value], lang: value }));
  return (
    <SegmentedChoice
      label={t`Language`}
      choices={choices}
      value={isLocale(i18n.locale) ? i18n.locale : 'en'}
      onChange={(locale) => void activateLocale(locale)}
    />
  );
}
