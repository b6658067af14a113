import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { AppLink } from '../../ui/app-link.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { EmailField } from './email-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { Box, Stack } from '../../ui/theme/styled.tsx';

/** Outside the components, because the React Compiler skips components that contain an `import()`. */
const loadForms = () => import('./account-forms.ts');

/** The registration form; the link in the e-mail activates the account. */
export function RegisterScreen() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { values, set, errors, problem, busy, submit } = useAuthForm(
    { name: '', email: '', password: '' },
    { name: t`Name`, email: t`E-mail`, password: t`Password` },
  );
  const onSubmit = submit(async (form) => {
    const { registerWith } = await loadForms();
    const failure = await registerWith(form, i18n.locale);
    if (!failure) await navigate({ to: '/auth/email-confirmation', search: { email: form.email } });
    return failure;
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <AuthHeading title={t`Create an account`}>
        <Trans>We will send you an e-mail with a link that activates your account.</Trans>
      </AuthHeading>
      <Stack gap="5">
        {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
        <TextField
          label={t`Name`}
          name="name"
          autoComplete="name"
          required
          value={values.name}
          onChange={(name) => set({ name })}
          error={errors.name}
        />
        <EmailField value={values.email} onChange={(email) => set({ email })} error={errors.email} />
        <NewPasswordField
          label={t`Password`}
          value={values.password}
          onChange={(password) => set({ password })}
          error={errors.password}
        />
        <SubmitButton loading={busy} size="lg">
          <Trans>Create the account</Trans>
        </SubmitButton>
      </Stack>
      <Box as="p" mt="6" color="fg.muted">
        <Trans>
          Already have an account? <AppLink to="/auth/login">Log in</AppLink>
        </Trans>
      </Box>
    </form>
  );
}
