import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { usePledgeWords } from '../text/pledge-words.ts';
import type { PledgeFacts } from '../text/pledge-words.ts';
import { Notice } from './notice.tsx';

interface Props {
  /** The money calls in doubt. */
  doubts: readonly PledgeFacts[];
  /** Has the server decide a call; returns whether the server answered. */
  onCheck: (key: string) => Promise<boolean>;
}

/**
 * A notice for each money call in doubt, with product, amount and a button that checks it; nothing without such calls.
 */
export function DoubtNotices({ doubts, onCheck }: Props) {
  if (doubts.length === 0) return null;
  return (
    <Box display="flex" flexDirection="column" gap="3">
      {doubts.map((pledge) => (
        <DoubtNotice key={pledge.key} pledge={pledge} onCheck={onCheck} />
      ))}
    </Box>
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
        <Trans>Nothing is charged twice: this order is settled before it can be sent again.</Trans>
      )}
    </Notice>
  );
}

function Title({ pledge }: { pledge: PledgeFacts }) {
  const { name: title } = usePledgeWords()(pledge);
  if (pledge.call !== 'placeOrder' || title === null) return <Trans>Not known yet whether this was done</Trans>;
  const name = <bdi>{title}</bdi>;
  return <Trans>Order of {name}: it is not known yet whether it was placed.</Trans>;
}
