import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { noteAnswerMax, type AnswerKind } from '../../../contract/answer-rules.ts';
import type { OrderField } from '../../../contract/order-fields.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { isolated } from '../../text/isolated.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { useTranslated } from '../../text/translated.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { Stack } from '../../ui/theme/styled.tsx';
import { AnswerChoice } from './answer-choice.tsx';

interface Props {
  fields: readonly OrderField[];
  /** What is typed, by the keys of the fields. */
  values: Readonly<Record<string, string>>;
  /** As of `checkAnswers`. */
  errors: FieldErrors;
  /** The answers are sent and cannot be changed. */
  isFixed: boolean;
  onChange: (key: string, value: string) => void;
  /** What stands under a field. */
  below?: (field: OrderField) => ReactNode;
}

/** The fields of a product, each with what stands under it. */
export function AnswerFields({ fields, values, errors, isFixed, onChange, below }: Props) {
  return fields.map((field) => (
    <Stack key={field.key} gap="2">
      <AnswerField
        field={field}
        value={values[field.key] ?? ''}
        code={errors[`answers.${field.key}`]?.[0]}
        isFixed={isFixed}
        onChange={(value) => onChange(field.key, value)}
      />
      {below?.(field)}
    </Stack>
  ));
}

interface FieldProps {
  field: OrderField;
  value: string;
  /** The code of its error. */
  code: string | undefined;
  isFixed: boolean;
  onChange: (value: string) => void;
}

/** Choices up to this number are radio buttons. */
const radiosMax = 5;

function AnswerField({ field, value, code, isFixed, onChange }: FieldProps) {
  const { t } = useLingui();
  const translated = useTranslated();
  const { field: sentenceOf } = useRefusalText();
  const name = translated(field.label) || field.key;
  const hint = translated(field.hint);
  const frame = {
    label: <Label name={name} isRequired={field.required} />,
    required: field.required,
    hint: hint === '' ? null : <bdi>{hint}</bdi>,
    error: code === undefined ? null : sentenceOf(code, isolated(name)),
  };
  const control = { value, disabled: isFixed, onChange };
  if (field.kind === 'note')
    return (
      <TextAreaField
        {...frame}
        {...control}
        rows={3}
        max={Math.min(field.max ?? noteAnswerMax, noteAnswerMax)}
        hasQuietCounter
        errorName={isolated(name)}
      />
    );
  if (field.kind !== 'choice') return <TextField {...frame} {...control} {...looks[field.kind]} autoComplete="off" />;
  const choices = field.choices.map((choice) => ({
    value: choice.value,
    label: translated(choice.label) || choice.value,
  }));
  return choices.length <= radiosMax ? (
    <AnswerChoice {...frame} {...control} choices={choices} />
  ) : (
    <SelectField
      {...frame}
      {...control}
      placeholder={t`Please choose`}
      choices={choices.map((choice) => ({ ...choice, label: isolated(choice.label) }))}
    />
  );
}

/** The keyboard that a phone shows for a kind; numbers and addresses are written from the left in every language. */
const looks: Record<Exclude<AnswerKind, 'choice' | 'note'>, Partial<ComponentProps<typeof TextField>>> = {
  text: {},
  digits: { inputMode: 'numeric', dir: 'ltr', className: 'numbers' },
  phone: { type: 'tel', inputMode: 'tel', dir: 'ltr', className: 'numbers' },
  email: { type: 'email', inputMode: 'email', dir: 'ltr', autoCapitalize: 'off', spellCheck: false },
  link: { type: 'url', inputMode: 'url', dir: 'ltr', autoCapitalize: 'off', spellCheck: false },
};

function Label({ name, isRequired }: { name: string; isRequired: boolean }) {
  const label = <bdi>{name}</bdi>;
  return isRequired ? label : <Trans>{label} (optional)</Trans>;
}
