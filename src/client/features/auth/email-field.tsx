import { useLingui } from '@lingui/react/macro';
import { TextField } from '../../ui/fields.tsx';

interface Props {
  value: string;
  onChange: (email: string) => void;
  error: string | undefined;
  /** `username` where a password manager should fill it in. */
  autoComplete?: 'username' | 'email';
}

/** An e-mail address, with the keyboard for it and without "corrections". */
export function EmailField({ value, onChange, error, autoComplete = 'email' }: Props) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`E-mail`}
      name="email"
      type="email"
      dir="ltr"
      autoComplete={autoComplete}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
