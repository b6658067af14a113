import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signedInPerson } from '../../api/session.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading, BackToLogin } from './auth-heading.tsx';
import { ResendForm } from './resend-form.tsx';
import type { FormFailure } from './use-auth-form.ts';
import { HStack } from '../../ui/theme/styled.tsx';
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
