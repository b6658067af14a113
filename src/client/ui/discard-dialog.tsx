import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toast } from './toast.ts';
import { useBusy } from './use-busy.ts';
import { Box, chakra } from './theme/styled.tsx';

interface Props {
  onClose: () => void;
  /** The text or title of the discarded item. */
  summary: string;
  /** The texts or titles of the items that are discarded too, because they depend on this item. */
  dependents: readonly string[];
  /**
   * `applied`: the server had already applied the item · `unknown`: the server must be asked first and was not reached.
   */
  onDiscard: () => Promise<'discarded' | 'applied' | 'unknown'>;
}

/** Asks before a user's unsent work is discarded, and lists the items that are discarded too. */
export function DiscardDialog({ onClose, summary, dependents, onDiscard }: Props): ReactNode {
  const { t } = useLingui();
  const { busy, whileBusy } = useBusy();
  const confirm = async () => {
    const outcome = await onDiscard();
    if (outcome === 'applied') toast({ tone: 'info', title: t`The server had accepted this already.` });
    if (outcome === 'unknown')
      toast({
        kind: 'offline',
        tone: 'warning',
        title: t`This may have arrived already. It can be discarded when you are connected.`,
      });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      tone="danger"
      busy={busy}
      onClose={onClose}
      onConfirm={() => void whileBusy(confirm)}
      title={<Trans>Discard this change?</Trans>}
      description={<bdi>{summary}</bdi>}
      confirmLabel={<Trans>Discard</Trans>}
      cancelLabel={<Trans>Keep</Trans>}
    >
      {dependents.length > 0 ? (
        <Box textStyle="sm">
          <chakra.p fontWeight="medium">
            <Plural
              value={dependents.length}
              one="# change depends on it and goes too:"
              other="# changes depend on it and go too:"
            />
          </chakra.p>
          <chakra.ul mt="2" maxH="40" overflowY="auto" listStyleType="disc" ps="5" color="fg.muted">
            {dependents.map((text, index) => (
              <chakra.li key={index} dir="auto" overflowWrap="anywhere">
                {text}
              </chakra.li>
            ))}
          </chakra.ul>
        </Box>
      ) : null}
    </ConfirmDialog>
  );
}
