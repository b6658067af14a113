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

/** Outside the components: the React Compiler leaves those with an import inside alone. */
const loadSignIn = () => import('./sign-in.ts');

/** Where a person signs in; afterwards to the page that was wanted, else to the dashboard. */
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
  const onSubmit = form.submit(async (given) => {
    const { signInWith } = await loadSignIn();
    const refused = await signInWith(given);
    setUnconfirmed(refused?.code === 'ACCOUNT_NOT_ACTIVE' && refused.details?.reason === 'unconfirmed');
    // The guard of this page now leads on.
    if (!refused) await router.invalidate();
    return refused;
  });
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="5">
      <Arrival />
      <WaitingAccounts />
      {form.problem ? <Notice tone={form.problem.tone}>{form.problem.text}</Notice> : null}
      <Box>
        <EmailField
          autoComplete="username"
          value={values.email}
          onChange={(email) => set({ email })}
          error={errors.email}
        />
        {isUnconfirmed ? <LetterLink email={values.email} /> : null}
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

/** Why the person is here, where it was not the person's own wish. */
function Arrival() {
  const { expired }: { expired?: string } = useSearch({ strict: false });
  if (!expired) return null;
  return (
    <Notice tone="error">
      <Trans>Your session has expired. Please log in.</Trans>
    </Notice>
  );
}

function LetterLink({ email }: { email: string }) {
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
