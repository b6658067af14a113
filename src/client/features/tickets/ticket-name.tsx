import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { WaitingMark, type WaitingState } from '../../ui/waiting-mark.tsx';

/** "#1042", or in words that the ticket has no number yet. */
export function useTicketName(): (ticket: { number: number | null }) => string {
  const { t } = useLingui();
  return ({ number }) => (number === null ? t`New ticket` : `#${number}`);
}

/** The human number, and a mark while something of the ticket is not accepted yet; a new one shows the mark alone. */
export function TicketNumber({ number, mark }: { number: number | null; mark: WaitingState | undefined }) {
  const { t } = useLingui();
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" whiteSpace="nowrap">
      {number === null ? null : (
        <chakra.bdi className="numbers" color="fg.muted">
          #{number}
        </chakra.bdi>
      )}
      <WaitingMark state={mark ?? (number === null ? 'waiting' : undefined)} />
      {number === null ? <chakra.span textStyle="xs" color="fg.subtle">{t`Not sent yet`}</chakra.span> : null}
    </chakra.span>
  );
}
