import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import type { MoneyPhase } from '../../forms/use-money-call.ts';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** The id of the form that the main button submits. */
  formId: string;
  money: { phase: MoneyPhase; check: () => Promise<unknown> };
  online: boolean;
  /** Why nothing can be sent offline. */
  offlineReason: ReactNode;
  /** An earlier call must be settled first. */
  isBlocked?: boolean;
  onClose: () => void;
  /** The label of the main button. */
  children: ReactNode;
}

/** The buttons of a form whose call moves money; offline also the reason why it cannot be sent. */
export function MoneyFooter(props: Props) {
  const { formId, money, online, offlineReason, isBlocked = false, onClose, children } = props;
  const { phase, check } = money;
  const id = useId();
  return (
    <Box flex="1" minW="0" display="flex" flexDirection="column" gap="3">
      <OfflineReason online={online || phase !== 'editing'} id={id}>
        {offlineReason}
      </OfflineReason>
      <Box
        display="flex"
        flexWrap="wrap"
        gap="3"
        justifyContent="flex-end"
        css={{ '& > button': { flex: { base: '1 1 auto', sm: '0 0 auto' } } }}
      >
        <Button variant="outline" onClick={onClose} disabled={phase === 'sending'}>
          {phase === 'editing' || phase === 'sending' ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
        </Button>
        {phase === 'doubt' ? (
          <Button onClick={() => void check()}>
            <Trans>Check again</Trans>
          </Button>
        ) : (
          <Button
            type="submit"
            form={formId}
            loading={phase !== 'editing'}
            disabled={!online || isBlocked}
            aria-describedby={online ? undefined : id}
          >
            {children}
          </Button>
        )}
      </Box>
    </Box>
  );
}
