import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { OfflineReason } from '../ui/offline-reason.tsx';
import { Stack, Wrap } from '../ui/theme/styled.tsx';
import type { MoneyForm } from './use-money-form.ts';

interface Props {
  money: MoneyForm;
  online: boolean;
  /** Why nothing can be sent offline. */
  offlineReason: ReactNode;
  /** An earlier call must be settled first. */
  isBlocked?: boolean;
  /** Stands above the buttons until the form is sent. */
  question?: ReactNode;
  /** Absent where the form is a part of a page. */
  onClose?: () => void;
  /** The main button: the id of the form that it submits, or what it does. */
  submit: { form: string } | { onClick: () => void };
  /** The label of the main button. */
  children: ReactNode;
}

/** The buttons of a form whose call moves money; offline also the reason why it cannot be sent. */
export function MoneyFooter(props: Props) {
  const { money, online, offlineReason, question, onClose } = props;
  const { phase } = money;
  const id = useId();
  const isBeforeAnswer = phase === 'editing' || phase === 'sending';
  return (
    <Stack flex="1" minW="0" gap="3" css={question ? inOneLine : undefined}>
      {isBeforeAnswer ? question : null}
      <OfflineReason online={online || phase !== 'editing'} id={id}>
        {offlineReason}
      </OfflineReason>
      <Wrap gap="3" justifyContent="flex-end" css={{ '& > button': { flex: { base: '1', sm: '0 0 auto' } } }}>
        {onClose ? (
          <Button variant="outline" onClick={onClose} disabled={phase === 'sending'}>
            {isBeforeAnswer ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
          </Button>
        ) : null}
        <MainButton {...props} reasonId={id} />
      </Wrap>
    </Stack>
  );
}

function MainButton({ money, online, isBlocked = false, submit, children, reasonId }: Props & { reasonId: string }) {
  const { phase, check } = money;
  if (phase === 'doubt')
    return (
      <Button onClick={() => void check()}>
        <Trans>Check now</Trans>
      </Button>
    );
  return (
    <Button
      {...('form' in submit && { type: 'submit' as const })}
      {...submit}
      loading={phase !== 'editing'}
      disabled={!online || isBlocked}
      aria-describedby={online ? undefined : reasonId}
    >
      {children}
    </Button>
  );
}

/** A phone in landscape has no height for the question above the buttons. */
const inOneLine = {
  '@media (max-height: 30em)': {
    flexDirection: 'row',
    alignItems: 'center',
    columnGap: '4',
    '& > :not(:last-of-type)': { flex: '1' },
    '& > :last-of-type': { flexWrap: 'nowrap', flexShrink: '0' },
  },
} as const;
