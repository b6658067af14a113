import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink } from '../../ui/app-link.tsx';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Outside the components: the React Compiler leaves those with an import inside alone. */
const loadSignIn = () => import('./sign-in.ts');

/** Where a person signs in; afterwards to the page that was wanted, else to the dashboard. */
export function LoginScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const search: { redirect?: string; expired?: string; confirmed?: string } = useSearch({ strict: false });
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const { values, set, errors, problem, busy, submit } = useAuthForm(
    { email: '', password: '' },
    { email: t`E-mail`, password: t`Password` },
  );
  const onSubmit = submit(async (form) => {
    setUnconfirmed(false);
    const { signInWith } = await loadSignIn();
    const refused = await signInWith(form);
    if (refused) {
      setUnconfirmed(refused.code === 'ACCOUNT_NOT_ACTIVE' && refused.details?.reason === 'unconfirmed');
      return refused;
    }
    // The guard of this page now leads on.
    await router.invalidate();
    return null;
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <AuthHeading title={t`Log in`} />
      <Box display="flex" flexDirection="column" gap="5">
        {search.expired ? (
          <Notice tone="error">
            <Trans>Your session has expired. Please log in.</Trans>
          </Notice>
        ) : null}
        {search.confirmed ? (
          <Notice tone="success">
            <Trans>Your e-mail address is confirmed. You can log in now.</Trans>
          </Notice>
        ) : null}
        {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
        <Box>
          <TextField
            label={t`E-mail`}
            name="email"
            type="email"
            dir="ltr"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={values.email}
            onChange={(email) => set({ email })}
            error={errors.email}
          />
          {isUnconfirmed ? (
            <AppLink
              to="/auth/email-confirmation"
              search={{ email: values.email }}
              textStyle="sm"
              display="inline-flex"
              alignItems="center"
              minH={{ base: '11', md: '9' }}
            >
              <Trans>Send the letter again</Trans>
            </AppLink>
          ) : null}
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
        <Button type="submit" loading={busy} size="lg">
          <Trans>Log in</Trans>
        </Button>
      </Box>
      <Box as="p" mt="6" color="fg.muted">
        <Trans>
          New here? <AppLink to="/auth/register">Create an account</AppLink>
        </Trans>
      </Box>
    </form>
  );
}
