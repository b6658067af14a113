import { Trans, useLingui } from '@lingui/react/macro';
import { changeEmail } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { useServerForm } from '../../forms/use-server-form.ts';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { AccountDialog, useAccountField, UsernameHint } from './account-dialog.tsx';
import { Muted } from '../../ui/theme/styled.tsx';

interface EmailFields {
  email: string;
  current_password: string;
}

interface Props {
  /** The address of the account. */
  current: string;
  onClose: () => void;
  /** Called after the server has sent a link to the new address. */
  onSent: () => void;
}

/** Requests a link to a new address: the account has the address once the link is opened. */
export function EmailDialog({ current, onClose, onSent }: Props) {
  const { t } = useLingui();
  const labels = { email: t`New e-mail`, current_password: t`Current password` };
  const accountForm = useServerForm<EmailFields>({
    schema: changeEmail.input,
    defaultValues: { email: '', current_password: '' },
    labels,
    send: async (fields) => {
      const failure = await call(changeEmail, fields).then(() => null, asFailure);
      if (!failure) onSent();
      return failure;
    },
  });
  return (
    <AccountDialog
      title={<Trans>Change your e-mail</Trans>}
      submitLabel={<Trans>Send the link</Trans>}
      accountForm={accountForm}
      onClose={onClose}
    >
      <Muted>
        <Trans>We send a link to the new address. Your e-mail changes when you open it.</Trans>
      </Muted>
      <UsernameHint email={current} />
      <TextField
        {...useAccountField(accountForm, 'email', labels.email)}
        type="email"
        dir="ltr"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...useAccountField(accountForm, 'current_password', labels.current_password)}
        autoComplete="current-password"
      />
    </AccountDialog>
  );
}
