import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { EmailField } from './email-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** Outside the components, because the React Compiler skips components that contain an `import()`. */
const loadForms = () => import('./account-forms.ts');

/**
 * Requests the confirmation e-mail again; `isMain` where nothing else can be done. The server gives the same answer for
 * every address.
 */
export function ResendForm({ email, isMain = false }: { email: string; isMain?: boolean }) {
  const { t, i18n } = useLingui();
  const [isSent, setSent] = useState(false);
  const { values, set, errors, problem, busy, submit } = useAuthForm({ email }, { email: t`E-mail` });
  const onSubmit = submit(async (form) => {
    setSent(false);
    const { resendTo } = await loadForms();
    const failure = await resendTo(form.email, i18n.locale);
    setSent(!failure);
    return failure;
  });
  return (
    <chakra.form
      noValidate
      onSubmit={onSubmit}
      display="flex"
      flexDirection="column"
      gap="5"
      {...(isMain ? { mt: '6' } : { mt: '8', pt: '6', borderTopWidth: '1px' })}
    >
      {isMain ? null : (
        <chakra.h2 fontWeight="semibold">
          <Trans>No e-mail?</Trans>
        </chakra.h2>
      )}
      {isSent ? (
        <Notice tone="success">
          <Trans>If this address has an account that is not active yet, a new e-mail is on its way.</Trans>
        </Notice>
      ) : null}
      {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
      <EmailField value={values.email} onChange={(next) => set({ email: next })} error={errors.email} />
      {isMain ? (
        <SubmitButton size="lg" loading={busy}>
          <Trans>Send a new link</Trans>
        </SubmitButton>
      ) : (
        <SubmitButton variant="outline" loading={busy}>
          <Trans>Send it again</Trans>
        </SubmitButton>
      )}
    </chakra.form>
  );
}
