import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { subjectOf, usePledgeWords } from '../text/pledge-words.ts';
import type { PledgeFacts, PledgeSubject } from '../text/pledge-words.ts';
import { Notice } from './notice.tsx';
import { chakra, Stack } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  /** The money calls in doubt. */
  doubts: readonly PledgeFacts[];
  /** Makes the server decide a call; returns whether the server answered. */
  onCheck: (key: string) => Promise<boolean>;
}

/**
 * A notice for each money call in doubt, with product, amount and a button that checks it; nothing without such calls.
 */
export function DoubtNotices({ doubts, onCheck }: Props) {
  if (doubts.length === 0) return null;
  return (
    <Stack gap="3">
      {doubts.map((pledge) => (
        <DoubtNotice key={pledge.key} pledge={pledge} onCheck={onCheck} />
      ))}
    </Stack>
  );
}

function DoubtNotice({ pledge, onCheck }: Pick<Props, 'onCheck'> & { pledge: PledgeFacts }) {
  const [state, setState] = useState<'idle' | 'asking' | 'noAnswer'>('idle');
  const { amount } = usePledgeWords()(pledge);
  const check = async () => {
    setState('asking');
    setState((await onCheck(pledge.key)) ? 'idle' : 'noAnswer');
  };
  return (
    <Notice
      tone="warning"
      title={<Title pledge={pledge} />}
      action={
        <Button size="sm" variant="outline" loading={state === 'asking'} onClick={() => void check()}>
          <Trans>Check now</Trans>
        </Button>
      }
    >
      {amount ? (
        <chakra.p className="numbers">
          <bdi>{amount}</bdi>
        </chakra.p>
      ) : null}
      {state === 'noAnswer' ? (
        <Trans>Still no answer. It is checked again as soon as you are connected.</Trans>
      ) : (
        <Reassurance subject={subjectOf(pledge)} />
      )}
    </Notice>
  );
}

function Reassurance({ subject }: { subject: PledgeSubject }) {
  return subject === 'order' ? (
    <Trans>Nothing is charged twice: this order is settled before it can be sent again.</Trans>
  ) : (
    <Trans>Nothing is done twice: this is settled before it can be sent again.</Trans>
  );
}

function Title({ pledge }: { pledge: PledgeFacts }) {
  const { name: title } = usePledgeWords()(pledge);
  const subject = subjectOf(pledge);
  if (subject === 'other' || title === null) return <Trans>Not known yet whether this was done</Trans>;
  const name = <bdi>{title}</bdi>;
  if (subject === 'order') return <Trans>Order of {name}: it is not known yet whether it was placed.</Trans>;
  if (subject === 'status') return <Trans>Order {name}: it is not known yet whether its status was changed.</Trans>;
  if (subject === 'balance') return <Trans>Balance of {name}: it is not known yet whether it was changed.</Trans>;
  return <Trans>New user {name}: it is not known yet whether the account was created.</Trans>;
}
