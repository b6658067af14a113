import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { topupNameMax, topupStepsMax } from '../../../contract/limits.ts';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { dirOf, locales } from '../../text/locales.ts';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { insertText } from '../../ui/insert-text.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';
import { VariableChips } from '../../ui/variables.tsx';
import type { MethodValues } from './method-form-data.ts';

export interface TextsProps {
  form: UseFormReturn<MethodValues>;
  errorOf: (path: string) => string | undefined;
  /** The language that narrow screens show. */
  locale: Locale;
}

interface ChoiceProps {
  value: Locale;
  refused: readonly Locale[];
  onChange: (locale: Locale) => void;
}

/** Which language narrow screens show; wide ones have all three side by side. */
export function LanguageChoice({ value, refused, onChange }: ChoiceProps) {
  const { t } = useLingui();
  return (
    <Box hideFrom="md">
      <SegmentedChoice
        label={t`Languages of the text`}
        choices={localeCodes.map((locale) => ({
          value: locale,
          lang: locale,
          label: (
            <>
              <bdi>{locales[locale]}</bdi>
              {refused.includes(locale) ? (
                <chakra.span color="fg.error" ms="1" role="img" aria-label={t`has an error`}>
                  <CircleAlert size="0.875rem" aria-hidden="true" />
                </chakra.span>
              ) : null}
            </>
          ),
        }))}
        value={value}
        onChange={onChange}
      />
    </Box>
  );
}

/** Parts of each language side by side; narrow screens show one of them. */
export function ThreeLanguages({ locale, children }: { locale: Locale; children: (one: Locale) => ReactNode }) {
  return (
    <Box
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
    >
      {localeCodes.map((one) => (
        <Box key={one} minW="0" {...(one !== locale && { hideBelow: 'md' as const })}>
          {children(one)}
        </Box>
      ))}
    </Box>
  );
}

/** The name and the steps in each language, and the variables of the steps as buttons. */
export function MethodTexts(props: TextsProps) {
  const { t } = useLingui();
  const names = { reference: t`Reference of the customer`, amount: t`Amount` };
  return (
    <Stack gap="4">
      <ThreeLanguages locale={props.locale}>{(one) => <OneLanguage {...props} one={one} />}</ThreeLanguages>
      <VariableChips names={variables} words={names} onInsert={insertIntoSteps}>
        <Trans>A variable is replaced by the value of each customer.</Trans>
      </VariableChips>
    </Stack>
  );
}

const variables = ['reference', 'amount'] as const;

/** Puts a variable into the steps that had the focus last, or else the first that are shown. */
function insertIntoSteps(variable: string, chip: HTMLElement): void {
  const all = [...(chip.closest('form')?.querySelectorAll<HTMLTextAreaElement>('textarea[data-steps]') ?? [])];
  const field = all.find((one) => one.lang === lastLanguage && isShown(one)) ?? all.find(isShown);
  if (field) insertText(field, variable);
}

const isShown = (field: HTMLElement): boolean => field.checkVisibility?.() ?? true;

let lastLanguage = '';

function OneLanguage({ form: { control }, errorOf, one }: TextsProps & { one: Locale }) {
  const { t } = useLingui();
  const { field: name } = useController({ control, name: `name.${one}` });
  const { field: steps } = useController({ control, name: `steps.${one}` });
  const language = { lang: one, dir: dirOf(one) };
  const inLanguage = locales[one];
  return (
    <Stack gap="4">
      <TextField
        {...name}
        {...language}
        label={t`Name · ${inLanguage}`}
        max={topupNameMax}
        autoComplete="off"
        error={errorOf(`name.${one}`) ?? errorOf('name')}
      />
      <TextAreaField
        {...steps}
        {...language}
        data-steps=""
        label={t`Steps · ${inLanguage}`}
        max={topupStepsMax}
        hasQuietCounter
        rows={6}
        spellCheck
        error={errorOf(`steps.${one}`) ?? errorOf('steps')}
        onFocus={() => {
          lastLanguage = one;
        }}
      />
    </Stack>
  );
}
