import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { Notice } from './notice.tsx';
import { toast } from './toast.ts';
import { useBusy } from './use-busy.ts';
import { Box } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  /** The text or the title of the refused item. */
  summary: string;
  /** The reasons, one sentence each. */
  reasons: readonly string[];
  /** The user's text, to be copied. */
  text: string | null;
  dependents: readonly string[];
  /** Returns the item's id, or null when it could not be sent again now. */
  onRetry: () => Promise<string | null>;
  onEdit?: (() => void) | undefined;
  onDiscard: () => Promise<'discarded' | 'applied' | 'unknown'>;
}

/** A notice about a refused change: the reasons, and buttons for the user's choices. */
export function ParkedNotice({ reasons, ...actions }: Props) {
  return (
    <Notice tone="error" title={<Trans>Not accepted</Trans>}>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <ParkedActions {...actions} />
    </Notice>
  );
}

/** The buttons Try again, Edit, Copy and Discard of a parked item. */
function ParkedActions({ summary, text, dependents, onRetry, onEdit, onDiscard }: Omit<Props, 'reasons'>) {
  const { t } = useLingui();
  const { busy, whileBusy } = useBusy();
  const [isAsking, setAsking] = useState(false);
  const retry = async () => {
    const id = await onRetry();
    if (id === null)
      toast({
        kind: 'offline',
        tone: 'warning',
        title: t`The server was not reached, so this could not be sent again.`,
      });
  };
  return (
    <Box display="flex" flexWrap="wrap" gap="2" mt="2">
      <Button variant="outline" size="sm" loading={busy} onClick={() => void whileBusy(retry)}>
        <RotateCw aria-hidden="true" />
        <Trans>Try again</Trans>
      </Button>
      {onEdit ? (
        <Button variant="outline" size="sm" onClick={onEdit}>
          <Pencil aria-hidden="true" />
          <Trans>Edit</Trans>
        </Button>
      ) : null}
      {text ? <CopyButton text={text} /> : null}
      <Button variant="ghost" size="sm" color="fg.error" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        <Trans>Discard</Trans>
      </Button>
      {isAsking ? <DiscardDialog {...{ summary, dependents, onDiscard }} onClose={() => setAsking(false)} /> : null}
    </Box>
  );
}
