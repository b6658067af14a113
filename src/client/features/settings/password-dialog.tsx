import { Trans, useLingui } from '@lingui/react/macro';
import { changePassword } from '../../../contract/auth.ts';
import { passwordMin } from '../../../contract/limits.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { useServerForm } from '../../forms/use-server-form.ts';
import { isDefinite } from '../../sync/error-table.ts';
import { PasswordField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountDialog, useAccountField, UsernameHint } from './account-dialog.tsx';
import { Muted } from '../../ui/theme/styled.tsx';

/** The form's fields: they live in the form only, never in a draft. */
interface PasswordFields {
  current_password: string;
  password: string;
}

interface Props {
  email: string;
  onClose: () => void;
  /** Called after the server has changed the password and ended the other sessions. */
  onChanged: () => void;
}

/** Returns a function that sends the passwords; after a lost answer the same ones are sent with the same key. */
function createChange(): (fields: PasswordFields) => Promise<CallFailure | null> {
  let lost: { text: string; key: string } | null = null;
  return async (fields) => {
    const text = JSON.stringify(fields);
    if (lost?.text !== text) lost = { text, key: uuidv7() };
    const failure = await call(changePassword, fields, { key: lost.key }).then(() => null, asFailure);
    if (!failure || isDefinite(failure)) lost = null;
    return failure;
  };
}

/** Changes the user's own password with the current one; every other device is logged out. */
export function PasswordDialog({ email, onClose, onChanged }: Props) {
  const { t } = useLingui();
  const [save] = useState(createChange);
  const [isLost, setLost] = useState(false);
  const labels = { current_password: t`Current password`, password: t`New password` };
  const accountForm = useServerForm<PasswordFields>({
    schema: changePassword.input,
    defaultValues: { current_password: '', password: '' },
    labels,
    send: async (fields) => {
      const failure = await save(fields);
      if (failure?.kind === 'unreachable') setLost(true);
      if (failure) return failure;
      toast({ tone: 'success', title: t`Password changed`, description: t`Your other devices are logged out.` });
      onChanged();
      return null;
    },
  });
  return (
    <AccountDialog
      title={<Trans>Change your password</Trans>}
      submitLabel={<Trans>Change password</Trans>}
      accountForm={accountForm}
      onClose={onClose}
    >
      <Muted>
        <Trans>This device stays logged in, and all your other devices will be logged out.</Trans>
      </Muted>
      {isLost ? (
        <Notice tone="warning">
          <Trans>The password may have changed already. If the current one is refused, log in with the new one.</Trans>
        </Notice>
      ) : null}
      <UsernameHint email={email} />
      <PasswordField
        {...useAccountField(accountForm, 'current_password', labels.current_password)}
        autoComplete="current-password"
      />
      <PasswordField
        {...useAccountField(accountForm, 'password', labels.password)}
        autoComplete="new-password"
        hint={t`At least ${passwordMin} characters.`}
      />
    </AccountDialog>
  );
}
