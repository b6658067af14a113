import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui, Trans } from '@lingui/react/macro';
import { CircleAlert, Clock, GitCompareArrows } from 'lucide-react';

export type PendingState = 'waiting' | 'failed' | 'conflict';

interface Props {
  state: PendingState | undefined;
  /** Shows the words beside the icon; otherwise they are for screen readers and the tooltip. */
  words?: boolean;
}

const icons = { waiting: Clock, failed: CircleAlert, conflict: GitCompareArrows };
const colours = { waiting: 'fg.subtle', failed: 'fg.error', conflict: 'fg.warning' };

/**
 * The mark of a change that the server has not accepted: a clock while it waits, a red mark, or two arrows for a
 * conflict.
 */
export function PendingMark({ state, words = false }: Props) {
  const { t } = useLingui();
  if (!state) return null;
  const label = {
    waiting: t`Waiting to be sent`,
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

/** The upload progress of a pending change's files: "Uploading files: 2 of 3". */
export function UploadProgress({ done, total }: { done: number; total: number }) {
  return (
    <span className="numbers">
      <Trans>
        Uploading files: {done} of {total}
      </Trans>
    </span>
  );
}
