import { Trans, useLingui } from '@lingui/react/macro';
import { useController, type UseFormReturn } from 'react-hook-form';
import { topupNameMax, topupStepsMax } from '../../../contract/limits.ts';
import type { Locale } from '../../../contract/locales.ts';
import { dirOf, locales } from '../../text/locales.ts';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { insertText } from '../../ui/insert-text.ts';
import { Stack } from '../../ui/theme/styled.tsx';
import { ThreeLanguages } from '../../forms/three-languages.tsx';
import { VariableChips } from '../../ui/variables.tsx';
import type { MethodValues } from './method-form-data.ts';

export interface TextsProps {
  form: UseFormReturn<MethodValues>;
  errorOf: (path: string) => string | undefined;
  /** The language that narrow screens show. */
  locale: Locale;
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
