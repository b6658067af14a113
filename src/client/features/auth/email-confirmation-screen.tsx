import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signedInPerson } from '../../api/session.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading, BackToLogin } from './auth-heading.tsx';
import { EmailField } from './email-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm, type FormFailure } from './use-auth-form.ts';
import { chakra, HStack } from '../../ui/theme/styled.tsx';
import { Spinner } from '../../ui/button.tsx';

/** Outside the components, because the React Compiler skips components that contain an `import()`. */
const loadForms = () => import('./account-forms.ts');

/** "Check your e-mail"; with `?token=…` from the e-mail it activates the account (S2A-03). */
export function EmailConfirmationScreen() {
  const { token, email = '' }: { token?: string; email?: string } = useSearch({ strict: false });
  return token ? <Confirming token={token} /> : <CheckYourMail email={email} />;
}

function CheckYourMail({ email }: { email: string }) {
  const { t } = useLingui();
  const address = <bdi dir="ltr">{email}</bdi>;
  return (
    <>
      <AuthHeading title={t`Check your e-mail`}>
        {email ? (
          <Trans>We sent an e-mail to {address}. Click the link in it to activate your account.</Trans>
        ) : (
          <Trans>Click the link in the e-mail to activate your account.</Trans>
        )}
      </AuthHeading>
      <ButtonLink to="/auth/login" size="lg" w="full">
        <Trans>Continue</Trans>
      </ButtonLink>
      <ResendForm email={email} />
    </>
  );
}

type Step = { kind: 'confirming' } | { kind: 'done' } | { kind: 'failed'; failure: FormFailure };

function Confirming({ token }: { token: string }) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>({ kind: 'confirming' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isCurrent = true;
    void loadForms()
      .then(({ confirmWith }) => confirmWith(token))
      .then((failure) => isCurrent && setStep(failure ? { kind: 'failed', failure } : { kind: 'done' }));
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);
  if (step.kind === 'confirming') return <Waiting />;
  if (step.kind === 'failed') return <Failed failure={step.failure} onRetry={() => setAttempt(attempt + 1)} />;
  if (signedInPerson()) return <AddressConfirmed />;
  return (
    <>
      <AuthHeading title={t`Your account is active`}>
        <Trans>Your e-mail address is confirmed. You can log in now.</Trans>
      </AuthHeading>
      <ButtonLink to="/auth/login" size="lg" w="full">
        <Trans>Continue</Trans>
      </ButtonLink>
    </>
  );
}

/** For signed-in users, whose link has changed their address; one of another account is confirmed as well. */
function AddressConfirmed() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeading title={t`Your e-mail address is confirmed`} />
      <ButtonLink to="/dashboard/settings" size="lg" w="full">
        <Trans>Continue</Trans>
      </ButtonLink>
    </>
  );
}

function Waiting() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeading title={t`Confirming your e-mail`} />
      <HStack role="status" gap="3" color="fg.muted">
        <Spinner />
        <Trans>One moment…</Trans>
      </HStack>
    </>
  );
}

function Failed({ failure, onRetry }: { failure: FormFailure; onRetry: () => void }) {
  const { t } = useLingui();
  const { failure: sentenceOf } = useRefusalText();
  const isInvalidLink = failure.code === 'INVALID_FIELDS';
  return (
    <>
      <AuthHeading title={t`Confirm your e-mail`} />
      <Notice
        tone="error"
        action={
          isInvalidLink ? undefined : (
            <ButtonLink to="." size="sm" variant="outline" onClick={onRetry}>
              <Trans>Try again</Trans>
            </ButtonLink>
          )
        }
      >
        {isInvalidLink ? <Trans>This link no longer works. Request a new one.</Trans> : sentenceOf(failure)}
      </Notice>
      <ResendForm email="" isMain={isInvalidLink} />
      {signedInPerson() ? null : <BackToLogin />}
    </>
  );
}

/**
 * Requests the confirmation e-mail again; `isMain` where nothing else can be done. The server gives the same answer for
 * every address.
 */
function ResendForm({ email, isMain = false }: { email: string; isMain?: boolean }) {
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
