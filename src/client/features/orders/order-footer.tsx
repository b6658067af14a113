import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import type { OrderPhase } from './use-order.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  phase: OrderPhase;
  online: boolean;
  isOrderable: boolean;
  onClose: () => void;
  onConfirm: () => void;
  onCheck: () => void;
}

/** The confirmation question and its buttons; offline also the reason why the order cannot be confirmed. */
export function OrderFooter({ phase, online, isOrderable, onClose, onConfirm, onCheck }: Props) {
  const id = useId();
  const isBeforeAnswer = phase === 'choosing' || phase === 'sending';
  if (!isOrderable)
    return (
      <Button variant="outline" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    );
  return (
    <Box flex="1" minW="0" display="flex" flexDirection="column" gap="3" css={inOneLine}>
      {isBeforeAnswer ? <Question /> : null}
      <OfflineReason online={online || phase !== 'choosing'} id={id}>
        <Trans>Orders need a connection: your balance is charged at once.</Trans>
      </OfflineReason>
      <Box
        display="flex"
        gap="3"
        justifyContent="flex-end"
        css={{ '& > button': { flex: { base: '1', sm: '0 0 auto' } } }}
      >
        <Button variant="outline" onClick={onClose} disabled={phase === 'sending'}>
          {isBeforeAnswer ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
        </Button>
        {phase === 'doubt' ? (
          <Button onClick={onCheck}>
            <Trans>Check now</Trans>
          </Button>
        ) : (
          <Button
            onClick={onConfirm}
            loading={phase !== 'choosing'}
            disabled={!online}
            aria-describedby={online ? undefined : id}
          >
            <Trans>Confirm order</Trans>
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** A phone in landscape has no height for the question above the buttons. */
const inOneLine = {
  '@media (max-height: 30em)': {
    flexDirection: 'row',
    alignItems: 'center',
    columnGap: '4',
    '& > :not(:last-of-type)': { flex: '1' },
  },
} as const;

function Question() {
  return (
    <chakra.p textStyle="xs" color="fg.muted">
      <chakra.strong display="block" textStyle="sm" fontWeight="medium" color="fg">
        <Trans>Are you sure you want to place this order?</Trans>
      </chakra.strong>
      <Trans>Your order will be processed immediately after confirmation.</Trans>
    </chakra.p>
  );
}
