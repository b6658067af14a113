import { useLingui } from '@lingui/react/macro';
import type { Locale } from '../../../contract/locales.ts';
import { textAt } from '../../forms/save-record.ts';
import { useDates } from '../../text/dates.ts';
import { dirOf } from '../../text/locales.ts';
import type { ArticleValues, EditedField } from './article-form-data.ts';
import { useKindNames } from './article-form-words.ts';
import { useTopicNames } from './topic-names.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** Returns a function that shows the value of a field beside another one: texts in the direction of their language. */
export function useShownValue() {
  const { t } = useLingui();
  const dates = useDates();
  const kinds = useKindNames();
  const topics = useTopicNames();
  return (field: EditedField, values: ArticleValues, others: ArticleValues) => {
    const value = textAt(values, field);
    if (field === 'kind') return kinds[values.kind];
    if (field === 'topic') return topics[values.topic];
    if (field === 'is_active') return values.is_active ? t`Yes` : t`No`;
    if (field === 'until') return value ? dates.short(`${value}T00:00:00`) : t`No end`;
    if (value === '') return t`No text`;
    const locale = field.split('.')[1] as Locale;
    return (
      <chakra.span lang={locale} dir={dirOf(locale)} whiteSpace="pre-wrap">
        {fromDifference(value, textAt(others, field))}
      </chakra.span>
    );
  };
}

/** Returns a text without the first lines that it shares with another text, because only a few lines are shown. */
function fromDifference(text: string, other: string): string {
  const lines = text.split('\n');
  const others = other.split('\n');
  const same = lines.findIndex((line, at) => line !== others[at]);
  return same > 1 ? `…\n${lines.slice(same).join('\n')}` : text;
}
