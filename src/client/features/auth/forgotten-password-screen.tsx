import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink, ButtonLink } from '../../ui/app-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading, BackToLogin } from './auth-heading.tsx';
import { EmailField } from './email-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** Outside the components, because the React Compiler skips components that contain an `import()`. */
const loadForms = () => import('./account-forms.ts');

/** Requests an e-mail with a link to a new password; what it shows is the same for every address. */
export function ForgottenPasswordScreen() {
  const { email = '' }: { email?: string } = useSearch({ strict: false });
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? (
    <RequestForm email={email} onSent={setSentTo} />
  ) : (
    <LinkRequested email={sentTo} onAgain={() => setSentTo(null)} />
  );
}

function RequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { t, i18n } = useLingui();
  const { values, set, errors, problem, busy, submit } = useAuthForm({ email }, { email: t`E-mail` }, 'other');
  const onSubmit = submit(async (form) => {
    const { requestLink } = await loadForms();
    const failure = await requestLink(form.email, i18n.locale);
    if (!failure) onSent(form.email.trim());
    return failure;
  });
  return (
    <>
      <AuthHeading title={t`Forgot your password?`}>
        <Trans>Enter the e-mail of your account. We will send you a link to choose a new password.</Trans>
      </AuthHeading>
      <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="5">
        {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
        <EmailField
          autoComplete="username"
          value={values.email}
          onChange={(next) => set({ email: next })}
          error={errors.email}
        />
        <SubmitButton loading={busy} size="lg">
          <Trans>Send the link</Trans>
        </SubmitButton>
      </chakra.form>
      <BackToLogin />
    </>
  );
}

function LinkRequested({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useLingui();
  const address = <bdi dir="ltr">{email}</bdi>;
  return (
    <>
      <AuthHeading title={t`Check your e-mail`}>
        <Trans>
          If {address} has an account, an e-mail with a link is on its way. The link works once, within 24 hours.
        </Trans>
      </AuthHeading>
      <ButtonLink to="/auth/login" size="lg" w="full">
        <Trans>Back to the login</Trans>
      </ButtonLink>
      <Box as="p" mt="6" color="fg.muted">
        <Trans>
          No e-mail? Look into the spam folder, or{' '}
          <AppLink to="." onClick={onAgain}>
            try again
          </AppLink>
          .
        </Trans>
      </Box>
    </>
  );
}
