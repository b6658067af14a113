import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Box } from '@chakra-ui/react/box';
import { Spinner } from '@chakra-ui/react/spinner';
import { useRefusalText } from '../../text/refusals.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { ResendForm } from './resend-form.tsx';
import type { NotAccepted } from './use-auth-form.ts';

/** Outside the components: the React Compiler leaves those with an import inside alone. */
const loadRegister = () => import('./register.ts');

/** "Check your e-mail"; with `?token=…` from the letter it opens the account (S2A-03). */
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

type Step = { kind: 'asking' } | { kind: 'done' } | { kind: 'failed'; why: NotAccepted };

function Confirming({ token }: { token: string }) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isHere = true;
    void loadRegister()
      .then(({ confirmWith }) => confirmWith(token))
      .then((why) => isHere && setStep(why ? { kind: 'failed', why } : { kind: 'done' }));
    return () => {
      isHere = false;
    };
  }, [token, attempt]);
  if (step.kind === 'asking') return <Waiting />;
  if (step.kind === 'failed') return <Failed why={step.why} again={() => setAttempt(attempt + 1)} />;
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

function Waiting() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeading title={t`Confirming your e-mail`} />
      <Box role="status" display="flex" gap="3" alignItems="center" color="fg.muted">
        <Spinner />
        <Trans>One moment…</Trans>
      </Box>
    </>
  );
}

function Failed({ why, again }: { why: NotAccepted; again: () => void }) {
  const { t } = useLingui();
  const { failure } = useRefusalText();
  const isLink = why.code === 'INVALID_FIELDS';
  return (
    <>
      <AuthHeading title={t`Confirm your e-mail`} />
      <Notice
        tone="error"
        action={
          isLink ? undefined : (
            <ButtonLink to="." size="sm" variant="outline" onClick={again}>
              <Trans>Try again</Trans>
            </ButtonLink>
          )
        }
      >
        {isLink ? <Trans>This link no longer works. Request a new one.</Trans> : failure(why)}
      </Notice>
      <ResendForm email="" />
    </>
  );
}
