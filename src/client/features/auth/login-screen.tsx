import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { peek } from '../../local/peek.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { EmailField } from './email-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** Outside the components, because the React Compiler skips components that contain an `import()`. */
const loadSignIn = () => import('./sign-in.ts');
const WaitingAccounts = lazyPart(async () => (await import('./waiting-accounts.tsx')).WaitingAccounts);

/** The sign-in form; after it the user sees the page that was asked for, otherwise the dashboard. */
export function LoginScreen() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeading title={t`Log in`} />
      <LoginForm />
      <Box as="p" mt="6" color="fg.muted">
        <Trans>
          New here? <AppLink to="/auth/register">Create an account</AppLink>
        </Trans>
      </Box>
    </>
  );
}

function LoginForm() {
  const { t } = useLingui();
  const router = useRouter();
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const form = useAuthForm({ email: '', password: '' }, { email: t`E-mail`, password: t`Password` });
  const { values, set, errors } = form;
  const onSubmit = form.submit(async (submitted) => {
    const { signInWith } = await loadSignIn();
    const failure = await signInWith(submitted);
    setUnconfirmed(failure?.code === 'ACCOUNT_NOT_ACTIVE' && failure.details?.reason === 'unconfirmed');
    // This page's route guard now redirects.
    if (!failure) await router.invalidate();
    return failure;
  });
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="5">
      <SessionExpiredNotice />
      <Accounts />
      {form.problem ? <Notice tone={form.problem.tone}>{form.problem.text}</Notice> : null}
      <Box>
        <EmailField
          autoComplete="username"
          value={values.email}
          onChange={(email) => set({ email })}
          error={errors.email}
        />
        {isUnconfirmed ? <ConfirmationLink email={values.email} /> : null}
      </Box>
      <Box>
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          required
          value={values.password}
          onChange={(password) => set({ password })}
          error={errors.password}
        />
        <LoginLink to="/auth/password-forgotten" search={{ email: values.email }}>
          <Trans>Forgot your password?</Trans>
        </LoginLink>
      </Box>
      <SubmitButton loading={form.busy} size="lg">
        <Trans>Log in</Trans>
      </SubmitButton>
    </chakra.form>
  );
}

/** What waits for the accounts of this device. Its code is loaded only where there is an account. */
function Accounts() {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    void peek('cod_device', 'accounts', (store) => store.count()).then(({ value = 0 }) => setUsed(value > 0));
  }, []);
  return isUsed ? <WaitingAccounts /> : null;
}

/** Shown when an expired session has redirected the user to this page. */
function SessionExpiredNotice() {
  const { expired }: { expired?: string } = useSearch({ strict: false });
  if (!expired) return null;
  return (
    <Notice tone="error">
      <Trans>Your session has expired. Please log in.</Trans>
    </Notice>
  );
}

function ConfirmationLink({ email }: { email: string }) {
  return (
    <LoginLink to="/auth/email-confirmation" search={{ email }}>
      <Trans>Send the e-mail again</Trans>
    </LoginLink>
  );
}

/** A link under a field, high enough for a finger. */
function LoginLink(props: { to: string; search: { email: string }; children: ReactNode }) {
  return <AppLink textStyle="sm" display="inline-flex" alignItems="center" minH={{ base: '11', md: '9' }} {...props} />;
}
