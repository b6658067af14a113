import type { Locale } from '../../../contract/locales.ts';
import { dirOf, locales } from '../../text/locales.ts';
import { TextField } from '../../ui/fields.tsx';
import { chakra } from '../../ui/theme/styled.tsx';
import { ThreeLanguages } from '../../forms/three-languages.tsx';
import type { OrderFieldValues } from './order-field-values.ts';
import type { Texts } from './typed-values.ts';

export interface FieldProps {
  field: OrderFieldValues;
  /** The language that narrow screens show. */
  locale: Locale;
  /** The sentence under a value, by its path in the field. */
  errorOf: (path: string) => string | undefined;
  onChange: (patch: Partial<OrderFieldValues>) => void;
}

interface Props {
  /** What the text is: "Label". */
  label: string;
  texts: Texts;
  max: number;
  /** The language that narrow screens show. */
  locale: Locale;
  errorOf: (locale: Locale) => string | undefined;
  onChange: (texts: Texts) => void;
}

/** A line of text in each language. */
export function OrderFieldTexts({ label, texts, max, locale, errorOf, onChange }: Props) {
  return (
    <ThreeLanguages locale={locale}>
      {(one) => (
        <TextField
          lang={one}
          dir={dirOf(one)}
          label={`${label} · ${locales[one]}`}
          max={max}
          autoComplete="off"
          value={texts[one]}
          error={errorOf(one)}
          onChange={(text) => onChange({ ...texts, [one]: text })}
        />
      )}
    </ThreeLanguages>
  );
}

/** Short fields side by side. */
export const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(10rem, 100%), 1fr))',
  },
});
