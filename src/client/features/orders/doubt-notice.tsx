import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { Notice } from '../../ui/notice.tsx';
import type { OrderInDoubt } from './doubts.ts';
import { settleOrder } from './place-order.ts';

/** "Order of Netflix, 1 month: not known yet whether it was placed", with a way to find out; what it was is told in a toast. */
export function DoubtNotice({ order }: { order: OrderInDoubt }) {
  const [state, setState] = useState<'idle' | 'asking' | 'noAnswer'>('idle');
  const name = <bdi>{order.title}</bdi>;
  const check = async () => {
    setState('asking');
    const end = await settleOrder(currentDatabase(), order.key);
    setState(end.kind === 'unknown' ? 'noAnswer' : 'idle');
  };
  return (
    <Notice
      tone="warning"
      title={<Trans>Order of {name}: it is not known yet whether it was placed.</Trans>}
      action={
        <Button size="sm" variant="outline" loading={state === 'asking'} onClick={() => void check()}>
          <Trans>Check now</Trans>
        </Button>
      }
    >
      {state === 'noAnswer' ? (
        <Trans>Still no answer. It is checked again as soon as you are connected.</Trans>
      ) : (
        <Trans>Nothing is charged twice: this order is settled before it can be sent again.</Trans>
      )}
    </Notice>
  );
}
