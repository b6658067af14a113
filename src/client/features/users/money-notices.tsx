import { Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '../../ui/notice.tsx';
import type { MoneyPhase } from '../../forms/use-money-call.ts';
import { Box } from '../../ui/theme/styled.tsx';
import { Spinner } from '../../ui/button.tsx';

interface Props {
  /** What the call changes. */
  subject: 'balance' | 'user';
  money: { phase: MoneyPhase; isNotApplied: boolean };
  online: boolean;
}

/** What is known about a call that moves money whose answer was lost; nothing before that. */
export function MoneyNotices({ subject, money: { phase, isNotApplied }, online }: Props) {
  const words = useWords()[subject];
  if (phase === 'checking') {
    return (
      <Box mb="4">
        <Notice tone="warning" action={<Spinner />}>
          {words.checking}
        </Notice>
      </Box>
    );
  }
  if (phase === 'doubt') {
    return (
      <Box mb="4">
        <Notice tone="warning" title={words.doubt}>
          {online ? (
            <Trans>The server does not answer. Check again, or leave: you will be told as soon as it is known.</Trans>
          ) : (
            <Trans>You are offline. It is checked as soon as you are connected, and you will be told.</Trans>
          )}
        </Notice>
      </Box>
    );
  }
  return isNotApplied ? (
    <Box mb="4">
      <Notice tone="warning">{words.notApplied}</Notice>
    </Box>
  ) : null;
}

function useWords() {
  const { t } = useLingui();
  return {
    balance: {
      checking: t`We do not know yet whether the balance was changed. Checking…`,
      doubt: t`We do not know yet whether the balance was changed.`,
      notApplied: t`The balance was not changed. You can try again.`,
    },
    user: {
      checking: t`We do not know yet whether the user was created. Checking…`,
      doubt: t`We do not know yet whether the user was created.`,
      notApplied: t`The user was not created. You can try again.`,
    },
  };
}
