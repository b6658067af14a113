import { Trans } from '@lingui/react/macro';
import { useDeferredValue } from 'react';
import type { AnswerKind } from '../../../contract/answer-rules.ts';
import type { Locale } from '../../../contract/locales.ts';
import { dirOf } from '../../text/locales.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { chakra, Stack } from '../../ui/theme/styled.tsx';
import { ThreeLanguages } from '../../forms/three-languages.tsx';
import type { OrderFieldValues } from './order-field-values.ts';
import { shownText } from './typed-values.ts';

interface Props {
  fields: readonly OrderFieldValues[];
  locale: Locale;
}

/** The form that customers get in each language; nothing can be typed into it. */
export function OrderFieldsPreview({ fields, locale }: Props) {
  const shown = useDeferredValue(fields);
  return (
    <div>
      <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.muted" mb="2">
        <Trans>What customers see</Trans>
      </chakra.h3>
      <ThreeLanguages locale={locale}>{(one) => <Form fields={shown} locale={one} />}</ThreeLanguages>
    </div>
  );
}

function Form({ fields, locale }: Props) {
  return (
    <Frame disabled aria-label={locale} lang={locale} dir={dirOf(locale)}>
      <Stack gap="4">
        {fields.map((field) => (
          <Preview key={field.id} field={field} locale={locale} />
        ))}
      </Stack>
    </Frame>
  );
}

/** The keyboards of phones by kind, and the direction of what is typed. */
const controls: Partial<Record<AnswerKind, object>> = {
  digits: { inputMode: 'numeric', dir: 'ltr' },
  phone: { type: 'tel', dir: 'ltr' },
  email: { type: 'email', dir: 'ltr' },
  link: { type: 'url', dir: 'ltr', placeholder: 'https://' },
};

function Preview({ field, locale }: { field: OrderFieldValues; locale: Locale }) {
  const { kind, required, label, hint, key, choices } = field;
  const frame = { label: shownText(label, locale) || key || '–', hint: shownText(hint, locale), required };
  if (kind === 'note') return <TextAreaField {...frame} rows={3} readOnly value="" />;
  if (kind !== 'choice') return <TextField {...frame} {...controls[kind]} readOnly value="" />;
  return (
    <SelectField
      {...frame}
      placeholder=""
      choices={choices.map((one) => ({ value: one.id, label: shownText(one.label, locale) || one.value }))}
      value=""
      onChange={ignore}
    />
  );
}

const ignore = () => undefined;

const Frame = chakra('fieldset', {
  base: { borderWidth: '1px', borderRadius: 'lg', p: '4', minW: '0', overflowWrap: 'anywhere' },
});
