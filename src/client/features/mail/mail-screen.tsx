import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readMail, type MailAnswer } from '../../../contract/mail.ts';
import { call } from '../../api/call.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MailForm } from './mail-form.tsx';
import { MailSkeleton } from './mail-skeleton.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** The sender and the texts of e-mails, which admins change (S2U-05). */
export function MailScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { answer, ...state } = useMailAnswer();
  const leave = () => void navigate({ to: '/admin/settings', replace: true });
  return (
    <Box maxW="6xl">
      <PageHeader
        title={t`E-mails`}
        breadcrumb={[
          { label: t`Settings`, to: '/dashboard/settings' },
          { label: t`Shop settings`, to: '/admin/settings' },
        ]}
      />
      {answer ? (
        <MailForm answer={answer} onLeave={leave} />
      ) : state.isLoading ? (
        <MailSkeleton />
      ) : (
        <Panel>
          <LoadState {...state} />
        </Panel>
      )}
    </Box>
  );
}

/** Requests the settings once; the form keeps what is typed while newer ones are saved elsewhere. */
function useMailAnswer() {
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<MailAnswer>();
  const [failed, setFailed] = useState<{ attempt: number; failure: CallFailure }>();
  const isWanted = online && !answer;
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    call(readMail, {}, { signal: stop.signal }).then(
      (found) => (stop.signal.aborted ? undefined : setAnswer(found)),
      (thrown: unknown) => (stop.signal.aborted ? undefined : setFailed({ attempt, failure: asFailure(thrown) })),
    );
    return () => stop.abort();
  }, [isWanted, attempt]);
  const failure = failed?.attempt === attempt ? failed.failure : null;
  return { answer, failure, isLoading: isWanted && failure === null, retry: () => setAttempt(attempt + 1) };
}
