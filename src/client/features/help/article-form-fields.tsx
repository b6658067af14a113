import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { articleTopics } from '../../../contract/article-rules.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { ArticleValues } from './article-form-data.ts';
import { useFieldNames, useKindNames } from './article-form-words.ts';
import { useTopicNames } from './topic-names.ts';
import { Box, chakra, Muted, Stack } from '../../ui/theme/styled.tsx';

interface Props {
  form: UseFormReturn<ArticleValues>;
  errorOf: (path: string) => string | undefined;
}

/** The kind, the topic, the last day of an announcement, and whether readers see the article. */
export function ArticleFields({ form: { control }, errorOf }: Props) {
  const { t } = useLingui();
  const names = useFieldNames();
  const topics = useTopicNames();
  const kind = useWatch({ control, name: 'kind' });
  const { field: topic } = useController({ control, name: 'topic' });
  const { field: until } = useController({ control, name: 'until' });
  return (
    <Box
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns="repeat(auto-fit, minmax(min(15rem, 100%), 1fr))"
    >
      <KindField control={control} />
      <SelectField
        {...topic}
        label={names.topic}
        error={errorOf('topic')}
        choices={articleTopics.map((value) => ({ value, label: topics[value] }))}
      />
      <PublishedField control={control} />
      {kind === 'announcement' ? (
        <TextField
          {...until}
          type="date"
          dir="ltr"
          label={names.until}
          error={errorOf('until')}
          hint={t`The announcement leaves the dashboards at the end of this day. Empty: it stays.`}
        />
      ) : null}
    </Box>
  );
}

/** The kind of a new article; an existing one keeps its kind. */
function KindField({ control }: Pick<Props['form'], 'control'>) {
  const { t } = useLingui();
  const names = useKindNames();
  const { field } = useController({ control, name: 'kind' });
  const isNew = useWatch({ control, name: 'rev' }) === null;
  const choices = (['article', 'announcement', 'reply'] as const).map((value) => ({ value, label: names[value] }));
  return (
    <Stack gap="1.5" minW="0">
      <chakra.span textStyle="field" aria-hidden={isNew || undefined}>
        {t`Kind`}
      </chakra.span>
      {isNew ? (
        <SegmentedChoice
          label={t`Kind`}
          choices={choices}
          value={field.value === 'balance' ? 'article' : field.value}
          onChange={field.onChange}
        />
      ) : (
        <Muted display="flex" alignItems="center" minH={{ base: '11', md: '10' }}>
          {names[field.value]}
        </Muted>
      )}
    </Stack>
  );
}

function PublishedField({ control }: Pick<Props['form'], 'control'>) {
  const { t } = useLingui();
  const hint = useId();
  const names = useFieldNames();
  const kind = useWatch({ control, name: 'kind' });
  const [isAlwaysActive, isReply] = [kind === 'balance', kind === 'reply'];
  const { field } = useController({ control, name: 'is_active' });
  const { value: isActive, ...activeSwitch } = field;
  return (
    <Stack justifyContent="flex-end" pt={{ md: '5' }}>
      <Switch
        {...activeSwitch}
        label={names.is_active}
        checked={isActive}
        disabled={isAlwaysActive}
        aria-describedby={hint}
      />
      <Muted id={hint} textStyle="xs">
        {isAlwaysActive
          ? t`Customers always see this text where they add balance.`
          : isReply
            ? t`Support finds a published reply with / in an answer. Customers do not see this list.`
            : t`A draft is seen by admins only.`}
      </Muted>
    </Stack>
  );
}
