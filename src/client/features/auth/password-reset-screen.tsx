import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading, BackToLogin } from './auth-heading.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** Outside the components, because the React Compiler skips components that contain an `import()`. */
const loadForms = () => import('./account-forms.ts');

/** Sets a new password with the link of the e-mail (`?token=`); the user then logs in with it. */
export function PasswordResetScreen() {
  const { token = '' }: { token?: string } = useSearch({ strict: false });
  const [state, setState] = useState<'open' | 'invalid' | 'done'>(token ? 'open' : 'invalid');
  if (state === 'done') return <PasswordSet />;
  if (state === 'invalid') return <InvalidLink />;
  return <NewPasswordForm token={token} onDone={() => setState('done')} onInvalidLink={() => setState('invalid')} />;
}

interface FormProps {
  token: string;
  onDone: () => void;
  onInvalidLink: () => void;
}

function NewPasswordForm({ token, onDone, onInvalidLink }: FormProps) {
  const { t } = useLingui();
  const labels = { password: t`New password` };
  const { values, set, errors, problem, busy, submit } = useAuthForm({ password: '' }, labels, 'other');
  const onSubmit = submit(async ({ password }) => {
    const { setPasswordWith } = await loadForms();
    const failure = await setPasswordWith({ token, password });
    if (!failure) onDone();
    else if (failure.errors?.token) onInvalidLink();
    return failure;
  });
  return (
    <>
      <AuthHeading title={t`Choose a new password`}>
        <Trans>This logs you out on all your devices. Then log in with the new password.</Trans>
      </AuthHeading>
      <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="5">
        {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
        <NewPasswordField
          label={labels.password}
          value={values.password}
          onChange={(password) => set({ password })}
          error={errors.password}
        />
        <SubmitButton loading={busy} size="lg">
          <Trans>Save the password</Trans>
        </SubmitButton>
      </chakra.form>
      <BackToLogin />
    </>
  );
}

function PasswordSet() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeading title={t`Your password is changed`}>
        <Trans>All your devices are logged out. Log in with the new password.</Trans>
      </AuthHeading>
      <ButtonLink to="/auth/login" size="lg" w="full">
        <Trans>Log in</Trans>
      </ButtonLink>
    </>
  );
}

function InvalidLink() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeading title={t`Choose a new password`} />
      <Notice tone="error">
        <Trans>This link no longer works. Request a new one.</Trans>
      </Notice>
      <ButtonLink to="/auth/password-forgotten" size="lg" w="full" mt="5">
        <Trans>Send a new link</Trans>
      </ButtonLink>
      <BackToLogin />
    </>
  );
}
