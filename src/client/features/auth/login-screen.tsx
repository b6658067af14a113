import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink } from '../../ui/app-link.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { EmailField } from './email-field.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { WaitingAccounts } from './waiting-accounts.tsx';

/** Outside the components, because the React Compiler skips components that contain an `import()`. */
const loadSignIn = () => import('./sign-in.ts');

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
      <WaitingAccounts />
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
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        required
        value={values.password}
        onChange={(password) => set({ password })}
        error={errors.password}
      />
      <Button type="submit" loading={form.busy} size="lg">
        <Trans>Log in</Trans>
      </Button>
    </chakra.form>
  );
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
    <AppLink
      to="/auth/email-confirmation"
      search={{ email }}
      textStyle="sm"
      display="inline-flex"
      alignItems="center"
      minH={{ base: '11', md: '9' }}
    >
      <Trans>Send the e-mail again</Trans>
    </AppLink>
  );
}
