import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useOutcomeWords, usePledgeWords } from '../text/pledge-words.ts';
import type { PledgeFacts } from '../text/pledge-words.ts';
import { ButtonLink } from './app-link.tsx';
import { IconButton } from './icon-button.tsx';
import { Notice } from './notice.tsx';
import { chakra, HStack, Stack } from './theme/styled.tsx';

interface Props {
  /** The outcomes that the user has not seen yet. */
  outcomes: readonly PledgeFacts[];
  /** Called when the user dismisses an outcome or opens its order; without `onSeen` the notices have no buttons. */
  onSeen?: (key: string) => void;
}

/** A notice for each outcome of a money call whose answer was lost; it stays until the user dismisses or opens it. */
export function OutcomeNotices({ outcomes, onSeen }: Props) {
  if (outcomes.length === 0) return null;
  return (
    <Stack gap="3">
      {outcomes.map((pledge) => (
        <OutcomeNotice key={pledge.key} pledge={pledge} onSeen={onSeen} />
      ))}
    </Stack>
  );
}

function OutcomeNotice({ pledge, onSeen }: { pledge: PledgeFacts; onSeen: Props['onSeen'] }) {
  const { tone, title, reason, orderId } = useOutcomeWords()(pledge);
  const { name, amount } = usePledgeWords()(pledge);
  return (
    <Notice
      tone={tone}
      title={title}
      action={onSeen ? <Buttons orderId={orderId} onSeen={() => onSeen(pledge.key)} /> : undefined}
    >
      {name ? <bdi>{name}</bdi> : null}
      {amount ? (
        <>
          {' · '}
          <bdi className="numbers">{amount}</bdi>
        </>
      ) : null}
      {reason ? <chakra.p>{reason}</chakra.p> : null}
    </Notice>
  );
}

function Buttons({ orderId, onSeen }: { orderId: number | null; onSeen: () => void }) {
  const { t } = useLingui();
  return (
    <HStack gap="1">
      {orderId === null ? null : (
        <ButtonLink to="/user/orders" search={{ order: orderId } as never} size="sm" variant="outline" onClick={onSeen}>
          <Trans>View order</Trans>
        </ButtonLink>
      )}
      <IconButton size="sm" label={t`Dismiss`} color="fg.subtle" onClick={onSeen}>
        <X size="1rem" />
      </IconButton>
    </HStack>
  );
}
