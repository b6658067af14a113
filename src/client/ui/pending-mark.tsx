import { useLingui } from '@lingui/react/macro';
import { CircleAlert, Clock, GitCompareArrows } from 'lucide-react';
import { chakra } from './theme/styled.tsx';

export type PendingState = 'waiting' | 'upload' | 'failed' | 'conflict';

interface Props {
  state: PendingState | undefined;
  /** Shows the words beside the icon; otherwise they are for screen readers and the tooltip. */
  words?: boolean;
}

const icons = { waiting: Clock, upload: CircleAlert, failed: CircleAlert, conflict: GitCompareArrows };
const colours = { waiting: 'fg.subtle', upload: 'fg.warning', failed: 'fg.error', conflict: 'fg.warning' };

/**
 * The mark of a change that the server has not accepted: a clock while it waits, an amber mark when its file does not
 * get through, a red mark after a refusal, or two arrows for a conflict.
 */
export function PendingMark({ state, words = false }: Props) {
  const { t } = useLingui();
  if (!state) return null;
  const label = {
    waiting: t`Waiting to be sent`,
    upload: t`The file does not get through`,
    failed: t`Not accepted: needs you`,
    conflict: t`Changed elsewhere: needs you`,
  }[state];
  const Icon = icons[state];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      color={colours[state]}
      textStyle="xs"
      verticalAlign="middle"
      title={words ? undefined : label}
    >
      <Icon size="0.875rem" aria-hidden="true" />
      {words ? label : <VisuallyHidden>{label}</VisuallyHidden>}
    </chakra.span>
  );
}

const VisuallyHidden = chakra('span', { base: { srOnly: true } });
