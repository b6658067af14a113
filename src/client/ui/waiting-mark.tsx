import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { CircleAlert, Clock, GitCompareArrows } from 'lucide-react';

export type WaitingState = 'waiting' | 'failed' | 'conflict';

interface Props {
  state: WaitingState | undefined;
  /** Shows the words beside the picture; otherwise they are for screen readers and the tooltip. */
  words?: boolean;
}

const pictures = { waiting: Clock, failed: CircleAlert, conflict: GitCompareArrows };
const colours = { waiting: 'fg.subtle', failed: 'fg.error', conflict: 'fg.warning' };

/** The small mark of what the server has not accepted yet: a clock, a red mark, or two arrows for a conflict. */
export function WaitingMark({ state, words = false }: Props) {
  const { t } = useLingui();
  if (!state) return null;
  const meaning = {
    waiting: t`Waiting to be sent`,
    failed: t`Not accepted: needs you`,
    conflict: t`Changed elsewhere: needs you`,
  }[state];
  const Picture = pictures[state];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      color={colours[state]}
      textStyle="xs"
      verticalAlign="middle"
      title={words ? undefined : meaning}
    >
      <Picture size={14} aria-hidden="true" />
      {words ? meaning : <VisuallyHidden>{meaning}</VisuallyHidden>}
    </chakra.span>
  );
}

const VisuallyHidden = chakra('span', { base: { srOnly: true } });
