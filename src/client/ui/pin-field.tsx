import type { ReactNode, Ref } from 'react';
import { Field } from './field.tsx';
import { InputBox } from './theme/recipes.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  /** The sentence under a refused PIN. */
  error?: string | null | undefined;
  hint?: ReactNode;
  /** Content that an error does not replace. */
  help?: ReactNode;
  disabled?: boolean;
}

/** The field for a PIN: hidden digits, which no browser keeps and no draft stores. */
export function PinField({ label, error, hint, help, onChange, ...rest }: Props) {
  return (
    <Field {...{ label, error, hint, help, required: true }}>
      {(control) => (
        <InputBox
          {...rest}
          {...control}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
