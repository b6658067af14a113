import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/button.tsx';
import type { MoneyForm } from './use-money-form.ts';

/** What is said about the change of a form whose answer was lost. */
export interface MoneyWords {
  /** It is not known, and a check is under way. */
  checking: ReactNode;
  /** It is not known. */
  doubt: ReactNode;
  /** A check has shown that nothing was changed. */
  notApplied: ReactNode;
}

interface Props {
  words: MoneyWords;
  money: MoneyForm;
  online: boolean;
}

/** What is known about a call that moves money whose answer was lost; nothing before that. */
export function MoneyNotices({ words, money: { phase, problem }, online }: Props) {
  if (phase === 'checking')
    return (
      <Notice tone="warning" action={<Spinner />}>
        {words.checking}
      </Notice>
    );
  if (phase === 'doubt')
    return (
      <Notice tone="warning" title={words.doubt}>
        {online ? (
          <Trans>The server does not answer. Check now, or leave: you will be told as soon as it is known.</Trans>
        ) : (
          <Trans>You are offline. It is checked as soon as you are connected, and you will be told.</Trans>
        )}
      </Notice>
    );
  return problem?.kind === 'notApplied' ? <Notice tone="warning">{words.notApplied}</Notice> : null;
}
