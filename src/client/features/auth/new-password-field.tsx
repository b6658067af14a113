import { useLingui } from '@lingui/react/macro';
import { passwordMin } from '../../../contract/limits.ts';
import { PasswordField } from '../../ui/fields.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
}

/** The field of a new password, with the rule for its length. */
export function NewPasswordField(props: Props) {
  const { t } = useLingui();
  return (
    <PasswordField
      {...props}
      name="password"
      autoComplete="new-password"
      required
      hint={t`At least ${passwordMin} characters.`}
    />
  );
}
